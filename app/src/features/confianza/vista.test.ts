import { describe, expect, it } from 'vitest'
import {
  describeAcceptance,
  describeInvitation,
  describeVia,
  isWaiting,
  type Quien,
  readInvitacion,
  type Via,
  type ViaTest,
} from './vista.ts'

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
      desde: new Date(NOW),
      telefono: null,
      posibles: [],
      venceEn: NOW + 60_000,
    })
  })

  it('has a name for an account that gave none, and a moment for what says of none', () => {
    expect(readInvitacion({ estado: 'no_puede', nombre: ' ', vence_en_s: null }, NOW)).toEqual({
      estado: 'no_puede',
      nombre: 'Alguien que confía en ti',
      desde: new Date(NOW),
      telefono: null,
      posibles: [],
      venceEn: NOW,
    })
    expect(readInvitacion({ estado: 'acepto', nombre: ' Ana ' }, NOW)).toEqual({
      estado: 'acepto',
      nombre: 'Ana',
      desde: new Date(NOW),
      telefono: null,
      codigo: null,
      posibles: [],
      vias: [],
    })
  })

  it('says since when, and which number to trust: anybody may take her name', () => {
    const given = (over: object) =>
      readInvitacion({ nombre: 'Ana', desde_hace_s: 864_000, ...over }, NOW) as Quien
    const invitada = given({ estado: 'invitada', telefono: '…78' })
    expect(describeInvitation(invitada)).toMatch(
      /^Esta invitación es del \d+ de enero de 2027 y dice que su número termina en 78\. Si dudas/,
    )
    expect(describeInvitation({ ...invitada, telefono: null })).not.toContain('termina')
    const aceptada = given({ estado: 'acepto', telefono: '+525512345678' })
    expect(describeAcceptance(aceptada)).toMatch(
      /^Eres su contacto desde el \d+ de enero de 2027\. Llámala al número que ya tenías antes de aceptar\. Ella dio el \+525512345678: compáralos\.$/,
    )
    expect(describeAcceptance({ ...aceptada, telefono: null })).not.toContain('Ella dio')
  })

  it('tells a link that was answered from a page, and for how long the same answer may be given', () => {
    expect(readInvitacion({ estado: 'respondida', queda_s: 300 }, NOW)).toMatchObject({ repetible: true })
    // Too short a time to do anything in it.
    for (const queda_s of [5, 0, undefined])
      expect(readInvitacion({ estado: 'respondida', queda_s }, NOW)).toMatchObject({ repetible: false })
  })

  it('offers what is possible here, mail first, and moments of the device', () => {
    const answer = {
      estado: 'acepto',
      nombre: 'Ana',
      vias: [
        { id: 'uno', via: 'push', destino: 'este', confirmada: true, probada_hace_s: 30 },
        { id: 'dos', via: 'sms', destino: '…78', confirmada: false, probada_hace_s: null },
      ],
      vias_posibles: ['sms', 'push', 'correo', 'paloma'],
    }
    expect(readInvitacion(answer, NOW)).toMatchObject({
      codigo: null,
      posibles: ['correo', 'push', 'sms'],
      vias: [
        { id: 'uno', probadaEn: NOW - 30_000 },
        { id: 'dos', probadaEn: null },
      ],
    })
  })
})

describe('a way', () => {
  it('works only once something has arrived by it', () => {
    expect(describeVia(via({ confirmada: false }), null, NOW)).toMatch(/^Falta confirmarlo/)
    expect(describeVia(via(), null, NOW)).toBe('Confirmado. Todavía sin probar.')
    expect(describeVia(via(), { at: NOW, before: null }, NOW)).toMatch(/^Prueba en camino/)
    expect(describeVia(via({ probadaEn: NOW - 120_000 }), null, NOW)).toBe('Funciona. Comprobado hace 2 min.')
  })

  it('says what to do next by it', () => {
    const test = { at: NOW, before: null }
    const next = (one: Via['via']) => [
      describeVia(via({ via: one, confirmada: false }), null, NOW),
      describeVia(via({ via: one }), test, NOW),
    ]
    expect(next('correo')).toEqual([
      'Falta confirmarlo: abre el correo que te llegue y pulsa el botón.',
      'Prueba en camino. Abre el correo y di que te llegó.',
    ])
    expect(next('push')).toEqual([
      'Falta confirmarlo con el código que te llegue.',
      'Prueba en camino. Esta página te dirá cuando llegue.',
    ])
    expect(next('sms')).toEqual([
      'Falta confirmarlo con el código que te llegue.',
      'Prueba en camino. Mira tus mensajes.',
    ])
  })

  it('is not proven again by what had arrived before the test, however shortly', () => {
    const test = { at: NOW - 10_000, before: NOW - 10_500 }
    // The same moment, in whole seconds, read anew.
    expect(describeVia(via({ probadaEn: NOW - 9_700 }), test, NOW)).toMatch(/^Prueba en camino/)
    expect(describeVia(via({ probadaEn: NOW - 8_500 }), test, NOW)).toMatch(/^Prueba en camino/)
    expect(describeVia(via({ probadaEn: NOW - 8_499 }), test, NOW)).toMatch(/^Funciona/)
    expect(describeVia(via({ probadaEn: NOW - 5_000 }), { ...test, before: null }, NOW)).toMatch(/^Funciona/)
  })

  it('is asked about again only while something is expected', () => {
    const none = new Map<string, ViaTest>()
    const tested = (ago: number) => new Map([['uno', { at: NOW - ago, before: null }]])
    expect(isWaiting([via()], none, NOW)).toBe(false)
    expect(isWaiting([via({ confirmada: false })], none, NOW)).toBe(true)
    expect(isWaiting([via()], tested(10_000), NOW)).toBe(true)
    expect(isWaiting([via({ probadaEn: NOW - 1_000 })], tested(10_000), NOW)).toBe(false)
    expect(isWaiting([via()], tested(120_000), NOW)).toBe(true)
    expect(isWaiting([via()], tested(120_001), NOW)).toBe(false)
    // One of several is enough.
    expect(isWaiting([via({ id: 'dos' }), via()], tested(10_000), NOW)).toBe(true)
    expect(isWaiting([], none, NOW)).toBe(false)
  })
})
