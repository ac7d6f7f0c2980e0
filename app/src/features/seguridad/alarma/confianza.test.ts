import { describe, expect, it } from 'vitest'
import {
  type Confianza,
  describeConfianza,
  describeInvite,
  describeNewLink,
  describePrueba,
  findInvitable,
  invitacionMessage,
  isReachable,
  lastProof,
  reminderMessage,
} from './confianza.ts'

const base: Confianza = { contacto_id: 'c1', estado: 'acepto', vence_en: null, respondida_en: null, vias: [] }
const correo = { via: 'correo', confirmada: true, probada_en: '2026-11-21T18:00:00Z' } as const
const push = { via: 'push', confirmada: true, probada_en: null } as const
const textOf = (part: Partial<Confianza>) => describeConfianza({ ...base, ...part }).texto

describe('what a contact said', () => {
  it.each<[Partial<Confianza>, string]>([
    [{ estado: 'sin_invitar' }, 'Sin invitar: le escribes tú.'],
    [
      { estado: 'invitada', vence_en: '2026-12-22T18:00:00Z' },
      'Enlace creado. Puede responder hasta el 22 de diciembre de 2026.',
    ],
    [{ estado: 'no_puede' }, 'Respondió que no puede. Le escribes tú por WhatsApp.'],
    [{ estado: 'vencio' }, 'El enlace venció sin respuesta.'],
    [{ estado: 'se_fue' }, 'Ya no recibe tus alertas: le escribes tú por WhatsApp.'],
    [{}, 'Aceptó, pero aún no dejó cómo recibir tus alertas.'],
    [{ vias: [{ ...correo, confirmada: false }] }, 'Aceptó, y le falta confirmar su correo.'],
    [{ vias: [correo, push] }, 'Aceptó: correo y notificación. Comprobado el 21 de noviembre de 2026.'],
    [
      { vias: [{ ...push, agregada_en: '2026-11-20T18:00:00Z' }] },
      'Aceptó: notificación desde el 20 de noviembre de 2026. Sin comprobar todavía.',
    ],
    [{ vias: [push] }, 'Aceptó: notificación. Sin comprobar todavía.'],
    [{ estado: 'invitada' }, 'Enlace creado. Todavía no responde.'],
    [
      {
        vias: [
          { ...correo, confirmada: false },
          { ...push, confirmada: false },
        ],
      },
      'Aceptó, y le falta confirmar su correo y sus notificaciones.',
    ],
  ])('%o', (part, text) => {
    expect(textOf(part)).toBe(text)
  })

  it('stands in the colour of what she can count on', () => {
    const tonoOf = (part: Partial<Confianza>) => describeConfianza({ ...base, ...part }).tono
    expect(describeConfianza(undefined)).toEqual(describeConfianza({ ...base, estado: 'sin_invitar' }))
    for (const estado of ['sin_invitar', 'no_puede', 'vencio', 'se_fue'] as const)
      expect([estado, tonoOf({ estado })]).toEqual([estado, 'falta'])
    for (const part of [{ estado: 'invitada' as const }, {}, { vias: [{ ...correo, confirmada: false }] }])
      expect(tonoOf(part)).toBe('espera')
    expect(tonoOf({ vias: [correo] })).toBe('bien')
  })

  it('was last seen to arrive by the newest of her ways, in whichever order they come', () => {
    const later = { ...push, probada_en: '2026-11-22T18:00:00Z' }
    expect(lastProof(base)).toBeNull()
    for (const vias of [
      [correo, later, push],
      [push, later, correo],
    ])
      expect(lastProof({ ...base, vias })).toBe(later.probada_en)
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
  // A contact who left, or cannot be told any more, does not count, however often it was seen to work.
  expect(describePrueba([{ ...one, estado: 'se_fue' }])).toBeNull()
  expect(describePrueba([one])).toEqual([
    'Comprobado con una persona.',
    'La última vez, el 21 de noviembre de 2026.',
  ])
  expect(describePrueba([two, one])).toEqual([
    'Comprobado con 2 personas.',
    'La última vez, el 22 de noviembre de 2026.',
  ])
})

it('has a way on in every state: to ask, to remind, or a new link', () => {
  const said = (estado: Confianza['estado'], vias: Confianza['vias'] = []) => ({ ...base, estado, vias })
  const all: [Confianza | undefined, string, RegExp | null][] = [
    [undefined, 'Invitar', null],
    [said('sin_invitar'), 'Invitar', null],
    [said('invitada'), 'Recordarle', /el anterior deja de servir/],
    [said('vencio'), 'Invitar de nuevo', null],
    [said('no_puede'), 'Invitar de nuevo', null],
    [said('se_fue'), 'Invitar de nuevo', null],
    // The link is spent, and the page may be closed.
    [said('acepto'), 'Recordarle', /Si cerró su página/],
    [said('acepto', [{ ...correo, confirmada: false }]), 'Recordarle', /Si cerró su página/],
    [said('acepto', [correo]), 'Nuevo enlace', /Hasta que lo use, todo sigue como está/],
  ]
  for (const [confianza, button, link] of all) {
    expect([confianza, describeInvite(confianza)]).toEqual([confianza, button])
    if (link) expect(describeNewLink(confianza)).toMatch(link)
    else expect(describeNewLink(confianza)).toBeNull()
  }
})

it('invites in words that tell nothing to anyone else who reads them', () => {
  const href = 'https://casa.mx/confianza/abc'
  for (const accepted of [false, true]) {
    const message = invitacionMessage('Lucía', href, accepted)
    expect(message).toMatch(/\nhttps:\/\/casa\.mx\/confianza\/abc$/)
    for (const words of [message, reminderMessage('Lucía', accepted)]) {
      expect(words).toMatch(/^Hola, Lucía\. /)
      expect(words).not.toMatch(/amparo|violencia|pánico|alerta|peligro/i)
    }
  }
})

it('asks first who accepted and lacks a way, then who was not asked, whose link ran out, who has not answered, and never who said no', () => {
  const people = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
  const said = (contacto_id: string, estado: Confianza['estado']) => ({ ...base, contacto_id, estado })
  const all = [said('a', 'no_puede'), said('b', 'invitada'), said('c', 'vencio'), said('d', 'acepto')]
  expect(findInvitable(people, all)).toMatchObject({ id: 'd', como: 'Recordarle' })
  const reached = [...all.slice(0, 3), { ...said('d', 'acepto'), vias: [correo] }]
  expect(findInvitable(people, reached)).toMatchObject({ id: 'e', como: 'Invitar' })
  expect(findInvitable(people.slice(0, 4), reached)?.id).toBe('c')
  expect(findInvitable(people.slice(0, 2), all)?.id).toBe('b')
  expect(findInvitable(people.slice(0, 1), all)).toBeUndefined()
  expect(findInvitable(people)?.id).toBe('a')
})
