import { expect, it } from 'vitest'
import { type Animo, animoOfDay, byDia, type Dichos } from './animos.ts'

const said = (...animos: Animo[]): Dichos =>
  animos.map((animo, at) => ({
    id: String(at),
    at,
    value: { fecha: '2026-11-29', hora: '10:00', animo, motivos: [], palabra: '' },
  }))

it('a day of several is the one in the middle, the harder of two; a day of none is none', () => {
  expect(animoOfDay(said('Muy mal', 'Bien', 'Regular'))).toBe('Regular')
  expect(animoOfDay(said('Muy bien', 'Mal'))).toBe('Mal')
  expect(animoOfDay(said('Bien'))).toBe('Bien')
  expect(animoOfDay([])).toBeNull()
})

it('what she said stands under its day, in the order of saying', () => {
  const days = byDia([
    ...said('Muy mal', 'Bien'),
    ...said('Regular').map((one) => ({ ...one, value: { ...one.value, fecha: '2026-11-28' } })),
  ])
  expect(days.get('2026-11-29')?.map(({ value }) => value.animo)).toEqual(['Muy mal', 'Bien'])
  expect(days.get('2026-11-28')).toHaveLength(1)
  expect(days.get('2026-11-30')).toBeUndefined()
})
