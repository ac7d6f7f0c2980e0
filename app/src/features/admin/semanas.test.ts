import { expect, it } from 'vitest'
import { diasOfSemana } from './semanas.ts'

it('knows the days of a week, over the years’ edges too', () => {
  expect(diasOfSemana(47, 2026, 'es-MX')).toBe('16 al 22 nov')
  expect(diasOfSemana(1, 2026, 'es-MX')).toBe('29 dic al 4 ene')
  expect(diasOfSemana(53, 2026, 'es-MX')).toBe('28 dic al 3 ene')
})
