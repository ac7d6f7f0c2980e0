import { MapPin, Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '../../components/button/Button.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { cx } from '../../components/cx.ts'
import { PreguntaPais } from '../../components/help/PreguntaPais.tsx'
import { later } from '../../components/layout/deferred.tsx'
import { whenIdle } from '../../lib/device/idle.ts'
import { casa, type Emergencia, useEmergencia } from '../../lib/emergencia/emergencia.ts'
import { describeFuente, isSourced } from '../../lib/emergencia/fuente.ts'
import type { Linea } from '../../lib/emergencia/numeros.ts'

const WriteDialog = later(async () => (await import('./WriteDialog.tsx')).WriteDialog)

/** As it is dialled: `telHref` would bring the code of all telephone numbers into the first screen. */
const dial = (phone: string) => `tel:${phone.replaceAll(' ', '').replaceAll('*', '%2A')}`

/** Help for a visitor without an account and in a hurry: the first thing on the page, and nothing of it is stored. */
export function HelpNow({ className }: { className?: string }) {
  const [writing, setWriting] = useState(false)
  const hers = useEmergencia()
  // Whatever is only supposed never stands alone.
  const known = hers.supuesta ? [hers, casa()] : [hers]

  // A message must not wait for code that the network no longer brings.
  useEffect(() => whenIdle(() => void WriteDialog.preload().catch(() => {})), [])

  return (
    <section
      aria-label="¿Necesitas ayuda ahora?"
      data-numeros
      className={cx('@container grid gap-2.5 rounded-tile border border-linea bg-superficie p-3', className)}
    >
      {hers.supuesta && <PreguntaPais asks />}
      <div
        className={cx(
          'grid gap-2.5',
          hers.supuesta ? 'grid-fit-[7.5rem]' : 'grid-fit-[7rem] @min-[18rem]:grid-cols-[1fr_1.35fr]',
        )}
      >
        {known.map(({ numero }, place) => (
          <a
            key={numero}
            href={dial(numero)}
            className={buttonClass({
              look: place === 0 ? 'danger' : 'secondary',
              className: 'min-h-16 px-3 leading-tight',
            })}
          >
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            <span>
              Llamar al <Propio className="whitespace-nowrap text-lg">{numero}</Propio>
            </span>
          </a>
        ))}
        <button
          type="button"
          onClick={() => setWriting(true)}
          className={buttonClass({
            look: 'secondary',
            className: cx(
              'px-3 text-[0.9375rem] leading-tight',
              hers.supuesta ? 'col-span-full min-h-13' : 'min-h-16',
            ),
          })}
        >
          <MapPin aria-hidden="true" className="size-5 shrink-0" />
          <span className="text-left">Escribir a alguien con mi ubicación</span>
        </button>
      </div>
      {known.map(({ codigo, pais, lineas }) => (
        <Lineas key={codigo} pais={hers.supuesta ? pais : null} lineas={lineas} />
      ))}
      <Fuentes of={known} />
      {writing && <WriteDialog onClose={() => setWriting(false)} />}
    </section>
  )
}

/** @param pais named where lines of two countries stand together */
function Lineas({ pais, lineas }: { pais: string | null; lineas: readonly Linea[] }) {
  if (lineas.length === 0) return null
  return (
    <ul
      aria-label={pais ? `Líneas nacionales de ${pais}` : 'Líneas nacionales'}
      className="grid grid-fit-[7.5rem] items-end gap-2.5"
    >
      {lineas.map((linea) => (
        <li key={linea.telefono}>
          <a
            href={dial(linea.telefono)}
            className="grid min-h-11 content-center rounded-control px-2 py-1 leading-tight hover:bg-jacaranda-suave"
          >
            <span className="text-[0.8125rem] text-tinta-suave">
              {linea.nombre}
              {pais && ` (${pais})`}
            </span>
            <span className="font-semibold text-jacaranda-texto text-[0.9375rem]">
              <Propio className="whitespace-nowrap underline underline-offset-4">{linea.telefono}</Propio>
              {linea.nota && `, ${linea.nota}`}
            </span>
            {!isSourced(linea) && <span className="text-[0.8125rem] text-tinta-suave">Sin verificar</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Where each number above was read, and when: a wrong one harms. */
function Fuentes({ of }: { of: readonly Emergencia[] }) {
  const rows = of.flatMap(({ de, numero, lineas }) => [
    { ...de, telefono: numero },
    ...lineas.map((linea) => ({ ...linea, pais: de.pais })),
  ])
  const doubtful = of.some(({ de }) => !isSourced(de))
  return (
    <details className="-my-1 text-[0.8125rem] text-tinta-suave">
      <summary className="px-2">{doubtful ? 'Sin verificar: fuentes y fechas' : 'Fuentes y fechas'}</summary>
      <ul className="grid gap-1 px-2 pb-1">
        {rows.map((row) => (
          <li key={row.telefono}>
            {row.telefono} ({row.pais}): {describeFuente(row)}
          </li>
        ))}
      </ul>
    </details>
  )
}
