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

/** Of a day with several the one in the middle, the harder of two. */
export function animoOfDay(dichos: Dichos): Animo | null {
  const places = dichos.map(({ value }) => ANIMOS.indexOf(value.animo)).sort((one, other) => one - other)
  return ANIMOS[places[Math.floor(places.length / 2)] ?? -1] ?? null
}

/** Her sayings by their day, each in the order of saying. */
export function byDia(dichos: Dichos): ReadonlyMap<Fecha, Dichos> {
  const days = new Map<Fecha, Nota<Dicho>[]>()
  for (const dicho of dichos) {
    const day = days.get(dicho.value.fecha)
    if (day) day.push(dicho)
    else days.set(dicho.value.fecha, [dicho])
  }
  return days
}

/** A hard day: one of the lower two. */
export const isHard = (animo: Animo): boolean => ANIMOS.indexOf(animo) >= ANIMOS.indexOf('Mal')
