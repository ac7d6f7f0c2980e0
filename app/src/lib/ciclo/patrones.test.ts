import { describe, expect, it } from 'vitest'
import { addDays, type Fecha } from '../time/fechas.ts'
import { periodosOf } from './ciclos.ts'
import { isOnePeriodoShort, motivoInWords, motivoOf, patronesOf, patronInWords } from './patrones.ts'

const HOY = '2026-11-29'
/** Starts 28 days apart, the last one today. */
const startsOf = (cuantos: number): Fecha[] =>
  Array.from({ length: cuantos }, (_, at) => addDays(HOY, -28 * (cuantos - 1 - at)))

type Given = {
  inicios?: Fecha[]
  /** Hard days, each so many before the start of that place. */
  hard: [start: number, before: number][]
  /** Whether she said how she was, so many days before a start; always where it is not told. */
  noted?: (before: number) => boolean
}

function patrones({ inicios = startsOf(4), hard, noted = () => true }: Given) {
  const hardDays = new Set(hard.map(([start, before]) => addDays(inicios[start]!, -before)))
  const dias = []
  for (let fecha = inicios[0]!, at = 0; fecha < HOY; fecha = addDays(fecha, 1), at++)
    if (noted(28 - (at % 28))) dias.push({ fecha, dificil: hardDays.has(fecha) })
  const fines = inicios.map((inicio) => addDays(inicio, 4))
  return patronesOf(inicios, periodosOf(inicios, fines, [], HOY), dias)
}

const THREE_OF_FOUR: Given['hard'] = [
  [1, 2],
  [2, 3],
  [3, 1],
  [2, 15],
]

describe('hard days before her period', () => {
  it('are said where her numbers carry it, as a count', () => {
    const [patron, ...more] = patrones({ hard: THREE_OF_FOUR })
    expect(more).toEqual([])
    expect(patron).toEqual({ cuando: 'antes', cuantos: 3, dificiles: 4, ciclos: 3 })
    expect(patronInWords(patron!)).toBe(
      'Tres de tus cuatro días difíciles fueron en los siete días antes de tu periodo.',
    )
  })

  const silent: [name: string, given: Given][] = [
    [
      'two whole cycles',
      { inicios: startsOf(3), hard: [...THREE_OF_FOUR.filter(([start]) => start < 3), [1, 1], [2, 1]] },
    ],
    ['three hard days', { hard: THREE_OF_FOUR.slice(0, 3) }],
    [
      'all of them in one cycle',
      {
        hard: [
          [2, 1],
          [2, 2],
          [2, 3],
          [2, 4],
        ],
      },
    ],
    [
      'half of them',
      {
        hard: [
          [1, 2],
          [2, 3],
          [3, 1],
          [1, 15],
          [2, 16],
          [3, 15],
        ],
      },
    ],
    [
      'a week of which she noted most, and of the others little',
      {
        noted: (before) => before <= 8,
        hard: [
          [1, 1],
          [2, 2],
          [3, 3],
          [1, 8],
        ],
      },
    ],
    [
      'cycles of which she noted few days',
      {
        noted: (before) => before % 6 === 2,
        hard: [
          [1, 2],
          [2, 2],
          [3, 2],
          [2, 8],
        ],
      },
    ],
  ]
  it.each(silent)('are not said of %s', (_, given) => {
    expect(patrones(given)).toEqual([])
  })

  it('eighth and later cycles do not count: how it was years ago is not how it is', () => {
    const inicios = startsOf(12)
    expect(patrones({ inicios, hard: THREE_OF_FOUR })).toEqual([])
  })
})

it('hard days during her period are counted apart, and all of them are not «five of five»', () => {
  const [patron] = patrones({
    hard: [
      [0, 0],
      [1, -1],
      [1, -2],
      [2, 0],
      [2, -3],
    ],
  })
  expect(patron).toMatchObject({ cuando: 'durante', cuantos: 5, dificiles: 5 })
  expect(patronInWords(patron!)).toBe('Tus cinco días difíciles fueron durante tu periodo.')
})

it('without anything noted nothing is said', () => {
  expect(patronesOf([], [], [])).toEqual([])
})

describe('one period short', () => {
  /** Three starts, the last one 27 days ago: with the next there are three whole cycles. */
  const inicios = startsOf(4)
    .slice(0, 3)
    .map((inicio) => addDays(inicio, 1))
  const every = (from: Fecha, hard: readonly number[] = [3, 10, 30, 60]) =>
    Array.from({ length: 90 }, (_, at) => ({
      fecha: addDays(inicios[0]!, at),
      dificil: hard.includes(at),
    })).filter(({ fecha }) => fecha >= from && fecha <= HOY)
  const all = every(inicios[0]!)

  it('is said where nothing but that is missing, and then something can be said', () => {
    expect(isOnePeriodoShort(inicios, all, HOY, 'ciclo')).toBe(true)
    const [next, hard] = [
      [...inicios, HOY],
      [1, 25, 50, 52, 53],
    ]
    const dias = every(inicios[0]!, hard)
    expect(isOnePeriodoShort(inicios, dias, HOY, 'ciclo')).toBe(true)
    expect(patronesOf(next, periodosOf(next, [], [], HOY), dias)).toHaveLength(1)
  })

  it('is not said where that is not true', () => {
    // A cycle fewer, or enough of them.
    expect(isOnePeriodoShort(inicios.slice(1), all, HOY, 'ciclo')).toBe(false)
    expect(
      isOnePeriodoShort(
        [addDays(inicios[0]!, -28), ...inicios],
        [...all, ...every('2000-01-01').map((dia) => ({ ...dia, fecha: addDays(dia.fecha, -28) }))],
        HOY,
        'ciclo',
      ),
    ).toBe(false)
    // Too few days of this cycle, or of one before.
    expect(
      isOnePeriodoShort(
        inicios,
        all.filter(({ fecha }) => fecha < addDays(inicios[2]!, 6)),
        HOY,
        'ciclo',
      ),
    ).toBe(false)
    expect(isOnePeriodoShort(inicios, every(addDays(inicios[1]!, -6)), HOY, 'ciclo')).toBe(false)
    // Too few hard days.
    expect(isOnePeriodoShort(inicios, every(inicios[0]!, [3, 10, 30]), HOY, 'ciclo')).toBe(false)
    // None is expected.
    expect(isOnePeriodoShort(inicios, all, HOY, 'embarazo')).toBe(false)
    expect(isOnePeriodoShort(inicios, all, addDays(inicios[2]!, 61), 'ciclo')).toBe(false)
  })
})

describe('reasons of hard days, where no cycle is counted', () => {
  /** Of the last days, the first of them hard. */
  const days = (noted: number, hard: number, motivosOf: (at: number) => string[]) =>
    Array.from({ length: noted }, (_, at) => ({
      fecha: addDays(HOY, -at),
      dificil: at < hard,
      motivos: motivosOf(at),
    }))

  it('are a count, of the one that most had', () => {
    const motivo = motivoOf(
      days(20, 6, (at) => (at < 4 ? ['Descanso'] : at === 4 ? ['Dinero'] : [])),
      HOY,
    )
    expect(motivo).toEqual({ motivo: 'Descanso', cuantos: 4, dificiles: 6 })
    expect(motivoInWords(motivo!)).toBe('En cuatro de tus seis días difíciles anotaste «Descanso».')
    expect(motivoInWords({ ...motivo!, cuantos: 6 })).toBe('En tus seis días difíciles anotaste «Descanso».')
  })

  const silent: [name: string, dias: ReturnType<typeof days>][] = [
    ['few noted days', days(13, 4, (at) => (at < 4 ? ['Descanso'] : []))],
    ['three hard days', days(30, 3, (at) => (at < 3 ? ['Descanso'] : []))],
    ['half of them', days(30, 6, (at) => (at < 3 ? ['Descanso'] : []))],
    ['a reason that good days have as well', days(20, 6, () => ['Trabajo'])],
    ['a reason that chance would give to them', days(14, 4, (at) => (at < 3 ? ['Descanso'] : []))],
    [
      'days of long ago',
      days(20, 6, () => ['Descanso']).map((dia) => ({ ...dia, fecha: addDays(dia.fecha, -90) })),
    ],
  ]
  it.each(silent)('are not said of %s', (_, dias) => {
    expect(motivoOf(dias, HOY)).toBeNull()
  })
})
