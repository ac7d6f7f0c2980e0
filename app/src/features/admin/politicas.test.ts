import { expect, it } from 'vitest'
import { ServiceError } from '../../lib/errors.ts'
import { BORRADOR_VACIO, motivoDe, revisarPolitica } from './politicas.ts'
import { fechaParaMover } from './salas.ts'

it('asks for what a version needs', () => {
  expect(Object.keys(revisarPolitica(BORRADOR_VACIO))).toEqual(['titulo', 'version', 'contenido'])
  expect(
    revisarPolitica({ titulo: 'a', version: '1', contenido: '<p>x</p>', desde: '2027-01-01T10:00' }),
  ).toEqual({})
  expect(revisarPolitica({ titulo: 'a', version: '1', contenido: 'x', desde: 'ayer' })).toHaveProperty(
    'desde',
  )
})

it('says why the database refused one', () => {
  expect(motivoDe(new ServiceError('', '23505', 409), ' 1.0 ')).toContain('la versión 1.0.')
  expect(motivoDe(new ServiceError('', '23514', 400), '2')).toContain('scripts')
  expect(motivoDe(new ServiceError('', 'network', 0), '2')).toBeNull()
})

it('puts a room beside its neighbour', () => {
  const salas = [{ created_at: '2026-01-03T00:00:00Z' }, { created_at: '2026-01-02T00:00:00Z' }]
  expect(fechaParaMover(salas, 1, -1) > '2026-01-03').toBe(true)
  expect(fechaParaMover(salas, 0, 1) < '2026-01-02').toBe(true)
  expect(() => fechaParaMover(salas, 0, -1)).toThrow(RangeError)
})
