import { describe, expect, it } from 'vitest'
import {
  type Confianza,
  describeConfianza,
  describePrueba,
  invitacionMessage,
  isReachable,
} from './confianza.ts'

const base: Confianza = { contacto_id: 'c1', estado: 'acepto', vence_en: null, respondida_en: null, vias: [] }
const correo = { via: 'correo', confirmada: true, probada_en: '2026-11-21T18:00:00Z' } as const
const push = { via: 'push', confirmada: true, probada_en: null } as const
const textOf = (part: Partial<Confianza>) => describeConfianza({ ...base, ...part }).texto

describe('what a contact said', () => {
  it.each<[Partial<Confianza>, string]>([
    [{ estado: 'sin_invitar' }, 'Sin invitar: le escribes tú por WhatsApp.'],
    [
      { estado: 'invitada', vence_en: '2026-12-22T18:00:00Z' },
      'Enlace creado. Puede responder hasta el 22 de diciembre de 2026.',
    ],
    [{ estado: 'no_puede' }, 'Respondió que no puede. Le escribes tú por WhatsApp.'],
    [{ estado: 'vencio' }, 'El enlace venció sin respuesta.'],
    [{ estado: 'se_fue' }, 'Ya no recibe tus alertas: le escribes tú por WhatsApp.'],
    [{}, 'Aceptó, pero aún no dejó cómo recibir tus alertas.'],
    [{ vias: [{ ...correo, confirmada: false }] }, 'Aceptó, y le falta confirmar su correo.'],
    [{ vias: [correo, push] }, 'Aceptó: correo y notificación. Probado el 21 de noviembre de 2026.'],
    [
      { vias: [{ ...push, agregada_en: '2026-11-20T18:00:00Z' }] },
      'Aceptó: notificación desde el 20 de noviembre de 2026. Sin probar todavía.',
    ],
    [{ vias: [push] }, 'Aceptó: notificación. Sin probar todavía.'],
  ])('%o', (part, text) => {
    expect(textOf(part)).toBe(text)
  })

  it('is no reason to count on her before a way of hers is confirmed', () => {
    expect(isReachable(undefined)).toBe(false)
    expect(isReachable(base)).toBe(false)
    expect(isReachable({ ...base, vias: [{ ...correo, confirmada: false }] })).toBe(false)
    expect(isReachable({ ...base, estado: 'se_fue', vias: [correo] })).toBe(false)
    expect(isReachable({ ...base, vias: [correo] })).toBe(true)
  })
})

it('says for how many people the alarm was seen to work, and when', () => {
  const one = { ...base, vias: [correo] }
  const two = { ...base, vias: [{ ...correo, probada_en: '2026-11-22T18:00:00Z' }] }
  expect(describePrueba([base, { ...base, vias: [push] }])).toBeNull()
  expect(describePrueba([one])).toEqual([
    'Probada con una persona.',
    'La última vez, el 21 de noviembre de 2026.',
  ])
  expect(describePrueba([two, one])).toEqual([
    'Probada con 2 personas.',
    'La última vez, el 22 de noviembre de 2026.',
  ])
})

it('invites in words that tell nothing to whoever else reads them', () => {
  const message = invitacionMessage('Lucía', 'https://casa.mx/confianza/abc')
  expect(message).toMatch(/^Hola, Lucía\. /)
  expect(message).toMatch(/\nhttps:\/\/casa\.mx\/confianza\/abc$/)
  expect(message).not.toMatch(/amparo|violencia|pánico|alerta|peligro/i)
})
