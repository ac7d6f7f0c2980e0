import { expect, it } from 'vitest'
import { diasOfSemana, weeksIn } from './semanas.ts'

it('knows the days of a week, over the years’ edges too', () => {
  expect(diasOfSemana(47, 2026, 'es-MX')).toBe('16 al 22 nov')
  expect(diasOfSemana(1, 2026, 'es-MX')).toBe('29 dic al 4 ene')
  expect(diasOfSemana(53, 2026, 'es-MX')).toBe('28 dic al 3 ene')
})

it.each([
  [[48], 'semana 48'],
  [[48, 49], 'semanas 48 y 49'],
  [[48, 49, 50, 53, 1, 2, 3], 'semanas 48 a 50, 53 y 1 a 3'],
])('says weeks that follow each other as one span: %j', (semanas, words) => {
  expect(weeksIn(semanas)).toBe(words)
})
