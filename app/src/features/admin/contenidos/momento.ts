import { shortHora, toFecha } from '../../../lib/time/fechas.ts'

/** A moment as the browser's field for a day and its hour has it, in the device's own time zone; empty for none. */
export function forInput(moment: Date | string | null | undefined): string {
  if (!moment) return ''
  const date = new Date(moment)
  return `${toFecha(date)}T${shortHora(date)}`
}

/**
 * The moment that such a field says; null where it is empty.
 *
 * @param before what it was filled in from: the field knows no seconds, and one that nobody touched stays what it was
 */
export function fromInput(typed: string, before: string | null | undefined): string | null {
  if (!typed) return null
  return before && typed === forInput(before) ? before : new Date(typed).toISOString()
}
