import { describe, expect, it } from 'vitest'
import { byPeriod, tellSeconds, toCsv } from './cifras.ts'

describe('figures', () => {
  it('puts what belongs to one period into one row, newest first', () => {
    const rows = byPeriod([
      { desde: null, que: 'miembros', valor: '20 o más' },
      { desde: '2026-11-02', que: 'a', valor: '12' },
      { desde: '2026-11-09', que: 'a', valor: 'menos de 10' },
      { desde: '2026-11-02', que: 'b', valor: '13' },
    ])
    expect(rows.map(({ desde, valores }) => [desde, ...valores.values()])).toEqual([
      ['2026-11-09', 'menos de 10'],
      ['2026-11-02', '12', '13'],
    ])
  })

  it('makes a file of them in which nothing is a formula', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['=1+1', 'di "hola"'],
          ['-2', 'menos de 10'],
        ],
      ),
    ).toBe('"a","b"\r\n"\'=1+1","di ""hola"""\r\n"\'-2","menos de 10"')
  })

  it.each([
    ['17', '17 s'],
    ['200', '3 min'],
  ])('%s seconds are %s', (seconds, told) => {
    expect(tellSeconds(seconds)).toBe(told)
  })
})
