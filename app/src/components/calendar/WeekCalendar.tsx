import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { brand } from '../../lib/installation/brand.ts'
import { addDays, type Fecha, fromFecha, mesAndYear, mesOf } from '../../lib/time/fechas.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Calendar, type CalendarProps } from './Calendar.tsx'
import { CalendarDay } from './CalendarDay.tsx'
import { clampDay, dayForKey, weekOf } from './calendario.ts'

const WIDE = '(width >= 64rem)'

/**
 * The week of the chosen day, so that the day itself is on the first screen; the month is one tap away. Wide screens have room for the
 * month, and begin with it.
 */
export function WeekCalendar(props: CalendarProps & { selected: Fecha }) {
  const [whole, setWhole] = useState(() => matchMedia(WIDE).matches)
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)

  // The button that she pressed is gone: the focus goes to the chosen day, or to the button that leads back.
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    const next = whole ? '[data-tab-stop]' : '[aria-expanded]'
    box.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
  }, [whole])

  const turn = (next: boolean) => {
    pressed.current = true
    setWhole(next)
    if (next) props.onMesChange(mesOf(props.selected))
  }
  return (
    <div ref={box}>
      {whole ? (
        <>
          <Calendar {...props} />
          <Button
            look="quiet"
            wide
            icon={<ChevronUp aria-hidden="true" className="size-5" />}
            onClick={() => turn(false)}
          >
            Ver solo la semana
          </Button>
        </>
      ) : (
        <Week {...props} onWhole={() => turn(true)} />
      )}
    </div>
  )
}

const weekday = new Intl.DateTimeFormat(brand.locale, { weekday: 'narrow' })
const long = new Intl.DateTimeFormat(brand.locale, { weekday: 'long' })

function Week(props: CalendarProps & { selected: Fecha; onWhole: () => void }) {
  const { label, selected, onSelect, today, min, max, markOf = () => undefined, busy, onWhole } = props
  const grid = useRef<HTMLTableElement>(null)
  const follow = useRef(false)
  const week = weekOf(selected)
  const { year, month } = mesOf(selected)
  const name = mesAndYear(year, month)

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus follows the day that a key led to, once it is drawn.
  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    grid.current?.querySelector<HTMLElement>('[data-tab-stop]')?.focus()
  }, [selected])

  const go = (days: number) => onSelect(clampDay(addDays(selected, days), min, max))
  const onKeyDown = (event: KeyboardEvent) => {
    const target = dayForKey(selected, event.key, event.shiftKey)
    if (!target || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = clampDay(target, min, max)
    follow.current = next !== selected
    onSelect(next)
  }
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-0.5">
        <IconButton
          label="Semana anterior"
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={week[0]! <= min}
          onClick={() => go(-7)}
        />
        <button
          type="button"
          aria-expanded={false}
          onClick={onWhole}
          className="inline-flex min-h-11 items-center gap-1 rounded-control px-1 font-semibold text-[0.9375rem] md:text-base hover:bg-jacaranda-suave"
        >
          {name.charAt(0).toLocaleUpperCase(brand.locale) + name.slice(1)}
          <ChevronDown aria-hidden="true" className="size-4.5 text-tinta-suave" />
          <span className="sr-only">, ver el mes</span>
        </button>
        <IconButton
          label="Semana siguiente"
          icon={<ChevronRight aria-hidden="true" />}
          disabled={week[6]! >= max}
          onClick={() => go(7)}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA date grid is a table that takes keys.
        role="grid"
        aria-label={`${label}, una semana`}
        aria-busy={busy || undefined}
        className="w-full table-fixed border-collapse"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {week.map((fecha) => (
              <th
                key={fecha}
                scope="col"
                abbr={long.format(fromFecha(fecha))}
                className="font-semibold text-[0.8125rem] text-tinta-suave"
              >
                {weekday.format(fromFecha(fecha))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {week.map((fecha) => (
              <CalendarDay
                key={fecha}
                fecha={fecha}
                mark={markOf(fecha)}
                band={null}
                selected={fecha === selected}
                isToday={fecha === today}
                disabled={fecha < min || fecha > max}
                isTabStop={fecha === selected}
                onChoose={onSelect}
              />
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
