import { MapPin, MessageCircle, MessageSquareText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isApple } from '../../lib/device/apple.ts'
import { locate, type Whereabouts } from '../../lib/device/geolocation.ts'
import { useOnline } from '../../lib/device/online.ts'
import { composeWithoutAccount, describeFix } from '../../lib/outside/mensaje.ts'
import { smsHref, whatsappHref } from '../../lib/outside/phone.ts'
import { Button } from '../button/Button.tsx'
import { OutsideLink } from '../button/OutsideLink.tsx'

/**
 * A message to a person she chooses, in WhatsApp or by SMS, without an account and without keeping anything.
 *
 * @param located true where she has asked for her place already by coming here; it is then looked for at once. The links
 *   wait for nothing
 */
export function WriteToAnybody({ located = false }: { located?: boolean }) {
  const online = useOnline()
  const [place, setPlace] = useState<Whereabouts | null>(null)
  const [looking, setLooking] = useState(located)
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (!looking) return
    let over = false
    void locate().then((found) => {
      if (over) return
      setPlace(found)
      setNow(Date.now())
      setLooking(false)
    })
    return () => {
      over = true
    }
  }, [looking])

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
    <>
      {links.map(({ href, text, icon }, position) => (
        <OutsideLink
          key={text}
          href={href}
          look={located && position === 0 ? 'primary' : 'secondary'}
          icon={icon}
        >
          {text}
        </OutsideLink>
      ))}
      <p role="status" className="text-[0.9375rem] text-tinta-suave">
        {placeText(place, looking && located, now)}
      </p>
      {!place?.fix && (
        <Button
          look="quiet"
          busy={looking}
          busyLabel="Buscando tu ubicación…"
          onClick={() => setLooking(true)}
          icon={<MapPin aria-hidden="true" className="size-5" />}
        >
          {place && located ? 'Buscar de nuevo' : 'Agregar mi ubicación'}
        </Button>
      )}
    </>
  )
}

function placeText(place: Whereabouts | null, looking: boolean, now: number): string {
  if (looking) return 'Buscando tu ubicación. Si tienes prisa, escribe ya: el mensaje va sin ella.'
  if (place?.fix) return `El mensaje lleva tu ubicación (${describeFix(place.fix, now)}).`
  if (place) return 'No pudimos ver dónde estás. El mensaje va sin ubicación.'
  return 'El mensaje queda escrito; tú eliges a quién y presionas enviar.'
}
