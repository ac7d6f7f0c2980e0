import { longFecha, mesAndYear } from '../../lib/time/fechas.ts'

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
