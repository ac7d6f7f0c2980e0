import type { Fecha } from '../time/fechas.ts'
import type { Nota } from './notas.ts'

/* How she said that she was: notes on the sheets `animo`. */

export const ANIMOS = ['Muy bien', 'Bien', 'Regular', 'Mal', 'Muy mal'] as const
export type Animo = (typeof ANIMOS)[number]

/** How she said that she was, and why, where she said so. */
export type Dicho = { fecha: Fecha; hora: string; animo: Animo; motivos: string[]; palabra: string }

/** The sheet of a day: its month. */
export const mesOfDicho = (fecha: Fecha): string => fecha.slice(0, 7)

export type Dichos = readonly Nota<Dicho>[]

/** The last that she said on a day. */
export const lastOf = (dichos: Dichos, fecha: Fecha): Nota<Dicho> | undefined =>
  dichos.filter(({ value }) => value.fecha === fecha).at(-1)

/** Of a day with several the one in the middle, the harder of two. */
export function animoOfDay(dichos: Dichos, fecha: Fecha): Animo | null {
  const places = dichos
    .filter(({ value }) => value.fecha === fecha)
    .map(({ value }) => ANIMOS.indexOf(value.animo))
    .sort((one, other) => one - other)
  return ANIMOS[places[Math.floor(places.length / 2)] ?? -1] ?? null
}
