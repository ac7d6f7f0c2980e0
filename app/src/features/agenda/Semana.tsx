import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { weekOf } from '../../components/calendar/calendario.ts'
import { cx } from '../../components/cx.ts'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { addDays, type Fecha, fromFecha, longFechaWithDia, mesAndYear, mesOf } from '../../lib/time/fechas.ts'
import { type Evento, nameOf } from './agendaDrafts.ts'
import { type Ocurrencia, rangeOf } from './dias.ts'
import { bloquesOf, hoursOf } from './semana.ts'

/** The height of an hour, in rem. */
const HOUR_REM = 3

const weekday = new Intl.DateTimeFormat(brand.locale, { weekday: 'short' })

type SemanaProps = {
  /** The chosen day, whose week it is. */
  dia: Fecha
  hoy: Fecha
  on: (dia: Fecha) => Ocurrencia<Evento>[]
  onGo: (dia: Fecha) => void
  /** She chose a day, or an event in it. */
  onChoose: (dia: Fecha) => void
}

/** A week with its hours, on a wide screen: each day is a list of what is in it. */
export function Semana({ dia, hoy, on, onGo, onChoose }: SemanaProps) {
  const week = weekOf(dia)
  const days = week.map((fecha) => ({ fecha, list: on(fecha), bloques: bloquesOf(on(fecha)) }))
  const [first, last] = hoursOf(days.flatMap(({ bloques }) => bloques))
  const { year, month } = mesOf(dia)
  const name = mesAndYear(year, month)
  return (
    <Card as="section" aria-label="Semana" className="grid gap-2">
      <div className="flex items-center gap-1">
        <IconButton
          label="Semana anterior"
          icon={<ChevronLeft aria-hidden="true" />}
          onClick={() => onGo(addDays(dia, -7))}
        />
        <IconButton
          label="Semana siguiente"
          icon={<ChevronRight aria-hidden="true" />}
          onClick={() => onGo(addDays(dia, 7))}
        />
        <h2 aria-live="polite" className="ml-1 font-sans font-semibold text-base tracking-normal">
          {name.charAt(0).toLocaleUpperCase(brand.locale) + name.slice(1)}
        </h2>
      </div>
      <div className="grid grid-cols-[2.75rem_repeat(7,minmax(0,1fr))]">
        <Hours first={first} last={last} />
        {days.map(({ fecha, list, bloques }) => (
          // The rows of all columns are one: names, whole days, hours.
          <section key={fecha} className="row-span-3 grid min-w-0 grid-rows-subgrid border-linea border-l">
            <h3 className="font-sans text-sm tracking-normal">
              <button
                type="button"
                aria-label={longFechaWithDia(fecha)}
                aria-current={fecha === hoy ? 'date' : undefined}
                onClick={() => onChoose(fecha)}
                className={cx(
                  'flex min-h-11 w-full items-center justify-center gap-1.5 rounded-control hover:bg-jacaranda-suave',
                  fecha === hoy ? 'font-bold text-jacaranda-texto' : 'font-semibold text-tinta-suave',
                  fecha === dia && 'bg-jacaranda-suave',
                )}
              >
                {weekday.format(fromFecha(fecha))}
                <span className="text-base tabular-nums">{Number(fecha.slice(8))}</span>
              </button>
            </h3>
            <ul className="grid content-start gap-0.5 border-linea border-b px-0.5 py-1">
              {list
                .filter(({ evento }) => !evento.hora)
                .map(({ evento }) => (
                  <li key={evento.id} className="min-w-0">
                    <Caja evento={evento} words="Todo el día" onClick={() => onChoose(fecha)} />
                  </li>
                ))}
            </ul>
            <ol
              className="relative bg-[repeating-linear-gradient(to_bottom,var(--linea)_0_1px,transparent_1px_3rem)]"
              style={{ height: `${(last - first) * HOUR_REM}rem` }}
            >
              {bloques.map(({ ocurrencia: { evento }, desde, hasta, lane, lanes }) => (
                <li
                  key={evento.id}
                  className="absolute p-px"
                  style={{
                    top: `${(desde / 60 - first) * HOUR_REM}rem`,
                    height: `${((hasta - desde) / 60) * HOUR_REM}rem`,
                    left: `${(lane / lanes) * 100}%`,
                    width: `${100 / lanes}%`,
                  }}
                >
                  <Caja
                    evento={evento}
                    words={rangeOf(evento.hora!, evento.hora_fin)}
                    onClick={() => onChoose(fecha)}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Card>
  )
}

function Hours({ first, last }: { first: number; last: number }) {
  return (
    <div
      aria-hidden="true"
      className="row-span-3 grid grid-rows-subgrid text-tinta-suave text-xs tabular-nums"
    >
      <ul className="row-start-3">
        {Array.from({ length: last - first }, (_, index) => first + index).map((hour) => (
          <li key={hour} className="pr-1.5 text-right" style={{ height: `${HOUR_REM}rem` }}>
            <span className="relative -top-2">{hour > first && `${hour}:00`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Caja({ evento, words, onClick }: { evento: Evento; words: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      title={`${nameOf(evento)}, ${words}`}
      className="grid size-full content-start overflow-hidden rounded-md border-bugambilia border-l-3 bg-bugambilia-suave px-1.5 py-0.5 text-left text-bugambilia-texto text-xs leading-tight hover:[filter:brightness(0.97)]"
    >
      <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {nameOf(evento)}
      </span>
      <span className="truncate tabular-nums">{words}</span>
    </button>
  )
}
