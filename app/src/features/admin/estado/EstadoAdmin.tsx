import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../../components/cx.ts'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { longFecha, shortHora } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { tellSince } from '../desde.ts'
import { describeInstallation, type Renglon, useInstallationState } from './estado.ts'

/** The state of the installation, in plain words, with what to do about each thing that is not well. */
export function EstadoAdmin() {
  const query = useInstallationState()
  return (
    <AdminPage title="Estado de la casa" text="Si algo no anda, dice qué hacer. Se mira solo cada minuto.">
      <div className="in-turn grid gap-5">
        <QueryView query={query} errorMessage="No se pudo preguntar cómo está la casa." empty="">
          {(state) => {
            const told = describeInstallation(state, tellSince)
            const wrong = told.filter(({ estado }) => estado !== 'bien')
            return (
              <div className="grid gap-4" aria-live="polite">
                <p className="text-lg">
                  {wrong.length === 0
                    ? 'Todo está bien.'
                    : wrong.length === 1
                      ? 'Hay una cosa que atender.'
                      : `Hay ${wrong.length} cosas que atender.`}
                </p>
                <Card flush>
                  <ul className="renglones">
                    {told.map((renglon) => (
                      <Fact key={renglon.que} renglon={renglon} />
                    ))}
                  </ul>
                </Card>
                {state.servidor && (
                  <p className="text-sm text-tinta-suave">
                    El servidor habló por última vez el {longFecha(new Date(state.servidor.anotada_en))} a las{' '}
                    {shortHora(new Date(state.servidor.anotada_en))}.
                  </p>
                )}
              </div>
            )
          }}
        </QueryView>
        <Link
          to="/confiabilidad"
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-jacaranda-texto underline underline-offset-4"
        >
          Lo que todas pueden leer: qué tan confiable es
        </Link>
      </div>
    </AdminPage>
  )
}

const STYLES = {
  bien: { icon: CircleCheck, word: 'Bien', className: 'text-salvia-texto' },
  atento: { icon: TriangleAlert, word: 'Atención', className: 'text-maiz-texto' },
  mal: { icon: CircleAlert, word: 'Mal', className: 'text-alerta-texto' },
}

function Fact({ renglon: { que, estado, dice, haz } }: { renglon: Renglon }) {
  const { icon: Icon, word, className } = STYLES[estado]
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 p-3">
      <Icon aria-label={word} className={cx('mt-0.5 size-6', className)} />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <h2 className="font-sans font-semibold text-base">{que}</h2>
        <p className="text-tinta-suave">{dice}</p>
        {haz && <p className="rounded-control bg-hundido px-3 py-2">{haz}</p>}
      </div>
    </li>
  )
}
