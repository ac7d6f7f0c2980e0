import { expect, it } from 'vitest'
import { leerOf, parseLeer } from './leer.ts'

it.each([null, '', '2026', '2026-13', '2026-00', '1926-01', '2026-11-29', 'x2026-11'])(
  '%j names no month',
  (leer) => {
    expect(parseLeer(leer)).toBeNull()
  },
)

it('a month stands in the address', () => {
  expect(leerOf({ year: 2026, month: 3 })).toBe('2026-03')
  expect(parseLeer('2026-03')).toEqual({ year: 2026, month: 3 })
})
