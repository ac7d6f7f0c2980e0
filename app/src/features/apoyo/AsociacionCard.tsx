import { BadgeCheck, ChevronDown, Globe, History, MapPin, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { buttonClass } from '../../components/button/Button.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { cx } from '../../components/cx.ts'
import { Card } from '../../components/layout/Card.tsx'
import { fechaOfFuente, isOldFuente, sitioOf } from '../../lib/emergencia/fuente.ts'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { telHref } from '../../lib/outside/phone.ts'
import { useNumero } from '../../lib/outside/useNumero.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import type { Asociacion } from './asociaciones.ts'
import { whereText } from './lugares.ts'
import { whatsappOf } from './whatsapp.ts'

type AsociacionCardProps = {
  asociacion: Asociacion
  /** The actions of the viewer: report the number, or, for the admin, change the entry. */
  actions: ReactNode
  /** Nothing is folded away: for the editora. */
  whole: boolean
}

/**
 * One way to help: whose it is, what it does, where, the call and its page. Where the number comes from and how to report it unfold; a
 * reason for doubt is always in sight.
 */
export function AsociacionCard({ asociacion, actions, whole }: AsociacionCardProps) {
  const { nombre, descripcion, telefono, url_web, visible } = asociacion
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const open = unfolded || whole
  const lugar = whereText(asociacion)
  const chat = whatsappOf(asociacion)
  return (
    <Card as="li" className="flex min-w-0 flex-col gap-2 p-3.5 wrap-anywhere md:p-4">
      <div className="flex items-start gap-1">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h3 className="font-sans font-semibold text-[1.0625rem] leading-snug tracking-normal">
            <Propio>{nombre}</Propio> {!visible && <span className="text-alerta-texto">(OCULTO)</span>}
          </h3>
          {lugar && (
            <p className="flex items-start gap-1.5 text-sm text-tinta-suave">
              <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <Propio>{lugar}</Propio>
            </p>
          )}
        </div>
        {!whole && (
          <IconButton
            label={`${unfolded ? 'Menos' : 'Más'} sobre ${nombre}`}
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
            className="-mt-2 -mr-2"
            icon={
              <ChevronDown
                aria-hidden="true"
                className={cx('transition-transform duration-150', unfolded && 'rotate-180')}
              />
            }
          />
        )}
      </div>
      {descripcion && <p className="whitespace-pre-line text-[0.9375rem]">{descripcion}</p>}
      <Verificada asociacion={asociacion} />
      <Duda asociacion={asociacion} />
      {(telefono || chat || url_web) && (
        <div className="mt-auto flex flex-wrap gap-x-2 gap-y-1 pt-1">
          {telefono && <CallButton nombre={nombre} telefono={telefono} />}
          {chat && (
            <a
              href={chat}
              target={outsideTarget()}
              rel="noopener noreferrer"
              aria-label={`WhatsApp: escribir a ${nombre}`}
              className={buttonClass({ look: 'secondary', className: 'gap-1.5 px-2.5 text-[0.9375rem]' })}
            >
              <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
              WhatsApp
            </a>
          )}
          <Sitio nombre={nombre} url={url_web} />
        </div>
      )}
      <div id={id} hidden={!open} className="grid gap-2 not-[[hidden]]:animate-aparece">
        {open && (
          <>
            <Procedencia asociacion={asociacion} />
            {actions}
          </>
        )}
      </div>
    </Card>
  )
}

/** A real call link with the number as text: where it dials nothing, she can read it. */
export function CallButton({ nombre, telefono }: { nombre: string; telefono: string }) {
  const numero = useNumero(telefono)
  const tel = telHref(telefono)
  if (!tel)
    return (
      <p className="font-semibold tabular-nums">
        <Propio>{numero}</Propio>
      </p>
    )
  return (
    <a
      href={tel}
      aria-label={`Llamar · ${numero}, ${nombre}`}
      className={buttonClass({
        look: 'secondary',
        className: 'max-w-full gap-1.5 px-2.5 text-[0.9375rem] tabular-nums',
      })}
    >
      <Phone aria-hidden="true" className="size-5 shrink-0" />
      {/* The number stays whole: two halves of one are hard to dial by hand. */}
      <span className="flex flex-wrap justify-center gap-x-1">
        <span>Llamar ·</span> <Propio className="whitespace-nowrap">{numero}</Propio>
      </span>
    </a>
  )
}

function Sitio({ nombre, url }: { nombre: string; url: string | null }) {
  const sitio = sitioOf(url)
  if (!url || !sitio) return null
  return (
    <a
      href={url}
      target={outsideTarget()}
      // No referrer: the site must not learn where she comes from.
      rel="noopener noreferrer"
      aria-label={`${sitio}, sitio web de ${nombre}`}
      className={buttonClass({ look: 'quiet', className: 'min-w-0 max-w-full px-2.5 text-[0.9375rem]' })}
    >
      <Globe aria-hidden="true" className="size-5 shrink-0" />
      <span className="wrap-anywhere">{sitio}</span>
    </a>
  )
}

/** The day on which somebody of the team last heard them answer: what a number is worth. */
function Verificada({ asociacion: { verificada_el } }: { asociacion: Asociacion }) {
  if (!verificada_el) return null
  return (
    <p className="flex items-start gap-1.5 font-medium text-salvia-texto text-sm">
      <BadgeCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      Verificado por teléfono el {longFecha(verificada_el)}
    </p>
  )
}

/** What speaks against the number. */
function Duda({ asociacion: { verificada_el, fuente_fecha } }: { asociacion: Asociacion }) {
  if (verificada_el || !isOldFuente(fuente_fecha, new Date())) return null
  return (
    <p className="flex items-start gap-1.5 font-medium text-maiz-texto text-sm">
      <History aria-hidden="true" className="size-4.5 shrink-0" />
      La fuente es de hace más de dos años: puede haber cambiado.
    </p>
  )
}

/** Where the number comes from (a wrong one harms); that nobody has dialled it is said once, above the list. */
function Procedencia({ asociacion }: { asociacion: Asociacion }) {
  const { verificada_el, fuente_url, fuente_fecha } = asociacion
  const sitio = sitioOf(fuente_url)
  return (
    <div className="grid gap-0.5 border-linea border-t pt-3 text-sm text-tinta-suave">
      {(sitio || fuente_fecha) && (
        <p>
          Fuente:{' '}
          {fuente_url && sitio ? (
            <a
              href={fuente_url}
              target={outsideTarget()}
              rel="noopener noreferrer"
              className="underline underline-offset-2 hover:text-tinta"
            >
              {sitio}
            </a>
          ) : null}
          {sitio && fuente_fecha && ', '}
          {fuente_fecha && fechaOfFuente(fuente_fecha)}
        </p>
      )}
      {!verificada_el && !sitio && !fuente_fecha && <p>Sin fuente anotada</p>}
    </div>
  )
}
