import { BadgeCheck, ChevronDown, MapPin, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { cx } from '../../components/cx.ts'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { telHref, whatsappHref } from '../../lib/outside/phone.ts'
import { useNumero } from '../../lib/outside/useNumero.ts'
import { Estrellas } from './Estrellas.tsx'
import { tarifaOf, verificacionOf } from './perfilProfesional.ts'
import { countText, withDecimal } from './puntuacion.ts'
import { Resenas } from './Resenas.tsx'
import type { Terapeuta } from './terapeutas.ts'

type TerapeutaCardProps = {
  terapeuta: Terapeuta
  /** The average of her reviews, once it is known. */
  promedio: number | undefined
  /** What the admin may do. */
  actions: ReactNode
}

export function TerapeutaCard({ terapeuta, promedio, actions }: TerapeutaCardProps) {
  const { nombre, especialidad, ciudad, contacto, foto_url } = terapeuta
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <Card as="li" className="grid min-w-0 grid-cols-1 content-start gap-3 wrap-anywhere">
      <div className="flex items-start gap-3">
        {foto_url && <Avatar src={foto_url} className="size-16" />}
        <div className="grid min-w-0 gap-1">
          <h2 className="text-xl leading-snug">
            <Propio>{nombre}</Propio>
          </h2>
          {especialidad && <p className="font-medium text-jacaranda-texto">{especialidad}</p>}
          {ciudad && (
            <p className="flex items-start gap-1.5 text-sm text-tinta-suave">
              <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <Propio>{ciudad}</Propio>
            </p>
          )}
        </div>
      </div>
      <Verificada terapeuta={terapeuta} />
      <Detalles terapeuta={terapeuta} />
      {contacto && <p className="whitespace-pre-line text-[0.9375rem]">{contacto}</p>}
      <Enlaces terapeuta={terapeuta} />
      {actions}
      <div className="-mx-3 -mb-2">
        <Button
          look="quiet"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={`${resumen(terapeuta.total, promedio)}, reseñas de ${nombre}`}
          onClick={() => setOpen(!open)}
          className="w-full justify-between px-3 text-tinta [&>span]:flex-1"
        >
          <span className="flex flex-wrap items-center gap-x-2 text-left">
            {promedio !== undefined && (
              <>
                {/* Said by the name of the button. */}
                <span aria-hidden="true" className="inline-flex">
                  <Estrellas valor={promedio} label="" />
                </span>
                <span>{withDecimal(promedio)}</span>{' '}
              </>
            )}
            <span className="font-medium text-tinta-suave">
              {terapeuta.total > 0 ? countText(terapeuta.total) : 'Sin reseñas aún'}
            </span>
            <ChevronDown
              aria-hidden="true"
              className={cx(
                'ml-auto size-5 shrink-0 text-tinta-suave transition-transform duration-200',
                open && 'rotate-180',
              )}
            />
          </span>
        </Button>
      </div>
      {open && <Resenas id={id} terapeuta={terapeuta} />}
    </Card>
  )
}

/** That somebody of the team looked her licence up, where, and when. */
function Verificada({ terapeuta }: { terapeuta: Terapeuta }) {
  const said = verificacionOf(terapeuta)
  if (!said) return null
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone="salvia">
        <BadgeCheck aria-hidden="true" className="size-4" />
        Verificada
      </Badge>
      <p className="text-sm text-tinta-suave">{said}</p>
    </div>
  )
}

/** How she works, as far as anybody said. */
function Detalles({ terapeuta }: { terapeuta: Terapeuta }) {
  const { modalidades, idiomas, enfoques } = terapeuta
  const said = [
    ['Modalidad', modalidades.join(', ')],
    ['Idiomas', idiomas.join(', ')],
    ['Enfoques', enfoques.join(', ')],
    ['Precio', tarifaOf(terapeuta)],
  ].filter(([, words]) => words)
  if (said.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-[0.9375rem]">
      {said.map(([name, words]) => (
        <div key={name}>
          <dt className="inline font-semibold">{name}: </dt>
          <dd className="inline">{words}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Begins as what is written on it, for who says it aloud to press it. */
function resumen(total: number, promedio: number | undefined): string {
  const count = total > 0 ? countText(total) : 'Sin reseñas aún'
  if (promedio === undefined) return count
  return `${withDecimal(promedio)} ${count}, promedio ${withDecimal(promedio)} de 5`
}

/** Real links from the digits of her numbers; the message is written and sent in the other app. */
function Enlaces({ terapeuta: { nombre, telefono, whatsapp } }: { terapeuta: Terapeuta }) {
  const numero = useNumero(telefono ?? '')
  const tel = telHref(telefono ?? '')
  const chat = whatsappHref(whatsapp ?? '')
  if (!tel && !chat) return null
  return (
    <div className="flex flex-wrap gap-2 *:min-w-0 *:flex-auto">
      {tel && (
        <a
          href={tel}
          aria-label={`Llamar ${numero}, ${nombre}`}
          className={buttonClass({ className: 'px-3 tabular-nums' })}
        >
          <Phone aria-hidden="true" className="size-5 shrink-0" />
          <span>
            Llamar <span className="inline-block font-medium">{numero}</span>
          </span>
        </a>
      )}
      {chat && (
        <a
          href={chat}
          target={outsideTarget()}
          rel="noopener noreferrer"
          aria-label={`WhatsApp: escribir a ${nombre}`}
          className={buttonClass({ look: 'secondary', className: 'px-3' })}
        >
          <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
          WhatsApp
        </a>
      )}
    </div>
  )
}
