import { brand } from '../../lib/installation/brand.ts'
import { diasOfSemana } from './orden.ts'

/** The ISO weeks of a year; the last one only some years have. */
export const SEMANAS = Array.from({ length: 53 }, (_, index) => index + 1)

/** What a week is called: its number and its days this year. */
export function nombreOfSemana(semana: number): string {
  return `Semana ${semana} · ${diasOfSemana(semana, new Date().getFullYear(), brand.locale)}`
}
