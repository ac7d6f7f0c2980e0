const HOUR_MS = 3_600_000
/** Beyond this the hour alone could be that of another day. */
const SAME_DAY_MS = 12 * HOUR_MS

/**
 * When something happened, as people say it: «22:14», and «22:14 del 21 de noviembre» once that could be another day's.
 * @param iso the moment; without one, or one that is none: «hace poco»
 */
export function tellTime(
  iso: string | undefined,
  zone: string | undefined,
  { now = new Date(), short = false } = {},
): string {
  const moment = new Date(iso ?? Number.NaN)
  if (Number.isNaN(moment.getTime())) return short ? '' : 'hace poco'
  const timeZone = zone ?? 'UTC'
  const hour = new Intl.DateTimeFormat('es-MX', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const clock = hour.format(moment)
  if (Math.abs(now.getTime() - moment.getTime()) < SAME_DAY_MS) return clock
  const day = new Intl.DateTimeFormat('es-MX', {
    timeZone,
    day: 'numeric',
    month: short ? 'numeric' : 'long',
  })
  return `${clock} del ${day.format(moment)}`
}
