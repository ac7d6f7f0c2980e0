import { brand } from '../../lib/brand.ts'
import { diasDeSemana } from './orden.ts'

/** The ISO weeks of a year; the last one only some years have. */
export const SEMANAS = Array.from({ length: 53 }, (_, index) => index + 1)

/** What a week is called: its number and its days this year. */
export function nombreDeSemana(semana: number): string {
  return `Semana ${semana} · ${diasDeSemana(semana, new Date().getFullYear(), brand.locale)}`
}
