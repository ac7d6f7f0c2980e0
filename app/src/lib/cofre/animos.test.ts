import { expect, it } from 'vitest'
import { type Animo, animoOfDay, type Dichos, lastOf } from './animos.ts'

const said = (...animos: Animo[]): Dichos =>
  animos.map((animo, at) => ({
    id: String(at),
    at,
    value: { fecha: '2026-11-29', hora: '10:00', animo, motivos: [], palabra: '' },
  }))

it('a day of several is the one in the middle, the harder of two; a day of none is none', () => {
  expect(animoOfDay(said('Muy mal', 'Bien', 'Regular'), '2026-11-29')).toBe('Regular')
  expect(animoOfDay(said('Muy bien', 'Mal'), '2026-11-29')).toBe('Mal')
  expect(animoOfDay(said('Bien'), '2026-11-29')).toBe('Bien')
  expect(animoOfDay(said('Bien'), '2026-11-28')).toBeNull()
  expect(animoOfDay([], '2026-11-29')).toBeNull()
})

it('what she said last is what is shown as today', () => {
  expect(lastOf(said('Muy mal', 'Bien'), '2026-11-29')?.value.animo).toBe('Bien')
  expect(lastOf(said('Bien'), '2026-11-30')).toBeUndefined()
})
