import { addDays, type Fecha } from '../time/fechas.ts'
import { ciclosOf, diaOf, type Modo, type Periodo } from './ciclos.ts'

/*
 * What her own counts say of hard days and her period: how many were in the seven days before it, how many during it. Nothing of causes.
 *
 * The week before and its comparison with the rest of the same cycles: Eisenlohr-Moul and others, «Toward the Reliable Diagnosis of DSM-5
 * Premenstrual Dysphoric Disorder: The Carolina Premenstrual Assessment Scoring System (C-PASS)», Am J Psychiatry 2017;174:51-59. It takes
 * days -7 to -1, noted as they go, in at least two cycles. This counts the same days, asks for a cycle more, and calls them nothing.
 */

/** Without so many whole cycles in which she noted how she was, and so many hard days in them, nothing is said. */
const MIN = { ciclos: 3, dificiles: 4, cuantos: 3, enCiclos: 2 }
/** A cycle in which she noted fewer days says little of its week before. */
const NOTED = 7
/** As many of the last cycles are looked at. */
const LAST = 6
const BEFORE = 7
/** The least chance (Fisher's exact test, one-sided) at which as many would lie there by accident. */
const CHANCE = 0.05

export type Patron = {
  cuando: 'antes' | 'durante'
  /** Of the hard days in these cycles, so many were then. */
  cuantos: number
  dificiles: number
  ciclos: number
}

type Anotado = { fecha: Fecha; dificil: boolean }

/** Her last whole cycles in which she noted enough, the oldest first. Looked for from the last one back: what was years ago is not. */
function notedCiclos(inicios: readonly Fecha[], dias: readonly Anotado[]) {
  const byFecha = new Map(dias.map((dia) => [dia.fecha, dia]))
  const found: { inicio: Fecha; next: Fecha; noted: Anotado[] }[] = []
  for (const { inicio, dias: largo, fuera } of ciclosOf(inicios).toReversed()) {
    if (fuera) continue
    const noted = Array.from({ length: largo }, (_, at) => byFecha.get(addDays(inicio, at)) ?? []).flat()
    if (noted.length >= NOTED) found.push({ inicio, next: addDays(inicio, largo), noted })
    if (found.length === LAST) break
  }
  return found.toReversed()
}

/**
 * Whether the start of her next period, and nothing else, is missing before it can be said whether something repeats: the cycle that she is in
 * has days enough already, and there are hard days enough.
 */
export function isOnePeriodoShort(
  inicios: readonly Fecha[],
  dias: readonly Anotado[],
  hoy: Fecha,
  modo: Modo,
): boolean {
  const dia = diaOf(inicios, hoy, modo)
  if (dia === null) return false
  const ciclos = notedCiclos(
    inicios.filter((fecha) => fecha <= hoy),
    dias,
  )
  const began = addDays(hoy, 1 - dia)
  const now = dias.filter(({ fecha }) => fecha >= began && fecha <= hoy)
  const all = [...ciclos.flatMap(({ noted }) => noted), ...now]
  return (
    ciclos.length === MIN.ciclos - 1 &&
    now.length >= NOTED &&
    all.filter(({ dificil }) => dificil).length >= MIN.dificiles
  )
}

/**
 * At most two, and none that the numbers do not carry.
 *
 * @param dias each day of which she said how she was, and whether it was hard
 */
export function patronesOf(
  inicios: readonly Fecha[],
  periodos: readonly Periodo[],
  dias: readonly Anotado[],
): Patron[] {
  const ciclos = notedCiclos(inicios, dias)
  if (ciclos.length < MIN.ciclos) return []

  const isBefore = (fecha: Fecha, next: Fecha) => fecha >= addDays(next, -BEFORE)
  const isDuring = (fecha: Fecha) => periodos.some(({ inicio, hasta }) => fecha >= inicio && fecha <= hasta)
  const days = ciclos.flatMap(({ noted, next }, ciclo) =>
    noted.map(({ fecha, dificil }) => ({
      ciclo,
      dificil,
      antes: isBefore(fecha, next),
      durante: isDuring(fecha),
    })),
  )
  const hard = days.filter(({ dificil }) => dificil)
  if (hard.length < MIN.dificiles) return []

  return (['antes', 'durante'] as const).flatMap((cuando) => {
    const there = hard.filter((day) => day[cuando])
    const within = days.filter((day) => day[cuando]).length
    const carried =
      there.length >= MIN.cuantos &&
      new Set(there.map(({ ciclo }) => ciclo)).size >= MIN.enCiclos &&
      // A sentence says «most of them»: half is not.
      there.length * 2 > hard.length &&
      chanceOf(there.length, hard.length, within, days.length) < CHANCE
    return carried ? { cuando, cuantos: there.length, dificiles: hard.length, ciclos: ciclos.length } : []
  })
}

/**
 * Where no cycle is counted: of the reasons that she gave, how many of her hard days had the one that most of them had. There are ten reasons to
 * choose from, so each is to be ten times less likely an accident than a single one.
 */
const REASONS = { days: 90, noted: 14, chance: CHANCE / 10 }

export type Motivo = { motivo: string; cuantos: number; dificiles: number }

/**
 * A reason that more than half of her hard days of the last ninety had, at least three, and that stands with hard days more often than with others.
 * Null where the numbers carry none.
 */
export function motivoOf(
  dias: readonly (Anotado & { motivos: readonly string[] })[],
  hoy: Fecha,
): Motivo | null {
  const since = addDays(hoy, -REASONS.days)
  const noted = dias.filter(({ fecha }) => fecha > since && fecha <= hoy)
  const hard = noted.filter(({ dificil }) => dificil)
  if (noted.length < REASONS.noted || hard.length < MIN.dificiles) return null
  const carried = [...new Set(hard.flatMap(({ motivos }) => motivos))]
    .map((motivo) => {
      const has = ({ motivos }: { motivos: readonly string[] }) => motivos.includes(motivo)
      return { motivo, cuantos: hard.filter(has).length, within: noted.filter(has).length }
    })
    .filter(
      ({ cuantos, within }) =>
        cuantos >= MIN.cuantos &&
        cuantos * 2 > hard.length &&
        chanceOf(cuantos, hard.length, within, noted.length) < REASONS.chance,
    )
    .sort((one, other) => other.cuantos - one.cuantos)
  const [most] = carried
  return most ? { motivo: most.motivo, cuantos: most.cuantos, dificiles: hard.length } : null
}

/** How likely it is that of so many hard days at least so many lie within, wherever they fell by accident. */
function chanceOf(there: number, hard: number, within: number, all: number): number {
  let chance = 0
  for (let count = there; count <= Math.min(hard, within); count++)
    chance += Math.exp(
      logChoose(within, count) + logChoose(all - within, hard - count) - logChoose(all, hard),
    )
  return chance
}

function logChoose(all: number, chosen: number): number {
  if (chosen < 0 || chosen > all) return Number.NEGATIVE_INFINITY
  let sum = 0
  for (let one = 1; one <= chosen; one++) sum += Math.log((all - chosen + one) / one)
  return sum
}

const NUMEROS = ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']
const numero = (value: number): string => NUMEROS[value] ?? String(value)

/** «Tres de tus cuatro días difíciles fueron en los siete días antes de tu periodo.» */
export function patronInWords({ cuando, cuantos, dificiles }: Patron): string {
  const where = cuando === 'antes' ? 'en los siete días antes de tu periodo' : 'durante tu periodo'
  const words =
    cuantos === dificiles
      ? `tus ${numero(dificiles)} días difíciles fueron ${where}.`
      : `${numero(cuantos)} de tus ${numero(dificiles)} días difíciles fueron ${where}.`
  return words.charAt(0).toLocaleUpperCase('es') + words.slice(1)
}

/** «En cuatro de tus seis días difíciles anotaste «Descanso».» */
export const motivoInWords = ({ motivo, cuantos, dificiles }: Motivo): string =>
  cuantos === dificiles
    ? `En tus ${numero(dificiles)} días difíciles anotaste «${motivo}».`
    : `En ${numero(cuantos)} de tus ${numero(dificiles)} días difíciles anotaste «${motivo}».`

export const REASON_DAYS = REASONS.days
