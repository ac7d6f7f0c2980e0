import { addDays, fromFecha, shortHora, toFecha } from '../../../lib/time/fechas.ts'

/** Minutes after which she can choose to be missed. */
export const MINUTOS = [15, 30, 45, 60, 120] as const
/** Hours between two questions of a repeated check; the database admits no other. */
export const CADA_H = [1, 2, 4] as const
export type CadaH = (typeof CADA_H)[number]

const MINUTE_MS = 60_000

/** «15 min», «1 h». */
export const shortMinutos = (minutos: number) => (minutos < 60 ? `${minutos} min` : `${minutos / 60} h`)

/**
 * The next moment at which a clock shows that hour: today, or tomorrow where it has passed.
 *
 * @param hora `HH:mm`
 * @returns null where it is no hour
 */
export function nextHora(hora: string, now: Date): Date | null {
  const [hours, minutes] = hora.split(':').map(Number)
  if (!/^\d\d:\d\d$/.test(hora) || hours! > 23 || minutes! > 59) return null
  const on = (fecha: string) => {
    const moment = fromFecha(fecha)
    moment.setHours(hours!, minutes!, 0, 0)
    return moment
  }
  const today = toFecha(now)
  const first = on(today)
  return first > now ? first : on(addDays(today, 1))
}

const isToday = (moment: Date, now: Date) => toFecha(moment) === toFecha(now)

/** «a las 22:14», or «mañana a las 07:00» where that is another day. */
export const atClock = (moment: Date, now: Date): string =>
  `${isToday(moment, now) ? '' : 'mañana '}a las ${shortHora(moment)}`

/** «hasta las 22:14», or «hasta mañana a las 07:00». */
export const untilClock = (moment: Date, now: Date): string =>
  isToday(moment, now) ? `hasta las ${shortHora(moment)}` : `hasta ${atClock(moment, now)}`

/** «Faltan 2 h 5 min», «Falta 1 min», «Faltan 40 s», «Ya es la hora». */
export function remaining(ms: number): string {
  if (ms <= 0) return 'Ya es la hora'
  if (ms < MINUTE_MS) {
    const seconds = Math.ceil(ms / 1000)
    return seconds === 1 ? 'Falta 1 s' : `Faltan ${seconds} s`
  }
  // Never more than there is: what is said in whole minutes is rounded down.
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 60) return minutes === 1 ? 'Falta 1 min' : `Faltan ${minutes} min`
  const rest = minutes % 60
  const hours = Math.floor(minutes / 60)
  return `${hours === 1 ? 'Falta' : 'Faltan'} ${hours} h${rest ? ` ${rest} min` : ''}`
}

/** How long before its time the card and the banner ask instead of only counting. */
export const ASKS_MS = 5 * MINUTE_MS
/** A repeated check asks earlier: she may be asleep. */
export const ASKS_REPEATED_MS = 15 * MINUTE_MS
