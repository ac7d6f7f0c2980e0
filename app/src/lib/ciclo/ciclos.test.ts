import { describe, expect, it } from 'vitest'
import { addDays, type Fecha } from '../time/fechas.ts'
import {
  begins,
  ciclosOf,
  diaOf,
  fertilesOf,
  isOpen,
  type Modo,
  periodosOf,
  pronosticoOf,
  type Seguridad,
  sameStart,
  seguridadInWords,
} from './ciclos.ts'

/** Starts so many days apart, the last of them on a day. */
function startsUntil(last: Fecha, ...lengths: number[]): Fecha[] {
  let fecha = last
  return [last, ...lengths.toReversed().map((dias) => (fecha = addDays(fecha, -dias)))].toReversed()
}

type Expected = [desde: Fecha, proximo: Fecha, hasta: Fecha, seguridad: Seguridad, ciclos: number] | null

/* The dates were counted on a calendar, not by the code. */
const HISTORIAS: [name: string, inicios: Fecha[], hoy: Fecha, expected: Expected, modo?: Modo][] = [
  ['nothing noted', [], '2026-11-20', null],
  ['one start', ['2026-11-03'], '2026-11-20', ['2026-11-27', '2026-12-01', '2026-12-11', 'supuesta', 0]],
  [
    'one start, today',
    ['2026-11-20'],
    '2026-11-20',
    ['2026-12-14', '2026-12-18', '2026-12-28', 'supuesta', 0],
  ],
  [
    'two starts, 28 days',
    ['2026-10-06', '2026-11-03'],
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-05', 'poca', 1],
  ],
  [
    'two starts, 31 days',
    ['2026-10-03', '2026-11-03'],
    '2026-11-20',
    ['2026-11-30', '2026-12-04', '2026-12-08', 'poca', 1],
  ],
  [
    'three starts, 28 and 30 days',
    ['2026-09-06', '2026-10-04', '2026-11-03'],
    '2026-11-20',
    ['2026-11-28', '2026-12-02', '2026-12-06', 'poca', 2],
  ],
  [
    'three starts, 22 and 40 days: wider than four to each side',
    ['2026-09-02', '2026-09-24', '2026-11-03'],
    '2026-11-20',
    ['2026-11-25', '2026-12-04', '2026-12-13', 'poca', 2],
  ],
  [
    'four starts, 27, 28 and 29 days',
    ['2026-08-11', '2026-09-07', '2026-10-05', '2026-11-03'],
    '2026-11-20',
    ['2026-11-30', '2026-12-01', '2026-12-02', 'buena', 3],
  ],
  [
    'an even number of lengths, half a day rounded up',
    startsUntil('2026-11-03', 28, 29, 28, 29),
    '2026-11-20',
    ['2026-12-01', '2026-12-02', '2026-12-02', 'buena', 4],
  ],
  [
    'irregular: 21, 45, 30 and 38 days',
    startsUntil('2026-11-03', 21, 45, 30, 38),
    '2026-11-20',
    ['2026-11-24', '2026-12-07', '2026-12-18', 'variable', 4],
  ],
  [
    'irregular: 24, 36, 25, 40, 33 days',
    startsUntil('2026-11-03', 24, 36, 25, 40, 33),
    '2026-11-20',
    ['2026-11-27', '2026-12-06', '2026-12-13', 'variable', 5],
  ],
  [
    'nine days between the shortest and the longest is regular',
    startsUntil('2026-11-03', 25, 30, 34),
    '2026-11-20',
    ['2026-11-28', '2026-12-03', '2026-12-07', 'buena', 3],
  ],
  [
    'ten days between them is not',
    startsUntil('2026-11-03', 25, 30, 35),
    '2026-11-20',
    ['2026-11-28', '2026-12-03', '2026-12-08', 'variable', 3],
  ],
  [
    'a start not noted among others: 56 days are two cycles',
    startsUntil('2026-11-03', 28, 28, 56, 28),
    '2026-11-20',
    ['2026-12-01', '2026-12-01', '2026-12-01', 'buena', 3],
  ],
  [
    'a long gap of 100 days',
    startsUntil('2026-11-03', 28, 29, 100, 28),
    '2026-11-20',
    ['2026-12-01', '2026-12-01', '2026-12-02', 'buena', 3],
  ],
  [
    'nothing but a long gap is no length',
    ['2026-08-05', '2026-11-03'],
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-11', 'supuesta', 0],
  ],
  [
    'bleeding ten days after a start cuts no cycle in two',
    ['2026-10-06', '2026-10-16', '2026-11-03'],
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-05', 'poca', 1],
  ],
  [
    'what she called her last start is where it is counted from, however soon',
    ['2026-10-06', '2026-11-03', '2026-11-13'],
    '2026-11-20',
    ['2026-12-07', '2026-12-11', '2026-12-15', 'poca', 1],
  ],
  [
    '14 and 61 days do not count',
    startsUntil('2026-11-03', 28, 61, 14, 14),
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-05', 'poca', 2],
  ],
  [
    '15 and 60 days do',
    startsUntil('2026-11-03', 15, 60),
    '2026-11-20',
    ['2026-11-18', '2026-12-11', '2027-01-02', 'poca', 2],
  ],
  [
    'the twelve last alone: two of 40 days lie before them',
    startsUntil('2026-11-03', 40, 40, ...Array<number>(12).fill(28)),
    '2026-11-20',
    ['2026-12-01', '2026-12-01', '2026-12-01', 'buena', 12],
  ],
  [
    'February of a leap year has a 29th',
    ['2028-01-31', '2028-02-28'],
    '2028-03-01',
    ['2028-03-23', '2028-03-27', '2028-03-31', 'poca', 1],
  ],
  [
    'February of another year has none',
    ['2027-01-31', '2027-02-28'],
    '2027-03-01',
    ['2027-03-24', '2027-03-28', '2027-04-01', 'poca', 1],
  ],
  [
    'a start on the 29th of February',
    ['2028-02-01', '2028-02-29'],
    '2028-03-01',
    ['2028-03-24', '2028-03-28', '2028-04-01', 'poca', 1],
  ],
  [
    'over the end of a year',
    ['2026-11-07', '2026-12-05'],
    '2026-12-31',
    ['2026-12-29', '2027-01-02', '2027-01-06', 'poca', 1],
  ],
  [
    'over the end of months of 31 and 30 days',
    ['2026-07-31', '2026-08-31'],
    '2026-09-15',
    ['2026-09-27', '2026-10-01', '2026-10-05', 'poca', 1],
  ],
  [
    'as she taps them: in any order, one twice',
    ['2026-11-03', '2026-10-06', '2026-11-03'],
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-05', 'poca', 1],
  ],
  [
    'another device is a day ahead: its start is not counted yet',
    ['2026-10-06', '2026-11-03', '2026-11-21'],
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-05', 'poca', 1],
  ],
  [
    'sixty days after the last start the forecast is still said',
    ['2026-09-21'],
    '2026-11-20',
    ['2026-10-15', '2026-10-19', '2026-10-29', 'supuesta', 0],
  ],
  ['sixty-one days after it, not any more', ['2026-09-20'], '2026-11-20', null],
  [
    'with the pill',
    ['2026-10-06', '2026-11-03'],
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-05', 'poca', 1],
    'pildora',
  ],
  [
    'without fertility',
    ['2026-10-06', '2026-11-03'],
    '2026-11-20',
    ['2026-11-27', '2026-12-01', '2026-12-05', 'poca', 1],
    'sin-fertilidad',
  ],
  ['pregnant', ['2026-10-06', '2026-11-03'], '2026-11-20', null, 'embarazo'],
  ['after birth', ['2026-10-06', '2026-11-03'], '2026-11-20', null, 'parto'],
  ['in menopause', ['2026-10-06', '2026-11-03'], '2026-11-20', null, 'menopausia'],
]

describe('the forecast', () => {
  it.each(HISTORIAS)('%s', (_, inicios, hoy, expected, modo = 'ciclo') => {
    const found = pronosticoOf(inicios, hoy, modo)
    expect(found && [found.desde, found.proximo, found.hasta, found.seguridad, found.ciclos]).toEqual(
      expected,
    )
    expect(diaOf(inicios, hoy, modo) === null).toBe(expected === null)
  })

  it('says how sure it is', () => {
    const wordsOf = (...lengths: number[]) =>
      seguridadInWords(pronosticoOf(startsUntil('2026-11-03', ...lengths), '2026-11-20', 'ciclo')!)
    expect(wordsOf()).toContain('cuenta 28 días')
    expect(wordsOf(28)).toContain('un ciclo')
    expect(wordsOf(28, 29, 30)).toContain('3 ciclos se parecen')
    expect(wordsOf(21, 45, 30, 38)).toContain('cambian hasta 24 días')
  })
})

describe('fertile days', () => {
  const SIX = startsUntil('2026-11-03', 28, 27, 31, 29, 30, 28)

  it('are the example of the handbook: shortest 27, longest 31, from day 9 to day 20', () => {
    expect(fertilesOf(SIX, '2026-11-20', 'ciclo')).toEqual({ desde: '2026-11-11', hasta: '2026-11-22' })
  })

  it('need six cycles', () => {
    expect(fertilesOf(SIX.slice(1), '2026-11-20', 'ciclo')).toBeNull()
  })

  it('rest on the six last alone, and are not said where these vary', () => {
    const after = (...lengths: number[]) => startsUntil('2026-11-03', ...lengths, 28, 27, 31, 29, 30)
    expect(fertilesOf(after(40, 28), '2026-11-20', 'ciclo')).not.toBeNull()
    expect(fertilesOf(after(28, 40), '2026-11-20', 'ciclo')).toBeNull()
  })

  it.each<Modo>(['sin-fertilidad', 'pildora', 'embarazo', 'parto', 'menopausia'])(
    'are none in %s',
    (modo) => {
      expect(fertilesOf(SIX, '2026-11-20', modo)).toBeNull()
    },
  )
})

describe('cycles', () => {
  it('say why they do not count', () => {
    expect(
      ciclosOf(startsUntil('2026-11-03', 28, 10, 18, 56, 70, 29)).map(({ dias, fuera }) => [dias, fuera]),
    ).toEqual([
      [28, undefined],
      [10, 'corto'],
      [28, undefined],
      [56, 'doble'],
      [70, 'largo'],
      [29, undefined],
    ])
  })

  it('begin where bleeding is far from every start', () => {
    expect(begins(['2026-11-03'], '2026-11-17')).toBe(false)
    expect(begins(['2026-11-03'], '2026-11-18')).toBe(true)
    expect(begins(['2026-11-03'], '2026-10-20')).toBe(false)
  })
})

describe('periods', () => {
  it('end where she said, else with the last day of bleeding, else on the first', () => {
    const inicios = ['2026-08-01', '2026-09-01', '2026-10-01']
    const found = periodosOf(
      inicios,
      ['2026-08-05', '2026-09-20'],
      ['2026-09-02', '2026-09-03'],
      '2026-11-20',
    )
    expect(found).toEqual([
      { inicio: '2026-08-01', fin: '2026-08-05', hasta: '2026-08-05', last: '2026-08-14' },
      { inicio: '2026-09-01', fin: null, hasta: '2026-09-03', last: '2026-09-14' },
      { inicio: '2026-10-01', fin: null, hasta: '2026-10-01', last: '2026-10-14' },
    ])
    expect(isOpen(found.at(-1), '2026-11-20')).toBe(false)
  })

  it('go on until today for eight days, and can be ended for fourteen', () => {
    const on = (hoy: Fecha) => periodosOf(['2026-11-03'], [], [], hoy)[0]!
    expect(on('2026-11-10').hasta).toBe('2026-11-10')
    expect(on('2026-11-11').hasta).toBe('2026-11-03')
    expect(isOpen(on('2026-11-16'), '2026-11-16')).toBe(true)
    expect(isOpen(on('2026-11-17'), '2026-11-17')).toBe(false)
  })

  it('begin once: a start some days off is a slip, after an end it is another', () => {
    expect(sameStart('2026-11-03', '2026-11-10', [])).toBe(true)
    expect(sameStart('2026-11-10', '2026-11-03', ['2026-11-06'])).toBe(false)
    expect(sameStart('2026-11-03', '2026-11-11', [])).toBe(false)
  })
})
