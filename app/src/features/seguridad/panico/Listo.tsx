import { MessageCircle, MessageSquareText } from 'lucide-react'
import { OutsideLink } from '../../../components/button/OutsideLink.tsx'
import { Propio } from '../../../components/content/Propio.tsx'

/** The message of a press before the app is there, as `app/prerender/panico.ts` fills it in. As `AlertPanel`, which takes its place. */
export function Listo() {
  return (
    <section
      aria-label="Tu mensaje"
      className="grid gap-3 rounded-tile border-2 border-jacaranda-viva bg-superficie p-4 md:p-5"
    >
      <div className="grid gap-1">
        <h2 className="text-2xl">Listo para enviar</h2>
        <p>El mensaje ya está escrito. Ábrelo y presiona enviar.</p>
      </div>
      <div className="grid gap-2">
        <OutsideLink href="#whatsapp" look="primary" icon={<MessageCircle />}>
          <span>Enviar a</span> <Propio>alguien</Propio>
        </OutsideLink>
        <OutsideLink href="#sms" look="secondary" icon={<MessageSquareText />}>
          <span>Enviar a</span> <Propio>alguien</Propio>
        </OutsideLink>
      </div>
    </section>
  )
}
