import { MapPin, MapPinOff, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { IconButton } from '../../../components/button/IconButton.tsx'
import { Frase } from '../../../components/content/Propio.tsx'
import { useOnline } from '../../../lib/device/online.ts'
import { brand } from '../../../lib/installation/brand.ts'
import { describeFix } from '../../../lib/outside/mensaje.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { useStore } from '../../../lib/useStore.ts'
import { isAttended } from '../alarma/estado.ts'
import { useAlarma } from '../alarma/vista.ts'
import { reasonOf } from '../posicion/falla.ts'
import { PasosPermiso } from '../posicion/PasosPermiso.tsx'
import { AlertLinks } from './AlertLinks.tsx'
import type { Via } from './alerta.ts'
import { type Alerta, describeMensaje } from './estado.ts'
import { eventos } from './eventos.ts'

type AlertPanelProps = {
  alerta: Alerta
  /** The service tells somebody, too: the card says above how far that got. */
  beside?: boolean
  /** Whether the device keeps the event beyond this page. */
  onOpened: (via: Via) => void
  onClose: () => void
}

/** The result of a panic press: real links of one tap each, and what has really happened so far. */
export function AlertPanel({ alerta, beside = false, onOpened, onClose }: AlertPanelProps) {
  const online = useOnline()
  const { entregas } = useAlarma()
  const { titulo, instrucciones } = describeMensaje(alerta, online, entregas)
  const panel = useRef<HTMLElement>(null)

  // Once ready, the link gets the focus, for keyboards and screen readers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is made ready.
  useEffect(() => {
    const link = panel.current?.querySelector('a')
    link?.focus({ preventScroll: true })
    // On a phone the panel is scrolled clear of the toast below; on larger screens nothing has to move.
    if (matchMedia('(min-width: 768px)').matches) link?.scrollIntoView({ block: 'nearest' })
    // What the service does stands above it, where both are shown.
    else (panel.current?.closest('[data-respuesta]') ?? panel.current)?.scrollIntoView({ block: 'start' })
  }, [alerta.id, alerta.readyAt])

  return (
    <section ref={panel} aria-label="Tu mensaje" className="grid gap-3 p-4 md:p-5">
      <header className="flex items-start justify-between gap-2">
        {/* What the service does is said above: beside that this is one of the ways, and says only what is left to do. */}
        <div className="grid gap-1">
          <h2 className={beside ? 'font-sans font-semibold text-base' : 'text-2xl'}>{titulo}</h2>
          {(!beside || alerta.abierta) && (
            <p className={beside ? 'text-[0.9375rem]' : undefined}>
              <Frase propios={[alerta.abierta?.nombre ?? null, alerta.principal?.nombre ?? null]}>
                {instrucciones}
              </Frase>
            </p>
          )}
        </div>
        <IconButton
          label="Cerrar el mensaje"
          icon={<X aria-hidden="true" />}
          onClick={onClose}
          className="-mt-1.5 -mr-2"
        />
      </header>
      <AlertLinks alerta={alerta} quiet={isAttended(entregas)} onOpened={onOpened} />
      <footer className="grid gap-1 text-sm text-tinta-suave">
        <Lugar alerta={alerta} />
        <Registro />
      </footer>
    </section>
  )
}

function Lugar({ alerta: { whereabouts, readyAt } }: { alerta: Alerta }) {
  const { fix, failure } = whereabouts
  if (!fix) {
    return (
      <div className="grid gap-1 rounded-card bg-maiz-suave px-3 py-2 text-maiz-texto">
        <p role="status" className="flex items-start gap-2">
          <MapPinOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong className="font-semibold">Error de ubicación.</strong> {reasonOf(failure)} El mensaje va
            sin ella.
          </span>
        </p>
        {failure === 'denied' && <PasosPermiso summary="Cómo permitirla" />}
      </div>
    )
  }
  return (
    <p role="status" className="flex items-start gap-2">
      <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {`${failure ? 'Con tu última ubicación conocida' : 'Con tu ubicación'}: ${describeFix(fix, readyAt)}.`}
    </p>
  )
}

/** Whether the event of this press is still on the device or has reached the service. */
function Registro() {
  const { id } = useUser()
  const waiting = useSyncExternalStore(eventos.subscribe, () => eventos.of(id).size) > 0
  const { durable } = useStore(eventos)
  if (!waiting) return <p>El registro de esta alerta ya está en tu cuenta.</p>
  return durable ? (
    <p>El registro de esta alerta está en tu dispositivo y subirá a tu cuenta cuando haya conexión.</p>
  ) : (
    <p className="text-alerta-texto">
      Tu dispositivo no tiene espacio para el registro de esta alerta: no cierres {brand.name} hasta que haya
      conexión.
    </p>
  )
}
