import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { brand } from '../../lib/installation/brand.ts'
import {
  addDays,
  addMonths,
  type Fecha,
  fromFecha,
  type Mes,
  mesAndYear,
  mesOf,
  monthRange,
  monthWeeks,
} from '../../lib/time/fechas.ts'
import { IconButton } from '../button/IconButton.tsx'
import { MonthSelect } from '../form/MonthSelect.tsx'
import { CalendarDay } from './CalendarDay.tsx'
import { bandOf, clampDay, type DayMark, dayForKey } from './calendario.ts'

export type CalendarProps = {
  /** What the calendar is for, for who cannot see it: «Días del diario». */
  label: string
  /** The month on show; the caller keeps it, since what is marked in it may have to be fetched. */
  mes: Mes
  onMesChange: (mes: Mes) => void
  selected: Fecha | null
  onSelect: (fecha: Fecha) => void
  /** Her own today: drawn apart, and where the keyboard begins. */
  today: Fecha
  /** First and last day that can be reached and chosen. */
  min: Fecha
  max: Fecha
  /** What is special about a day, if anything. */
  markOf?: (fecha: Fecha) => DayMark | undefined
  /** The marks are still loading. */
  busy?: boolean
  /** Each day has room below its number, whether something stands there or not. */
  tall?: boolean
}

/** 2024-01-01 was a Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => fromFecha(addDays('2024-01-01', day)))
const short = new Intl.DateTimeFormat(brand.locale, { weekday: 'short' })
const narrow = new Intl.DateTimeFormat(brand.locale, { weekday: 'narrow' })
const long = new Intl.DateTimeFormat(brand.locale, { weekday: 'long' })

/**
 * A month, Monday to Sunday, with the dropdowns of month and year. One stop for the tab key; inside, the keys of the ARIA
 * date grid. Every mark is said in words as well.
 */
export function Calendar(props: CalendarProps) {
  const { label, mes, onMesChange, selected, onSelect, today, min, max, markOf = () => undefined } = props
  const [cursor, setCursor] = useState<Fecha | null>(null)
  const grid = useRef<HTMLTableElement>(null)
  const follow = useRef(false)

  const { first, last } = monthRange(mes.year, mes.month)
  const shown = (fecha: Fecha | null): fecha is Fecha => fecha !== null && fecha >= first && fecha <= last
  const tabStop = [cursor, selected, today].find(shown) ?? clampDay(first, min, max)

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the day that a key led to, once it is drawn.
  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    grid.current?.querySelector<HTMLElement>('[data-tab-stop]')?.focus()
  }, [tabStop])

  const onKeyDown = (event: KeyboardEvent) => {
    const target = dayForKey(tabStop, event.key, event.shiftKey)
    if (!target || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = clampDay(target, min, max)
    follow.current = next !== tabStop
    setCursor(next)
    if (!shown(next)) onMesChange(mesOf(next))
  }

  const turn = (months: number) => onMesChange(mesOf(clampDay(addMonths(first, months), min, max)))
  const choose = useCallback(
    (fecha: Fecha) => {
      setCursor(fecha)
      onSelect(fecha)
    },
    [onSelect],
  )

  return (
    <div className="@container grid grid-cols-1 gap-2">
      <div className="flex items-center justify-between gap-0.5 @max-[15rem]:flex-wrap @max-[18rem]:-mx-2">
        <IconButton
          label="Mes anterior"
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={addDays(first, -1) < min}
          onClick={() => turn(-1)}
        />
        <MonthSelect mes={mes} onChange={onMesChange} min={min} max={max} />
        <IconButton
          label="Mes siguiente"
          icon={<ChevronRight aria-hidden="true" />}
          disabled={addDays(last, 1) > max}
          onClick={() => turn(1)}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {mesAndYear(mes.year, mes.month)}
      </p>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA date grid is a table that takes keys.
        role="grid"
        aria-label={`${label}, ${mesAndYear(mes.year, mes.month)}`}
        aria-busy={props.busy || undefined}
        className="w-full table-fixed border-collapse"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th
                key={day.getDay()}
                scope="col"
                abbr={long.format(day)}
                className="pb-1 font-semibold text-[0.8125rem] text-tinta-suave"
              >
                <span className="@max-[15rem]:hidden">{short.format(day).replace('.', '')}</span>
                <span className="hidden @max-[15rem]:inline">{narrow.format(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(mes.year, mes.month).map((wholeWeek) => {
            const week = wholeWeek.map((fecha) => (shown(fecha) ? fecha : null))
            return (
              <tr key={wholeWeek[0]}>
                {week.map((fecha, index) =>
                  fecha ? (
                    <CalendarDay
                      key={fecha}
                      fecha={fecha}
                      mark={markOf(fecha)}
                      band={bandOf(week, index, markOf)}
                      selected={fecha === selected}
                      isToday={fecha === today}
                      disabled={fecha < min || fecha > max}
                      isTabStop={fecha === tabStop}
                      tall={props.tall}
                      onChoose={choose}
                    />
                  ) : (
                    <td key={wholeWeek[index]} />
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
