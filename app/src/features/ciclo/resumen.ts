import { DOLORES, type Dolor, FLUJOS, type Flujo, type Historia, SINTOMAS } from '../../lib/ciclo/apuntes.ts'
import { ciclosOf, daysBetween, medianOf } from '../../lib/ciclo/ciclos.ts'
import { brand } from '../../lib/installation/brand.ts'
import type { Fecha } from '../../lib/time/fechas.ts'

/* What a doctor asks of her cycle, in numbers: of her last periods, without a word of hers. */

/** As many periods as are told. */
const LAST = 12

type Rango = { mediana: number; menor: number; mayor: number; de: number }

export type FilaResumen = {
  inicio: Fecha
  /** Days of bleeding; null where she noted no end. */
  sangrado: number | null
  /** Days until the next start; null of the last one, or where it does not count. */
  ciclo: number | null
  flujo: Flujo | null
  dolor: Dolor | null
  /** Each with the number of days on which she noted it, the most frequent first. */
  sintomas: [sintoma: string, dias: number][]
}

export type Resumen = { filas: FilaResumen[]; ciclo: Rango | null; sangrado: Rango | null }

const rangoOf = (numbers: readonly number[]): Rango | null =>
  numbers.length === 0
    ? null
    : {
        mediana: medianOf(numbers),
        menor: Math.min(...numbers),
        mayor: Math.max(...numbers),
        de: numbers.length,
      }

/** The one of these that stands furthest in its scale. */
const mostOf = <Key extends string>(scale: Record<Key, unknown>, said: readonly (Key | null)[]): Key | null =>
  (Object.keys(scale) as Key[]).findLast((key) => said.includes(key)) ?? null

const isNumber = (value: number | null): value is number => value !== null

export function resumenOf({ inicios, periodos, dias }: Historia): Resumen {
  const lengths = new Map(
    ciclosOf(inicios).flatMap(({ inicio, dias, fuera }) => (fuera ? [] : [[inicio, dias] as const])),
  )
  const filas = periodos
    .slice(-LAST)
    .toReversed()
    .map(({ inicio, fin, hasta }): FilaResumen => {
      const within = [...dias.values()].filter(({ fecha }) => fecha >= inicio && fecha <= hasta)
      const counts = new Map<string, number>()
      for (const { sintomas } of within)
        for (const one of sintomas) counts.set(SINTOMAS[one], (counts.get(SINTOMAS[one]) ?? 0) + 1)
      return {
        inicio,
        sangrado: fin === null ? null : daysBetween(inicio, fin) + 1,
        ciclo: lengths.get(inicio) ?? null,
        flujo: mostOf(
          FLUJOS,
          within.map(({ flujo }) => flujo),
        ),
        dolor: mostOf(
          DOLORES,
          within.map(({ dolor }) => dolor),
        ),
        sintomas: [...counts].sort(([, one], [, other]) => other - one),
      }
    })
  return {
    filas,
    ciclo: rangoOf(filas.map(({ ciclo }) => ciclo).filter(isNumber)),
    sangrado: rangoOf(filas.map(({ sangrado }) => sangrado).filter(isNumber)),
  }
}

/** «28 días, de 26 a 30 (6 ciclos)». */
export function rangoInWords(rango: Rango | null, de: { one: string; several: string }): string {
  if (!rango) return 'sin datos'
  const { mediana, menor, mayor } = rango
  const number = mediana.toLocaleString(brand.locale)
  const span = menor === mayor ? '' : `, de ${menor} a ${mayor}`
  return `${number} días${span} (${rango.de} ${rango.de === 1 ? de.one : de.several})`
}
