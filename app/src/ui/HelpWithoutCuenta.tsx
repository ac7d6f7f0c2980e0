import { MapPin, MessageCircle, MessageSquareText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { locate, type Whereabouts } from '../lib/device/geolocation.ts'
import { useOnline } from '../lib/device/online.ts'
import { composeWithoutAccount, describeFix } from '../lib/outside/mensaje.ts'
import { isApple, smsHref, whatsappHref } from '../lib/outside/phone.ts'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { EmergencyLink } from './EmergencyLink.tsx'
import { OutsideLink } from './OutsideLink.tsx'

/** The emergency number, and a message to whomever she chooses, with her place if she wants it. */
export function HelpWithoutCuenta() {
  const online = useOnline()
  const [place, setPlace] = useState<Whereabouts | null>(null)
  const [looking, setLooking] = useState(false)
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])

  const look = async () => {
    setLooking(true)
    setPlace(await locate())
    setNow(Date.now())
    setLooking(false)
  }

  const message = composeWithoutAccount(place?.fix ? place : null, now)
  const links = [
    {
      href: whatsappHref(null, message)!,
      text: 'Elegir a quién escribir en WhatsApp',
      icon: <MessageCircle />,
    },
    { href: smsHref(null, message, isApple()), text: 'Escribir un SMS', icon: <MessageSquareText /> },
  ]
  // Without a network an SMS still goes.
  if (!online) links.reverse()

  return (
    <Card as="section" aria-labelledby="ayuda" className="grid w-full gap-3 text-left">
      <h2 id="ayuda" className="text-xl">
        Si necesitas ayuda ahora
      </h2>
      <EmergencyLink />
      {links.map(({ href, text, icon }) => (
        <OutsideLink key={text} href={href} look="secondary" icon={icon}>
          {text}
        </OutsideLink>
      ))}
      <p role="status" className="text-[0.9375rem] text-tinta-suave">
        {placeText(place, now)}
      </p>
      {!place?.fix && (
        <Button
          look="quiet"
          busy={looking}
          busyLabel="Buscando tu ubicación…"
          onClick={look}
          icon={<MapPin aria-hidden="true" className="size-5" />}
        >
          Agregar mi ubicación
        </Button>
      )}
    </Card>
  )
}

function placeText(place: Whereabouts | null, now: number): string {
  if (place?.fix) return `El mensaje lleva tu ubicación (${describeFix(place.fix, now)}).`
  if (place) return 'No pudimos ver dónde estás. El mensaje va sin ubicación.'
  return 'El mensaje queda escrito; tú eliges a quién y presionas enviar.'
}
