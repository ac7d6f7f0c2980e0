import { MapPin, MapPinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { buttonClass } from '../../../components/button/Button.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { Late } from '../../../components/feedback/Late.tsx'
import { ListSkeleton } from '../../../components/feedback/Skeleton.tsx'
import { NumeroFuente } from '../../../components/help/NumeroFuente.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { casa, sayNumero } from '../../../lib/emergencia/emergencia.ts'
import { describeFix, mapsHref } from '../../../lib/outside/mensaje.ts'
import { outsideTarget } from '../../../lib/outside/outside.ts'
import { telHref } from '../../../lib/outside/phone.ts'
import { shortHora } from '../../../lib/time/fechas.ts'
import { useNow } from './useNow.ts'
import { ageOf, esperaSenal, isSilent, useVista, type Vista } from './vista.ts'

/**
 * The page that her contact opens without an account: where she is, how old that position is, and a clear
 * notice when none arrives.
 */
export function AcompanamientoPage() {
  const { codigo = '' } = useParams()
  const { vista, fallo } = useVista(codigo)
  const now = useNow(1_000)
  const emergencia = vista && !vista.terminado ? vista.emergencia : casa()

  return (
    <div className="mx-auto grid w-full max-w-xl content-start gap-5 px-4 py-8">
      <h1 className="text-3xl md:text-4xl">En camino</h1>
      {/* Above whatever comes and changes: the number stays where she aims. */}
      <p data-emergencia className="text-[0.9375rem] text-tinta-suave">
        Si crees que está en peligro, llama al{' '}
        <a className="font-semibold underline underline-offset-4" href={telHref(emergencia.numero) ?? ''}>
          <Propio>{sayNumero(emergencia)}</Propio>
        </a>
        . Guarda este enlace para ti: quien lo tenga ve lo mismo que tú.
      </p>
      <NumeroFuente de={[emergencia.de]} className="-mt-3 text-left" />
      {vista === undefined && !fallo && (
        // Not higher than any answer, or the foot of the page would move up as it comes.
        <Late>
          <ListSkeleton rows={2} />
        </Late>
      )}
      {vista === undefined && fallo && (
        <Notice title="No pudimos preguntar dónde está">
          Parece que no hay conexión. Lo intentamos de nuevo cada pocos segundos.
        </Notice>
      )}
      {vista === null && (
        <Notice title="Todavía no hay señal o el enlace está incompleto">
          Revisa que tengas el enlace entero. Si lo está, aparece aquí en cuanto su teléfono tenga internet:
          seguimos preguntando. Si no aparece, pídele otro enlace de viva voz. Un camino que terminó hace más
          de una hora tampoco se muestra.
        </Notice>
      )}
      {vista?.terminado && (
        <Notice title="Ya no comparte su ubicación">
          Terminó a las {shortHora(new Date(vista.terminoEn))}. Su última ubicación se borró.
        </Notice>
      )}
      {vista && !vista.terminado && <AcompanamientoMap vista={vista} now={now} fallo={fallo} />}
    </div>
  )
}

type AcompanamientoMapProps = { vista: Extract<Vista, { terminado: false }>; now: number; fallo: boolean }

function AcompanamientoMap({ vista, now, fallo }: AcompanamientoMapProps) {
  const { fix, terminaEn } = vista
  const callada = isSilent(vista, now)
  return (
    <Card className="grid gap-4">
      <div role="status" className="grid gap-1">
        <p className="flex items-center gap-2 font-serif text-2xl">
          {fix ? (
            <MapPin aria-hidden="true" className="size-6 shrink-0 text-salvia-texto" />
          ) : (
            <MapPinOff aria-hidden="true" className="size-6 shrink-0" />
          )}
          {!fix
            ? esperaSenal
            : callada
              ? `Sin señal desde ${ageOf(fix, now)}`
              : 'Está compartiendo su ubicación'}
        </p>
        {fix && <p>Su última ubicación: {describeFix(fix, now)}.</p>}
        {callada && (
          <p className="text-tinta-suave">
            Puede ser solo la pantalla apagada o una zona sin internet. Llámale si te preocupa.
          </p>
        )}
        {fallo && (
          <p className="text-alerta-texto">No pudimos preguntar de nuevo: parece que no tienes conexión.</p>
        )}
      </div>
      {fix && (
        <a
          href={mapsHref(fix)}
          target={outsideTarget()}
          rel="noopener noreferrer"
          className={buttonClass({ size: 'lg', wide: true })}
        >
          Ver en el mapa
        </a>
      )}
      <p className="text-sm text-tinta-suave">
        Comparte hasta las {shortHora(new Date(terminaEn))}. Esta página se actualiza sola.
      </p>
    </Card>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-1">
      <p role="status" className="font-serif text-2xl">
        {title}
      </p>
      <p className="text-tinta-suave">{children}</p>
    </Card>
  )
}
