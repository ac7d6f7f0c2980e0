import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Luna } from '../../components/illustrations/Luna.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { whatsappHref } from '../../lib/outside/phone.ts'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'

/** What the chat with the reader opens with; she may change it before sending. */
export const messageForReader = 'Hola, me gustaría agendar una lectura de astrología y numerología.'

/** The pitch for a reading by a person; without her number nothing is opened. */
export function LecturaPersonal({ numero = brand.readerWhatsapp }: { numero?: string }) {
  const href = numero && whatsappHref(numero, messageForReader)
  return (
    <section className="@container relative grid gap-3 overflow-hidden rounded-tile bg-maiz-suave p-5 md:p-7">
      {/* Beside large letters there is no room for both. */}
      <Luna className="absolute -top-2 right-2 h-24 @max-[14rem]:hidden md:top-4 md:right-6 md:h-32" />
      <h2 className="max-w-[62%] text-2xl leading-tight @max-[14rem]:max-w-none md:text-3xl">
        Lectura de astrología y numerología
      </h2>
      <p className="max-w-prose">
        Una conversación a solas sobre tu carta natal y tus números, con una lectora que te escucha. La cita
        se acuerda por mensaje: te dirá cuánto dura y cuánto cuesta antes de empezar.
      </p>
      {href ? (
        <a
          href={href}
          target={outsideTarget()}
          rel="noopener noreferrer"
          className={buttonClass({ className: 'justify-self-start' })}
        >
          Agendar mi lectura
        </a>
      ) : (
        <Button className="justify-self-start" onClick={() => showUnderConstruction()}>
          Agendar mi lectura
        </Button>
      )}
    </section>
  )
}
