import { expect, it } from 'vitest'
import { type Sala, splitByActivity, type Ultimo } from './salas.ts'

const sala = (id: string) => ({ id }) as Sala
const said = (creado_en: string): Ultimo => ({ user_id: 'bea', contenido: 'hola', creado_en, profiles: null })
const now = Date.parse('2026-11-29T12:00:00Z')
const ids = (salas: Sala[]) => salas.map(({ id }) => id).join(' ')

it('puts the circle with the latest word first, then one with a call, and calls the rest quiet', () => {
  const { activas, quietas } = splitByActivity(['vieja', 'nunca', 'ayer', 'hoy', 'llamada'].map(sala), {
    now,
    inLlamada: (id) => id === 'llamada',
    ultimos: new Map([
      ['vieja', said('2026-09-01T10:00:00Z')],
      ['ayer', said('2026-11-28T10:00:00Z')],
      ['hoy', said('2026-11-29T10:00:00Z')],
    ]),
  })
  expect(ids(activas)).toBe('hoy ayer llamada')
  expect(ids(quietas)).toBe('vieja nunca')
})

it('hides no circle where nothing is known, or where nobody wrote anywhere', () => {
  for (const ultimos of [undefined, new Map<string, Ultimo>()]) {
    const { activas, quietas } = splitByActivity([sala('una'), sala('otra')], {
      now,
      inLlamada: () => false,
      ultimos,
    })
    expect([ids(activas), ids(quietas)]).toEqual(['una otra', ''])
  }
})
