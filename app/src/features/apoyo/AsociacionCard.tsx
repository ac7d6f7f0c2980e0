import { BadgeCheck, Globe, History, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { fechaOfFuente, isOldFuente, sitioOf } from '../../lib/emergencia/fuente.ts'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { telHref, useNumero } from '../../lib/outside/phone.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { Asociacion } from './asociaciones.ts'
import { whereText } from './lugares.ts'

type AsociacionCardProps = {
  asociacion: Asociacion
  /** The actions of the viewer: report the number, or, for the admin, change the entry. */
  actions: ReactNode
}

export function AsociacionCard({ asociacion, actions }: AsociacionCardProps) {
  const { nombre, descripcion, telefono, url_web, visible } = asociacion
  const lugar = whereText(asociacion)
  return (
    <Card as="li" className="flex min-w-0 flex-col gap-3 wrap-anywhere">
      <div className="grid gap-1">
        <h3 className="font-sans font-semibold text-[1.0625rem] leading-snug tracking-normal">
          {nombre} {!visible && <span className="text-alerta-texto">(OCULTO)</span>}
        </h3>
        {lugar && (
          <p className="flex items-start gap-1.5 text-sm text-tinta-suave">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {lugar}
          </p>
        )}
      </div>
      {descripcion && <p className="whitespace-pre-line text-[0.9375rem]">{descripcion}</p>}
      <div className="mt-auto grid gap-1 pt-1">
        {telefono && <CallButton nombre={nombre} telefono={telefono} />}
        <Sitio nombre={nombre} url={url_web} />
      </div>
      <Verificacion asociacion={asociacion} />
      {actions}
    </Card>
  )
}

/** A real call link with the number as text: where it dials nothing, she can read it. */
export function CallButton({ nombre, telefono }: { nombre: string; telefono: string }) {
  const numero = useNumero(telefono)
  const tel = telHref(telefono)
  if (!tel) return <p className="font-semibold tabular-nums">{numero}</p>
  return (
    <a
      href={tel}
      aria-label={`Llamar · ${numero}, ${nombre}`}
      className={buttonClass({ wide: true, className: 'tabular-nums' })}
    >
      <Phone aria-hidden="true" className="size-5 shrink-0" />
      Llamar · {numero}
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
      className={buttonClass({ look: 'quiet', wide: true, className: 'min-w-0' })}
    >
      <Globe aria-hidden="true" className="size-5 shrink-0" />
      <span className="wrap-anywhere">{sitio}</span>
    </a>
  )
}

/** How far the number can be trusted, and why (a wrong one harms); that nobody has dialled it is said once, above the list. */
function Verificacion({ asociacion }: { asociacion: Asociacion }) {
  const { verificada_el, fuente_url, fuente_fecha } = asociacion
  const sitio = sitioOf(fuente_url)
  return (
    <div className="grid gap-0.5 border-linea border-t pt-3 text-sm text-tinta-suave">
      {verificada_el && (
        <p className="flex items-center gap-1.5 font-medium text-salvia-texto">
          <BadgeCheck aria-hidden="true" className="size-4.5 shrink-0" />
          Verificado por teléfono el {longFecha(verificada_el)}
        </p>
      )}
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
      {!verificada_el && isOldFuente(fuente_fecha, new Date()) && (
        <p className="flex items-center gap-1.5 font-medium text-maiz-texto">
          <History aria-hidden="true" className="size-4.5 shrink-0" />
          La fuente es de hace más de dos años: puede haber cambiado.
        </p>
      )}
    </div>
  )
}
