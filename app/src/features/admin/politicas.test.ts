import { expect, it } from 'vitest'
import { ServiceError } from '../../data/errors.ts'
import { BORRADOR_VACIO, checkPolitica, motivoOf } from './politicas.ts'
import { fechaToMove } from './salas.ts'

it('asks for what a version needs', () => {
  expect(Object.keys(checkPolitica(BORRADOR_VACIO))).toEqual(['titulo', 'version', 'contenido'])
  expect(
    checkPolitica({ titulo: 'a', version: '1', contenido: '<p>x</p>', desde: '2027-01-01T10:00' }),
  ).toEqual({})
  expect(checkPolitica({ titulo: 'a', version: '1', contenido: 'x', desde: 'ayer' })).toHaveProperty('desde')
})

it('says why the database refused one', () => {
  expect(motivoOf(new ServiceError('', '23505', 409), ' 1.0 ')).toContain('la versión 1.0.')
  expect(motivoOf(new ServiceError('', '23514', 400), '2')).toContain('scripts')
  expect(motivoOf(new ServiceError('', 'network', 0), '2')).toBeNull()
})

it('puts a room beside its neighbour', () => {
  const salas = [{ created_at: '2026-01-03T00:00:00Z' }, { created_at: '2026-01-02T00:00:00Z' }]
  expect(fechaToMove(salas, 1, -1) > '2026-01-03').toBe(true)
  expect(fechaToMove(salas, 0, 1) < '2026-01-02').toBe(true)
  expect(() => fechaToMove(salas, 0, -1)).toThrow(RangeError)
})
