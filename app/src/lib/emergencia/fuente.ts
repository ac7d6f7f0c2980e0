import { longFecha, mesAndYear } from '../time/fechas.ts'
import type { Fuente } from './numeros.ts'

/**
 * The date of a source as people say it. Sources state it as exactly as they can: a day, a month, or in words.
 *
 * @param fecha `2025-11-05`, `2024-09`, or any text
 */
export function fechaOfFuente(fecha: string): string {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d{2}))?$/.exec(fecha) ?? []
  if (!year || !month) return fecha
  if (!day) return mesAndYear(Number(year), Number(month))
  try {
    return longFecha(fecha)
  } catch {
    return fecha
  }
}

/**
 * Whether a source is older than two years. Where it says a month or a year alone, all of that may still be meant; where it says several
 * years, the last one.
 *
 * @param fecha as {@link fechaOfFuente} takes it; one that names no year is of no known age
 */
export function isOldFuente(fecha: string | null, now: Date): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(fecha ?? '') ?? []
  const last =
    year ??
    fecha
      ?.match(/\b(?:19|20)\d{2}\b/g)
      ?.sort()
      .at(-1)
  if (!last) return false
  const end = day
    ? new Date(Number(last) + 2, Number(month) - 1, Number(day) + 1)
    : new Date(Number(last) + 2, month ? Number(month) : 12, 1)
  return end <= now
}

/**
 * The name of the site that a link leads to, so that she sees where she goes before she does.
 *
 * @returns the host without «www.»; null for what is no address of the web, which must not become a link
 */
export function sitioOf(url: string | null): string | null {
  try {
    const { protocol, hostname } = new URL(url ?? '')
    return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www\./, '') : null
  } catch {
    return null
  }
}

/** Whether a number may stand without a word of doubt: its source and day are known, or somebody has dialled it. */
export const isSourced = ({ fuente, fecha, verificado }: Fuente): boolean =>
  Boolean(verificado || (fuente && /^\d{4}/.test(fecha ?? '')))

/** «Fuente: gob.mx, 3 de octubre de 2016», or «Sin verificar»: what stands beside every number. Its day says how old it is, and says it once. */
export function describeFuente(of: Fuente): string {
  const { fuente, fecha, verificado } = of
  if (verificado) return `Verificado por teléfono el ${fechaOfFuente(verificado)}`
  if (!isSourced(of)) return 'Sin verificar'
  return `Fuente: ${sitioOf(fuente) ?? fuente}, ${fechaOfFuente(fecha!)}`
}
