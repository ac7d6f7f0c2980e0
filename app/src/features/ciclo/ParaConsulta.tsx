import { ChevronLeft, Printer } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { PageSkeleton } from '../../components/feedback/Skeleton.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { DOLORES, FLUJOS } from '../../lib/ciclo/apuntes.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { type Resumen, rangoInWords, resumenOf } from './resumen.ts'
import { useCiclo } from './useCiclo.ts'

type ParaConsultaProps = {
  /** What she may add: nothing of it is there until she ticks it. */
  partes: readonly { titulo: string; contenido: ReactNode }[]
}

/**
 * Her cycle on a page for a doctor: numbers alone, printed or kept as a PDF by the browser's own print, which every telephone has; a library that
 * makes one weighs more than the whole app before it.
 */
export function ParaConsulta({ partes }: ParaConsultaProps) {
  const hoy = useToday()
  const ciclo = useCiclo(hoy)
  const [added, setAdded] = useState<readonly string[]>([])
  const [asking, setAsking] = useState(false)
  if (!ciclo) return <PageSkeleton />
  const resumen = resumenOf(ciclo.historia)
  const first = resumen.filas.at(-1)

  return (
    <div className="mx-casa grid max-w-3xl content-start gap-4 px-4 pt-4 pb-6 md:gap-5 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <Link
          to="/ciclo"
          className="-ml-1 flex min-h-11 items-center gap-1 justify-self-start font-semibold text-jacaranda-texto print:hidden"
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
          Volver
        </Link>
        <PageTitle>Resumen para consulta</PageTitle>
        <p className="text-tinta-suave">
          {first
            ? `Del ${longFecha(first.inicio)} al ${longFecha(hoy)}, según lo que se anotó.`
            : 'Anota cuándo empezó tu último periodo, y aquí estará lo que suelen preguntarte.'}
        </p>
      </header>
      {first && (
        <>
          <Card as="section" aria-label="Qué incluye" className="grid gap-3 print:hidden">
            <p>
              Van las fechas, el flujo, el dolor y los síntomas. Ninguna palabra tuya. Lo demás, si lo marcas:
            </p>
            <div className="grid">
              {partes.map(({ titulo }) => (
                <Checkbox
                  key={titulo}
                  label={titulo}
                  checked={added.includes(titulo)}
                  onChange={({ target }) =>
                    setAdded(target.checked ? [...added, titulo] : added.filter((one) => one !== titulo))
                  }
                />
              ))}
            </div>
            <Button
              className="justify-self-start"
              icon={<Printer aria-hidden="true" className="size-5" />}
              onClick={() => setAsking(true)}
            >
              Imprimir o guardar como PDF
            </Button>
          </Card>
          <Numeros resumen={resumen} />
          {partes
            .filter(({ titulo }) => added.includes(titulo))
            .map(({ titulo, contenido }) => (
              <Parte key={titulo} titulo={titulo}>
                {contenido}
              </Parte>
            ))}
        </>
      )}
      <ConfirmDialog
        open={asking}
        title="¿Imprimir este resumen?"
        description="En papel o en un archivo lo lee quien lo encuentre, y la impresora puede guardar una copia. Hazlo solo donde nadie más llegue."
        action="Imprimir"
        onConfirm={() => {
          setAsking(false)
          // Once the dialog is gone: it would be on the paper.
          setTimeout(() => window.print())
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

function Parte({ titulo, children }: { titulo: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-lg">
        {titulo}
      </h2>
      {children}
    </Card>
  )
}

const CELL = 'border-linea border-b py-1.5 pr-3 text-left align-top'

function Numeros({ resumen: { filas, ciclo, sangrado } }: { resumen: Resumen }) {
  return (
    <>
      <Parte titulo="En números">
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          <dt className="text-tinta-suave">Último periodo</dt>
          <dd className="font-semibold">{longFecha(filas[0]!.inicio)}</dd>
          <dt className="text-tinta-suave">Duración del ciclo, mediana</dt>
          <dd className="font-semibold">{rangoInWords(ciclo, { one: 'ciclo', several: 'ciclos' })}</dd>
          <dt className="text-tinta-suave">Días de sangrado, mediana</dt>
          <dd className="font-semibold">{rangoInWords(sangrado, { one: 'periodo', several: 'periodos' })}</dd>
        </dl>
      </Parte>
      <Parte titulo="Periodos">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard. */}
        <section tabIndex={0} aria-label="Tabla de periodos" className="overflow-x-auto">
          <table className="w-full min-w-lg border-collapse text-[0.9375rem] print:min-w-0">
            <thead>
              <tr>
                {['Empezó', 'Sangrado', 'Ciclo', 'Flujo mayor', 'Dolor mayor', 'Síntomas, en días'].map(
                  (titulo) => (
                    <th key={titulo} scope="col" className={`${CELL} text-tinta-suave`}>
                      {titulo}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {filas.map(({ inicio, sangrado, ciclo, flujo, dolor, sintomas }) => (
                <tr key={inicio}>
                  <th scope="row" className={`${CELL} font-normal`}>
                    {longFecha(inicio)}
                  </th>
                  <td className={CELL}>{sangrado ? `${sangrado} días` : '–'}</td>
                  <td className={CELL}>{ciclo ? `${ciclo} días` : '–'}</td>
                  <td className={CELL}>{flujo ? FLUJOS[flujo] : '–'}</td>
                  <td className={CELL}>{dolor ? DOLORES[dolor] : '–'}</td>
                  <td className={CELL}>
                    {sintomas.map(([sintoma, dias]) => `${sintoma} ${dias}`).join(', ') || '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Parte>
    </>
  )
}
