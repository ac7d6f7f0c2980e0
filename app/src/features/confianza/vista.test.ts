import { describe, expect, it } from 'vitest'
import { describeVia, isWaiting, readInvitacion, type Via, type ViaTest } from './vista.ts'

const NOW = 1_800_000_000_000

const via = (over: Partial<Via> = {}): Via => ({
  id: 'uno',
  via: 'correo',
  destino: 'a…@correo.mx',
  confirmada: true,
  probadaEn: null,
  ...over,
})

describe('an invitation', () => {
  it('is nothing for a code that leads nowhere', () => {
    expect(readInvitacion(null, NOW)).toBeNull()
  })

  it('says who asks', () => {
    expect(readInvitacion({ estado: 'invitada', nombre: 'Ana', vence_en_s: 60 }, NOW)).toEqual({
      estado: 'invitada',
      nombre: 'Ana',
      venceEn: NOW + 60_000,
    })
  })

  it('tells a link that was answered from a page, and for how long the same answer may be given', () => {
    expect(readInvitacion({ estado: 'respondida', queda_s: 300 }, NOW)).toMatchObject({ repetible: true })
    expect(readInvitacion({ estado: 'respondida', queda_s: 0 }, NOW)).toMatchObject({ repetible: false })
  })

  it('offers what is possible here, mail first, and moments of the device', () => {
    const answer = {
      estado: 'acepto',
      nombre: 'Ana',
      vias: [{ id: 'uno', via: 'push', destino: 'este', confirmada: true, probada_hace_s: 30 }],
      vias_posibles: ['sms', 'push', 'correo', 'paloma'],
    }
    expect(readInvitacion(answer, NOW)).toMatchObject({
      codigo: null,
      posibles: ['correo', 'push', 'sms'],
      vias: [{ id: 'uno', probadaEn: NOW - 30_000 }],
    })
  })
})

describe('a way', () => {
  it('works only once something has arrived by it', () => {
    expect(describeVia(via({ confirmada: false }), null, NOW)).toMatch(/^Falta confirmarlo/)
    expect(describeVia(via(), null, NOW)).toBe('Confirmado. Todavía sin probar.')
    expect(describeVia(via(), { at: NOW, before: null }, NOW)).toMatch(/^Prueba en camino/)
    expect(describeVia(via({ probadaEn: NOW - 120_000 }), null, NOW)).toBe(
      'Funciona. Última prueba: hace 2 min.',
    )
  })

  it('is not proven again by what had arrived before the test, however shortly', () => {
    const test = { at: NOW - 10_000, before: NOW - 10_500 }
    // The same moment, in whole seconds, read anew.
    expect(describeVia(via({ probadaEn: NOW - 9_700 }), test, NOW)).toMatch(/^Prueba en camino/)
    expect(describeVia(via({ probadaEn: NOW - 5_000 }), test, NOW)).toMatch(/^Funciona/)
    expect(describeVia(via({ probadaEn: NOW - 5_000 }), { ...test, before: null }, NOW)).toMatch(/^Funciona/)
  })

  it('is asked about again only while something is expected', () => {
    const none = new Map<string, ViaTest>()
    const tested = (ago: number) => new Map([['uno', { at: NOW - ago, before: null }]])
    expect(isWaiting([via()], none, NOW)).toBe(false)
    expect(isWaiting([via({ confirmada: false })], none, NOW)).toBe(true)
    expect(isWaiting([via()], tested(10_000), NOW)).toBe(true)
    expect(isWaiting([via({ probadaEn: NOW - 1_000 })], tested(10_000), NOW)).toBe(false)
    expect(isWaiting([via()], tested(200_000), NOW)).toBe(false)
  })
})
