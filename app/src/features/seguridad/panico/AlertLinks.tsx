import { MessageCircle, MessageSquareText, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { OutsideLink } from '../../../components/button/OutsideLink.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { EmergencyLink } from '../../../components/help/EmergencyLink.tsx'
import { isApple } from '../../../lib/device/apple.ts'
import { useOnline } from '../../../lib/device/online.ts'
import { type Via, type ViaKind, viasTo, viasToAnybody } from './alerta.ts'
import type { Alerta } from './estado.ts'

type AlertLinksProps = {
  alerta: Alerta
  /** Somebody is doing something about it: then none of these stands out. */
  quiet?: boolean
  onOpened: (via: Via) => void
}

/** One-tap links: the priority contact, the emergency number, then the other contacts. */
export function AlertLinks({
  alerta: { principal, otros, mensaje },
  quiet = false,
  onOpened,
}: AlertLinksProps) {
  const device = { online: useOnline(), apple: isApple() }
  const first = principal ? viasTo(principal, mensaje, device).filter(({ canal }) => canal !== 'llamada') : []
  const others = otros.flatMap((contacto) => viasTo(contacto, mensaje, device).slice(0, 1))

  return (
    <div className="grid gap-2">
      {first.map((via, index) => (
        <ViaLink
          key={via.canal}
          via={via}
          look={index === 0 && !quiet ? 'primary' : 'secondary'}
          onOpened={onOpened}
        >
          {via.canal === 'whatsapp' ? 'Abrir WhatsApp y enviar a' : 'Enviar por SMS a'}{' '}
          <Propio>{via.nombre}</Propio>
        </ViaLink>
      ))}
      {principal && <EmergencyLink />}
      {principal && others.length > 0 && <h3 className="mt-2 font-sans font-semibold">Si no te responde</h3>}
      {others.map((via, index) => (
        <ViaLink
          key={via.contactoId}
          via={via}
          look={!principal && index === 0 ? 'primary' : 'secondary'}
          onOpened={onOpened}
        >
          {VERBS[via.canal]} <Propio>{via.nombre}</Propio>
          {via.canal === 'whatsapp' && <span className="sr-only"> por WhatsApp</span>}
        </ViaLink>
      ))}
      {!principal &&
        viasToAnybody(mensaje, device).map(({ canal, href, text }, index) => (
          <OutsideLink
            key={canal}
            href={href}
            look={others.length === 0 && index === 0 ? 'primary' : 'secondary'}
            icon={ICONS[canal]}
          >
            {text}
          </OutsideLink>
        ))}
      {!principal && <EmergencyLink />}
    </div>
  )
}

const VERBS: Record<ViaKind, string> = {
  whatsapp: 'Escribir a',
  sms: 'Enviar por SMS a',
  llamada: 'Llamar a',
}

const ICONS: Record<ViaKind, ReactNode> = {
  whatsapp: <MessageCircle />,
  sms: <MessageSquareText />,
  llamada: <Phone />,
}

type Look = 'primary' | 'secondary'

type ViaLinkProps = { via: Via; look: Look; onOpened: (via: Via) => void; children: ReactNode }

function ViaLink({ via, look, onOpened, children }: ViaLinkProps) {
  return (
    <OutsideLink href={via.href} look={look} icon={ICONS[via.canal]} onClick={() => onOpened(via)}>
      {children}
    </OutsideLink>
  )
}
