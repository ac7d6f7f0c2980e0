import { addDays, type Fecha, fromFecha } from '../time/fechas.ts'

/*
 * What her own history says of her cycle. Two publications give the limits:
 *
 * FIGO: Munro, Critchley, Fraser, «The two FIGO systems for normal and abnormal uterine bleeding symptoms and classification of causes of
 * abnormal uterine bleeding in the reproductive years: 2018 revisions», Int J Gynaecol Obstet 2018;143:393-408. From 24 to 38 days between
 * starts; the shortest and the longest at most 7 to 9 days apart, by age; at most 8 days of bleeding.
 *
 * Calendar rhythm method: World Health Organization and Johns Hopkins, «Family Planning: A Global Handbook for Providers», 2018, chapter
 * «Fertility Awareness Methods»: of the six last cycles, the shortest less 18 is the first fertile day, the longest less 11 the last.
 */

export const FUENTES = [
  'Límites de un ciclo: FIGO, «The two FIGO systems for normal and abnormal uterine bleeding», revisión de 2018.',
  'Días fértiles: método del calendario, «Planificación familiar: un manual mundial para proveedores», OMS y Johns Hopkins, 2018.',
] as const

export const MODOS = {
  ciclo: 'Ciclo y días fértiles',
  'sin-fertilidad': 'Sin fertilidad',
  pildora: 'Píldora u otro anticonceptivo',
  embarazo: 'Embarazo',
  parto: 'Después del parto',
  menopausia: 'Menopausia',
} as const

export type Modo = keyof typeof MODOS

/** Bleeding is not counted from, and none is forecast. */
export const isUncounted = (modo: Modo): boolean => ['embarazo', 'parto', 'menopausia'].includes(modo)

/** Of less or more days it is no cycle: bleeding in between, or a start that she did not note. */
const MIN_DIAS = 15
const MAX_DIAS = 60
/** So many times her median is rather two cycles, with the start in between not noted; said from so many lengths on. */
const DOUBLE = { times: 1.75, lengths: 3 }
/** How many lengths the forecast rests on at most. */
const LAST = 12
const ASSUMED = { dias: 28, from: 24, to: 38 }
/** With fewer lengths than that, the range is at least what FIGO calls regular, to both sides. */
const FEW = { lengths: 3, around: 4 }
const REGULAR = 9
const RHYTHM = { cycles: 6, first: 18, last: 11 }
/** A period of more days has an end that belongs to something else. */
const MAX_PERIODO = 14
/** So long a period that has no end yet is taken to go on (FIGO). */
const BLEEDING = 8

const DAY_MS = 86_400_000

/** Both at midday: a day that has 23 or 25 hours is still one day. */
export const daysBetween = (from: Fecha, to: Fecha): number =>
  Math.round((fromFecha(to).getTime() - fromFecha(from).getTime()) / DAY_MS)

const sorted = (fechas: readonly Fecha[]): Fecha[] => [...new Set(fechas)].sort()

/** From one start to the next; what is no cycle says why it does not count. */
export type Ciclo = { inicio: Fecha; dias: number; fuera?: 'corto' | 'largo' | 'doble' }

/** Her cycles, the oldest first. A start that follows too soon on another ends none. */
export function ciclosOf(inicios: readonly Fecha[]): Ciclo[] {
  const [first, ...later] = sorted(inicios)
  if (!first) return []
  const ciclos: Ciclo[] = []
  let inicio = first
  for (const fecha of later) {
    const dias = daysBetween(inicio, fecha)
    if (dias < MIN_DIAS) {
      ciclos.push({ inicio, dias, fuera: 'corto' })
      continue
    }
    ciclos.push(dias > MAX_DIAS ? { inicio, dias, fuera: 'largo' } : { inicio, dias })
    inicio = fecha
  }
  const lengths = lengthsOf(ciclos)
  if (lengths.length < DOUBLE.lengths) return ciclos
  const most = medianOf(lengths) * DOUBLE.times
  return ciclos.map((ciclo) => (!ciclo.fuera && ciclo.dias >= most ? { ...ciclo, fuera: 'doble' } : ciclo))
}

const lengthsOf = (ciclos: readonly Ciclo[]) => ciclos.filter(({ fuera }) => !fuera).map(({ dias }) => dias)

export function medianOf(numbers: readonly number[]): number {
  const ordered = [...numbers].sort((one, other) => one - other)
  const middle = ordered.length / 2
  return (ordered[Math.ceil(middle) - 1]! + ordered[Math.floor(middle)]!) / 2
}

export type Seguridad = 'supuesta' | 'poca' | 'buena' | 'variable'

export type Pronostico = {
  proximo: Fecha
  /** The first and the last day on which it may begin. */
  desde: Fecha
  hasta: Fecha
  seguridad: Seguridad
  /** How many lengths it rests on. */
  ciclos: number
}

/** The start that today is counted from; none where nobody can know any more what came after. */
function lastInicio(inicios: readonly Fecha[], hoy: Fecha, modo: Modo): Fecha | null {
  const last = sorted(inicios.filter((fecha) => fecha <= hoy)).at(-1)
  if (!last || isUncounted(modo)) return null
  return daysBetween(last, hoy) > MAX_DIAS ? null : last
}

const lengthsUntil = (inicios: readonly Fecha[], hoy: Fecha) =>
  lengthsOf(ciclosOf(inicios.filter((fecha) => fecha <= hoy))).slice(-LAST)

/** When her next period may begin: the median of her last lengths, and their range. */
export function pronosticoOf(inicios: readonly Fecha[], hoy: Fecha, modo: Modo): Pronostico | null {
  const inicio = lastInicio(inicios, hoy, modo)
  if (!inicio) return null
  const lengths = lengthsUntil(inicios, hoy)
  const { dias, from, to, seguridad } = rangeOf(lengths)
  return {
    proximo: addDays(inicio, dias),
    desde: addDays(inicio, from),
    hasta: addDays(inicio, to),
    seguridad,
    ciclos: lengths.length,
  }
}

function rangeOf(lengths: readonly number[]) {
  if (lengths.length === 0) return { ...ASSUMED, seguridad: 'supuesta' as const }
  const dias = Math.round(medianOf(lengths))
  const from = Math.min(...lengths)
  const to = Math.max(...lengths)
  if (lengths.length < FEW.lengths)
    return {
      dias,
      from: Math.min(from, dias - FEW.around),
      to: Math.max(to, dias + FEW.around),
      seguridad: 'poca' as const,
    }
  return { dias, from, to, seguridad: to - from <= REGULAR ? ('buena' as const) : ('variable' as const) }
}

/** How sure the forecast is, in words. */
export function seguridadInWords({ seguridad, ciclos, desde, hasta }: Pronostico): string {
  switch (seguridad) {
    case 'supuesta':
      return `Todavía no sale de ti: cuenta ${ASSUMED.dias} días, hasta que anotes otro inicio.`
    case 'poca':
      return `Poco segura: sale de ${ciclos === 1 ? 'un ciclo' : `${ciclos} ciclos`}.`
    case 'buena':
      return `Bastante segura: tus últimos ${ciclos} ciclos se parecen.`
    case 'variable':
      return `Solo una idea: tus últimos ${ciclos} ciclos cambian hasta ${daysBetween(desde, hasta)} días.`
  }
}

/**
 * The fertile days of this cycle by the calendar rhythm method. None where she has not six cycles, or where these vary by more than FIGO calls
 * regular: there a calendar says nothing.
 */
export function fertilesOf(
  inicios: readonly Fecha[],
  hoy: Fecha,
  modo: Modo,
): { desde: Fecha; hasta: Fecha } | null {
  const inicio = lastInicio(inicios, hoy, modo)
  const lengths = lengthsUntil(inicios, hoy).slice(-RHYTHM.cycles)
  if (modo !== 'ciclo' || !inicio || lengths.length < RHYTHM.cycles) return null
  const shortest = Math.min(...lengths)
  const longest = Math.max(...lengths)
  if (longest - shortest > REGULAR) return null
  // Her first day is day 1.
  return {
    desde: addDays(inicio, Math.max(shortest - RHYTHM.first, 1) - 1),
    hasta: addDays(inicio, longest - RHYTHM.last - 1),
  }
}

/** Which day of her cycle it is, counting from 1. */
export function diaOf(inicios: readonly Fecha[], hoy: Fecha, modo: Modo): number | null {
  const inicio = lastInicio(inicios, hoy, modo)
  return inicio === null ? null : daysBetween(inicio, hoy) + 1
}

/**
 * A period as far as she noted it: `fin` is the day that she called its end, `hasta` the last that is known of it, `last` the last that can
 * belong to it.
 */
export type Periodo = { inicio: Fecha; fin: Fecha | null; hasta: Fecha; last: Fecha }

/**
 * Her periods, the oldest first.
 *
 * @param sangrados days with bleeding, spotting not among them
 */
export function periodosOf(
  inicios: readonly Fecha[],
  fines: readonly Fecha[],
  sangrados: readonly Fecha[],
  hoy: Fecha,
): Periodo[] {
  const starts = sorted(inicios)
  const ends = sorted(fines)
  const bled = sorted(sangrados)
  return starts.map((inicio, index) => {
    const next = starts[index + 1]
    const latest = addDays(inicio, MAX_PERIODO - 1)
    const last = next && next <= latest ? addDays(next, -1) : latest
    const within = (fecha: Fecha) => fecha >= inicio && fecha <= last
    const fin = ends.find(within) ?? null
    const goesOn = within(hoy) && daysBetween(inicio, hoy) < BLEEDING
    const hasta = fin ?? (goesOn ? hoy : bled.findLast(within)) ?? inicio
    return { inicio, fin, hasta, last }
  })
}

/** Whether she is in her period, as far as she noted it. */
export const isOpen = (periodo: Periodo | undefined, hoy: Fecha): boolean =>
  !!periodo && !periodo.fin && periodo.inicio <= hoy && hoy <= periodo.last

/** Whether bleeding on a day, of which she said nothing else, is the beginning of a period: no other begins near it. */
export const begins = (inicios: readonly Fecha[], fecha: Fecha): boolean =>
  inicios.every((inicio) => Math.abs(daysBetween(inicio, fecha)) >= MIN_DIAS)

/** Whether two days are the start of one and the same period: near each other, and none ended in between. */
export const sameStart = (one: Fecha, other: Fecha, fines: readonly Fecha[]): boolean => {
  const [from, to] = one < other ? [one, other] : [other, one]
  return daysBetween(from, to) < BLEEDING && !fines.some((fin) => fin >= from && fin < to)
}
