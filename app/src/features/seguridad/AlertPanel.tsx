import { MapPin, MapPinOff, MessageCircle, MessageSquareText, Phone, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { outsideTarget } from '../../lib/abrir.ts'
import { brand } from '../../lib/brand.ts'
import { useOnline } from '../../lib/online.ts'
import { isApple, whatsappHref } from '../../lib/phone.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { describeFix, type Enlaces, enlazar } from './alerta.ts'
import { EmergencyLink } from './EmergencyLink.tsx'
import { eventos } from './eventos.ts'
import type { Alerta } from './usePanico.ts'

type AlertPanelProps = {
  alerta: Alerta
  /** Whether the device keeps the event beyond this page. */
  guardado: boolean
  onOpened: () => void
  onClose: () => void
}

/** What a press of the panic button ends in: real links, one tap each, and the truth about what has happened so far. */
export function AlertPanel({ alerta, guardado, onOpened, onClose }: AlertPanelProps) {
  const { id, principal, otros, mensaje, abierta } = alerta
  const online = useOnline()
  const apple = isApple()
  const panel = useRef<HTMLElement>(null)
  const first = useRef<HTMLDivElement>(null)

  // Ready: the next key, tap or word of a screen reader is the link's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each alert.
  useEffect(() => {
    const link = first.current?.querySelector('a')
    link?.focus({ preventScroll: true })
    // On a phone the panel takes the screen, clear of the toast below; where there is room, nothing moves in vain.
    if (matchMedia('(min-width: 768px)').matches) link?.scrollIntoView({ block: 'nearest' })
    else panel.current?.scrollIntoView({ block: 'start' })
  }, [id])

  return (
    <section
      ref={panel}
      aria-label="Tu alerta"
      className="grid scroll-mt-24 animate-sube gap-4 rounded-tile border-2 border-jacaranda-viva bg-superficie p-4 md:p-5"
    >
      <header className="flex items-start justify-between gap-2">
        <div className="grid gap-1">
          <h2 className="text-2xl">{abierta ? 'Falta un paso' : titulo(alerta)}</h2>
          <p>{instrucciones(alerta, online)}</p>
        </div>
        <IconButton
          label="Cerrar la alerta"
          icon={<X aria-hidden="true" />}
          onClick={onClose}
          className="-mt-1 -mr-1"
        />
      </header>

      <div ref={first} className="grid gap-2">
        {principal ? (
          <>
            <Ways
              nombre={principal.nombre}
              enlaces={enlazar(principal, mensaje, apple)}
              online={online}
              onOpened={onOpened}
            />
            <EmergencyLink />
            {otros.length > 0 && <h3 className="mt-2 font-sans font-semibold">Si no te responde</h3>}
          </>
        ) : null}
        {otros.map((contacto, index) => (
          <OneWay
            key={contacto.id}
            nombre={contacto.nombre}
            enlaces={enlazar(contacto, mensaje, apple)}
            online={online}
            first={!principal && index === 0}
          />
        ))}
        {!principal && (
          <>
            <OutsideLink
              href={whatsappHref(null, mensaje)}
              look={otros.length > 0 ? 'secondary' : 'primary'}
              icon={<MessageCircle />}
            >
              Elegir a quién escribir en WhatsApp
            </OutsideLink>
            <EmergencyLink />
          </>
        )}
      </div>

      <footer className="grid gap-1 text-sm text-tinta-suave">
        <Lugar alerta={alerta} />
        <Registro guardado={guardado} />
      </footer>
    </section>
  )
}

function titulo({ principal, contactos }: Alerta): string {
  if (principal) return 'Listo para enviar'
  return contactos?.length ? 'Elige a quién escribir' : 'Elige cómo pedir ayuda'
}

function instrucciones({ principal, contactos, abierta }: Alerta, online: boolean): string {
  if (!principal) {
    if (!contactos) return 'No pudimos cargar tus contactos. El mensaje ya está escrito.'
    return 'No tienes un contacto de prioridad 1. El mensaje ya está escrito.'
  }
  if (abierta) return `Presiona enviar en WhatsApp para que le llegue a ${principal.nombre}.`
  return online
    ? `El mensaje para ${principal.nombre} ya está escrito. Ábrelo y presiona enviar.`
    : `No tienes internet: un SMS para ${principal.nombre} puede salir sin él. Ábrelo y presiona enviar.`
}

/** Both ways to write to the first contact; without a network the SMS comes first. */
function Ways({
  nombre,
  enlaces,
  online,
  onOpened,
}: {
  nombre: string
  enlaces: Enlaces
  online: boolean
  onOpened: () => void
}) {
  const whatsapp = (
    <OutsideLink
      key="whatsapp"
      href={enlaces.whatsapp}
      look={online ? 'primary' : 'secondary'}
      icon={<MessageCircle />}
      onClick={onOpened}
    >
      Abrir WhatsApp y enviar a {nombre}
    </OutsideLink>
  )
  const sms = (
    <OutsideLink
      key="sms"
      href={enlaces.sms}
      look={online ? 'secondary' : 'primary'}
      icon={<MessageSquareText />}
    >
      Enviar por SMS a {nombre}
    </OutsideLink>
  )
  return online ? [whatsapp, sms] : [sms, whatsapp]
}

/** The one way that works best for any other contact. */
function OneWay({
  nombre,
  enlaces,
  online,
  first,
}: {
  nombre: string
  enlaces: Enlaces
  online: boolean
  first: boolean
}) {
  const look = first ? 'primary' : 'secondary'
  if (!enlaces.whatsapp) {
    return (
      <OutsideLink href={enlaces.tel} look={look} icon={<Phone />}>
        Llamar a {nombre}
      </OutsideLink>
    )
  }
  return online ? (
    <OutsideLink href={enlaces.whatsapp} look={look} icon={<MessageCircle />}>
      Escribir a {nombre} <span className="sr-only">por WhatsApp</span>
    </OutsideLink>
  ) : (
    <OutsideLink href={enlaces.sms} look={look} icon={<MessageSquareText />}>
      Enviar por SMS a {nombre}
    </OutsideLink>
  )
}

type OutsideLinkProps = {
  href: string | null
  look: 'primary' | 'secondary'
  icon: ReactNode
  onClick?: () => void
  children: ReactNode
}

/** A real link into another app; nothing where the number cannot take it. */
function OutsideLink({ href, look, icon, onClick, children }: OutsideLinkProps) {
  if (!href) return null
  return (
    <a
      href={href}
      target={href.startsWith('https:') ? outsideTarget() : undefined}
      rel="noopener noreferrer"
      onClick={onClick}
      className={buttonClass({
        look,
        size: 'lg',
        wide: true,
        className: 'px-4 text-balance [&_svg]:size-5 [&_svg]:shrink-0',
      })}
    >
      <span aria-hidden="true">{icon}</span>
      <span className="min-w-0">{children}</span>
    </a>
  )
}

function Lugar({ alerta: { whereabouts, readyAt } }: { alerta: Alerta }) {
  const { fix, failure } = whereabouts
  const Icon = fix ? MapPin : MapPinOff
  return (
    <p role="status" className="flex items-start gap-2">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {!fix
        ? 'Sin ubicación en el mensaje.'
        : `${failure ? 'Con tu última ubicación conocida' : 'Con tu ubicación'}: ${describeFix(fix, readyAt)}.`}
    </p>
  )
}

/** Where the record of this press lies: on the device until the service has it. */
function Registro({ guardado }: { guardado: boolean }) {
  const waiting = useSyncExternalStore(eventos.subscribe, eventos.waiting) > 0
  if (!waiting) return <p>El registro de esta alerta ya está en tu cuenta.</p>
  return guardado ? (
    <p>El registro de esta alerta está en tu dispositivo y subirá a tu cuenta cuando haya conexión.</p>
  ) : (
    <p className="text-alerta-texto">
      Tu dispositivo no tiene espacio para el registro de esta alerta: no cierres {brand.name} hasta que haya
      conexión.
    </p>
  )
}
