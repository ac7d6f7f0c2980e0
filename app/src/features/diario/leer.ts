import type { Mes } from '../../lib/time/fechas.ts'

/* Which month she reads stands in the address: `?leer=2026-11`. */

export const leerOf = ({ year, month }: Mes): string => `${year}-${String(month).padStart(2, '0')}`

/** @returns null where the address names no month */
export function parseLeer(leer: string | null): Mes | null {
  const [, year, month] = /^(2[01]\d\d)-(0[1-9]|1[0-2])$/.exec(leer ?? '') ?? []
  return year ? { year: Number(year), month: Number(month) } : null
}
