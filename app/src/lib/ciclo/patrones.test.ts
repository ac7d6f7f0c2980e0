import { describe, expect, it } from 'vitest'
import { addDays, type Fecha } from '../time/fechas.ts'
import { periodosOf } from './ciclos.ts'
import { patronesOf, patronInWords } from './patrones.ts'

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
