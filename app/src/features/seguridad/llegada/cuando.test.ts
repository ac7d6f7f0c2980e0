import { describe, expect, it } from 'vitest'
import { atClock, nextHora, remaining, shortMinutos, untilClock } from './cuando.ts'

const now = new Date(2026, 10, 22, 21, 30, 15)

describe('the next time a clock shows an hour', () => {
  it.each([
    ['22:15', new Date(2026, 10, 22, 22, 15)],
    ['21:31', new Date(2026, 10, 22, 21, 31)],
    ['21:30', new Date(2026, 10, 23, 21, 30)],
    ['07:00', new Date(2026, 10, 23, 7, 0)],
    ['00:00', new Date(2026, 10, 23, 0, 0)],
  ])('%s', (hora, expected) => expect(nextHora(hora, now)).toEqual(expected))

  it.each(['', '24:00', '7:00', '10:60', 'pronto'])('«%s» is no hour', (hora) =>
    expect(nextHora(hora, now)).toBeNull(),
  )
})

it('says the day where it is another one', () => {
  expect(atClock(new Date(2026, 10, 22, 22, 5), now)).toBe('a las 22:05')
  expect(atClock(new Date(2026, 10, 23, 7, 0), now)).toBe('mañana a las 07:00')
  expect(untilClock(new Date(2026, 10, 22, 22, 5), now)).toBe('hasta las 22:05')
  expect(untilClock(new Date(2026, 10, 23, 7, 0), now)).toBe('hasta mañana a las 07:00')
})

it.each([
  [-1, 'Ya es la hora'],
  [0, 'Ya es la hora'],
  [1, 'Falta 1 s'],
  [59_001, 'Faltan 60 s'],
  [60_000, 'Falta 1 min'],
  [119_999, 'Falta 1 min'],
  [30 * 60_000, 'Faltan 30 min'],
  [60 * 60_000, 'Falta 1 h'],
  [125 * 60_000, 'Faltan 2 h 5 min'],
])('%d ms: %s', (ms, text) => expect(remaining(ms)).toBe(text))

it('names the choices', () =>
  expect([15, 45, 60, 120].map(shortMinutos)).toEqual(['15 min', '45 min', '1 h', '2 h']))
