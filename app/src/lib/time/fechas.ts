import { brand } from '../installation/brand.ts'

/** A month of a year; months count from 1 to 12. */
export type Mes = { year: number; month: number }

/** A day as stored: `yyyy-MM-dd`, in the author's calendar, with no time zone. */
export type Fecha = string

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** The stored form of a moment's day, in the device's own time zone. */
export function toFecha(date: Date): Fecha {
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/**
 * Midday of a stored day: midnight does not exist on every day of every time zone.
 *
 * @throws RangeError when it is no day of the calendar
 */
export function fromFecha(fecha: Fecha): Date {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = fecha.split('-').map(Number)
  const date = midday(year, month, day)
  if (toFecha(date) !== fecha) throw new RangeError(`not a day: ${fecha}`)
  return date
}

/** Whether a text is a day of the calendar, as it is stored. */
export function isFecha(text: string): text is Fecha {
  try {
    return toFecha(fromFecha(text)) === text
  } catch {
    return false
  }
}

/** Unlike `new Date`, takes the years 0 to 99 for what they are. */
function midday(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1, 12)
  date.setFullYear(year, month - 1, day)
  return date
}

/** The day that many months later (or earlier, when negative); the month's last day where it has no such day. */
export function addMonths(fecha: Fecha, months: number): Fecha {
  const date = fromFecha(fecha)
  const day = date.getDate()
  date.setDate(1)
  date.setMonth(date.getMonth() + months)
  const { last } = monthRange(date.getFullYear(), date.getMonth() + 1)
  date.setDate(Math.min(day, fromFecha(last).getDate()))
  return toFecha(date)
}

/** The day that many days later (or earlier, when negative). */
export function addDays(fecha: Fecha, days: number): Fecha {
  const date = fromFecha(fecha)
  date.setDate(date.getDate() + days)
  return toFecha(date)
}

const long = new Intl.DateTimeFormat(brand.locale, { day: 'numeric', month: 'long', year: 'numeric' })
const longWithWeekday = new Intl.DateTimeFormat(brand.locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const monthAndYear = new Intl.DateTimeFormat(brand.locale, { month: 'long', year: 'numeric' })

/** «21 de noviembre de 2026», from a stored day or a moment. */
export function longFecha(fecha: Fecha | Date): string {
  return long.format(typeof fecha === 'string' ? fromFecha(fecha) : fecha)
}

/** «sábado, 21 de noviembre de 2026», from a stored day or a moment. */
export function longFechaWithDia(fecha: Fecha | Date): string {
  return longWithWeekday.format(typeof fecha === 'string' ? fromFecha(fecha) : fecha)
}

/** «noviembre de 2026». */
export function mesAndYear(year: number, month: number): string {
  return monthAndYear.format(new Date(year, month - 1, 1, 12))
}

/** «09:05», 24 hours. */
export function shortHora(moment: Date): string {
  return `${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}

/** The month that a stored day lies in. */
export function mesOf(fecha: Fecha): Mes {
  const date = fromFecha(fecha)
  return { year: date.getFullYear(), month: date.getMonth() + 1 }
}

/** First and last day of a month (1 to 12). */
export function monthRange(year: number, month: number): { first: Fecha; last: Fecha } {
  return {
    first: toFecha(midday(year, month, 1)),
    last: toFecha(midday(year, month + 1, 0)),
  }
}

/**
 * The weeks that a month's calendar shows, Monday to Sunday, with the days of the neighbouring months that fill them.
 *
 * @param month 1 to 12
 */
export function monthWeeks(year: number, month: number): Fecha[][] {
  const { first, last } = monthRange(year, month)
  const sinceMonday = (fromFecha(first).getDay() + 6) % 7
  const weeks: Fecha[][] = []
  for (let monday = addDays(first, -sinceMonday); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)))
  }
  return weeks
}

/** «Buenos días», «Buenas tardes» or «Buenas noches», by the hour (0 to 23) on her clock. */
export function saludo(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Buenos días'
  return hour >= 12 && hour < 19 ? 'Buenas tardes' : 'Buenas noches'
}
