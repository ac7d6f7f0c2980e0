import { describe, expect, it } from 'vitest'
import { countShift, noShift } from './shift.ts'

type Press = [type: string, key: string | undefined, at: number, more?: { altKey?: boolean }]

const press = (presses: Press[]) =>
  presses.reduce(
    (count, [type, key, timeStamp, more]) => countShift(count, { type, key, timeStamp, ...more }),
    noShift,
  ).presses

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

  it.each(['pointerdown', 'wheel'])('does not count a Shift held for the mouse: %s', (type) => {
    const used = (at: number): Press[] => [
      ['keydown', 'Shift', at],
      [type, undefined, at + 20],
      ['keyup', 'Shift', at + 50],
    ]
    expect(press([...used(0), ...used(400), ...used(800)])).toBe(0)
  })

  it('starts again after a click', () => {
    expect(press([...shift(0), ...shift(400), ['pointerdown', undefined, 600], ...shift(800)])).toBe(1)
  })

  it('does not count a Shift that changes the keyboard', () => {
    const alt = { altKey: true }
    const layout = (at: number): Press[] => [
      ['keydown', 'Shift', at, alt],
      ['keyup', 'Shift', at + 50, alt],
    ]
    expect(press([['keydown', 'Alt', 0, alt], ...layout(100), ...layout(400), ...layout(800)])).toBe(0)
  })

  it('counts the left and the right Shift, although they overlap', () => {
    const down = (at: number): Press => ['keydown', 'Shift', at]
    const up = (at: number): Press => ['keyup', 'Shift', at]
    expect(press([down(0), down(100), up(150), up(200), down(300), up(350)])).toBe(3)
  })

  it('counts a key held down once', () => {
    let count = noShift
    for (const at of [0, 30, 60])
      count = countShift(count, { type: 'keydown', key: 'Shift', timeStamp: at, repeat: at > 0 })
    expect(countShift(count, { type: 'keyup', key: 'Shift', timeStamp: 90 }).presses).toBe(1)
  })
})
