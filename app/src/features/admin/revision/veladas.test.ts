import { describe, expect, it } from 'vitest'
import { isVelada } from './cola.ts'
import { isHeld, tellCosa, tellFate } from './veladas.ts'

const NOW = Date.parse('2026-11-23T12:00:00')

describe('a decision about an anonymous author', () => {
  it.each([
    ['2026-12-01T09:30:00', null, true, 'hasta el 1 de diciembre de 2026, 09:30'],
    ['2026-11-23T11:59:59', null, false, 'terminó el 23 de noviembre de 2026'],
    ['2026-12-01T09:30:00', '2026-11-20T08:00:00', false, 'se levantó el 20 de noviembre de 2026'],
  ])('until %s, lifted %s: to lift %s', (hasta, levantada_en, held, fate) => {
    expect(isHeld({ hasta, levantada_en }, NOW)).toBe(held)
    expect(tellFate({ hasta, levantada_en }, NOW)).toBe(fate)
  })

  it('says what it was about', () => {
    expect(tellCosa({ clase: 'historia', titulo: 'Un martes' })).toBe('La historia «Un martes»')
    expect(tellCosa({ clase: 'historia', titulo: null })).toBe('Una historia que ya no está')
    expect(tellCosa({ clase: 'reseña', titulo: null })).toBe('Una reseña')
  })
})

it('reviews, and stories without a signature, are written without a name', () => {
  expect(isVelada({ clase: 'reseña' }, {})).toBe(true)
  expect(isVelada({ clase: 'historia' }, { firmada: false })).toBe(true)
  expect(isVelada({ clase: 'historia' }, { firmada: true })).toBe(false)
  expect(isVelada({ clase: 'mensaje' }, {})).toBe(false)
})
