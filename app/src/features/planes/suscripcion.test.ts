import { describe, expect, it } from 'vitest'
import { brand } from '../../lib/installation/brand.ts'
import { comingOf, type Fila, pagoState, planOf } from './suscripcion.ts'

const now = new Date('2026-11-21T12:00:00Z')
const fila = (change: Partial<Fila>): Fila => ({
  plan: 'premium',
  estado: 'activa',
  vigente_hasta: '2026-12-21T12:00:00Z',
  cancela_al_final: false,
  ...change,
})

describe('coming back from the payment page', () => {
  it.each([
    ['paid', [fila({})], 'pagada'],
    ['paid, and an older one given up', [fila({}), fila({ estado: 'cancelada' })], 'pagada'],
    ['paid without an end', [fila({ vigente_hasta: null })], 'pagada'],
    ['not told yet', [fila({ estado: 'pendiente' })], 'espera'],
    ['nothing', [], 'nada'],
    ['over', [fila({ vigente_hasta: '2026-11-21T11:59:59Z' })], 'nada'],
    ['overdue', [fila({ estado: 'vencida' })], 'nada'],
    ['cancelled', [fila({ estado: 'cancelada' })], 'nada'],
    ['another plan', [fila({ plan: 'basico' })], 'nada'],
  ] as const)('%s', (_, rows, expected) => {
    expect(pagoState(rows, 'premium', now)).toBe(expected)
  })
})

it.each([
  ['premium', 'premium'],
  ['basico', 'basico'],
  ['toString', null],
  ['', null],
  [null, null],
])('the plan «%s»', (text, expected) => expect(planOf(text)).toBe(expected))

describe('what is sold and not there', () => {
  it('loses the events while one is to come, and keeps them while nobody has said so', () => {
    for (const answer of [undefined, null, false, 'true'])
      expect(comingOf(answer)).toEqual(brand.comingFeatures)
    expect(comingOf(true)).toEqual(['Asistencia y coberturas Amparo'])
  })
})
