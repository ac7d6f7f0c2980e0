import { expect, it } from 'vitest'
import { hasTocaya, type Usuaria } from './usuarias.ts'

const usuaria = (id: string, nombre: string): Usuaria => ({
  id,
  nombre,
  desde: '2026-11-24',
  estado: 'activa',
  faltas: 0,
  reportes: 0,
})

it('of two who read alike both are marked, and nobody else', () => {
  const found = [usuaria('a', 'Darina Luz'), usuaria('b', 'darína luz '), usuaria('c', 'Darina Luz Paz')]
  expect(found.map((one) => hasTocaya(one, found))).toEqual([true, true, false])
})
