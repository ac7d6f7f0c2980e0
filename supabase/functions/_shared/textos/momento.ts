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
  const clock = formatOf(timeZone, HOUR).format(moment)
  if (Math.abs(now.getTime() - moment.getTime()) < SAME_DAY_MS) return clock
  return `${clock} del ${formatOf(timeZone, short ? SHORT_DAY : DAY).format(moment)}`
}

const HOUR: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }
const SHORT_DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'numeric' }

/** Making one takes longer than all else that is written of a message; there are as many as time zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string, what: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${what.month ?? ''}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('es-MX', { timeZone, ...what })
    formats.set(key, format)
  }
  return format
}
