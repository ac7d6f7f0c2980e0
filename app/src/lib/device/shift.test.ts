import { describe, expect, it } from 'vitest'
import { countShift, noShift } from './shift.ts'

type Press = [type: 'keydown' | 'keyup', key: string, at: number]

const press = (presses: Press[]) =>
  presses.reduce((count, [type, key, at]) => countShift(count, { type, key, at }), noShift).presses

const shift = (at: number): Press[] => [
  ['keydown', 'Shift', at],
  ['keyup', 'Shift', at + 50],
]

describe('countShift', () => {
  it('reaches three with three presses', () => {
    expect(press([...shift(0), ...shift(400), ...shift(800)])).toBe(3)
  })

  it('allows up to five seconds between presses, and no more', () => {
    expect(press([...shift(0), ...shift(5000), ...shift(10_000)])).toBe(3)
    expect(press([...shift(0), ...shift(5001)])).toBe(1)
  })

  it('does not count a Shift that writes a capital letter', () => {
    const capital: Press[] = [
      ['keydown', 'Shift', 0],
      ['keydown', 'A', 30],
      ['keyup', 'A', 60],
      ['keyup', 'Shift', 90],
    ]
    expect(press([...capital, ...capital, ...capital])).toBe(0)
  })

  it('starts again after any other key', () => {
    expect(
      press([...shift(0), ...shift(400), ['keydown', 'a', 600], ['keyup', 'a', 650], ...shift(800)]),
    ).toBe(1)
  })

  it('counts a key held down once', () => {
    let count = noShift
    for (const at of [0, 30, 60])
      count = countShift(count, { type: 'keydown', key: 'Shift', at, repeat: at > 0 })
    expect(countShift(count, { type: 'keyup', key: 'Shift', at: 90 }).presses).toBe(1)
  })
})
