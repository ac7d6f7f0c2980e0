import { expect, it } from 'vitest'
import { fechaToMove } from './salas.ts'

it('puts a circle beside its neighbour', () => {
  const salas = [{ created_at: '2026-01-03T00:00:00Z' }, { created_at: '2026-01-02T00:00:00Z' }]
  expect(fechaToMove(salas, 1, -1) > '2026-01-03').toBe(true)
  expect(fechaToMove(salas, 0, 1) < '2026-01-02').toBe(true)
  expect(() => fechaToMove(salas, 0, -1)).toThrow(RangeError)
})
