import { describe, expect, it } from 'vitest'
import type { Fix } from '../../../lib/device/geolocation.ts'
import { type Alerta, describeMensaje, isImprovedBy, isPending, isSamePress, whatNext } from './estado.ts'

const NOW = 1_800_000_000_000
const place = (accuracy: number | null): Fix => ({ lat: 19.4, lng: -99.1, accuracy, at: NOW })

function alerta(over: Partial<Alerta> = {}): Alerta {
  return {
    id: 'a',
    pressedAt: NOW,
    readyAt: NOW,
    whereabouts: { fix: place(40), failure: null },
    contactos: [],
    principal: null,
    otros: [],
    nombre: null,
    mensaje: '',
    abierta: null,
    ...over,
  }
}
const opened = { canal: 'whatsapp', contactoId: '1', nombre: 'Lucía' } as const
const lost = { fix: null, failure: 'timeout' } as const

it('takes two quick presses for one', () => {
  expect(isSamePress(NOW + 1_999, NOW)).toBe(true)
  expect(isSamePress(NOW + 2_000, NOW)).toBe(false)
  expect(isSamePress(NOW, Number.NEGATIVE_INFINITY)).toBe(false)
  expect(isSamePress(NOW - 86_400_000, NOW)).toBe(false)
})

describe('isPending', () => {
  it('holds for two minutes, while the message has a place and was not opened', () => {
    expect(isPending(alerta(), NOW + 119_999)).toBe(true)
    expect(isPending(alerta(), NOW + 120_000)).toBe(false)
    expect(isPending(alerta({ abierta: opened }), NOW)).toBe(false)
    expect(isPending(alerta({ whereabouts: lost }), NOW)).toBe(false)
  })
})

describe('isImprovedBy', () => {
  it('takes any place where there was none, or only the last known one', () => {
    expect(isImprovedBy(alerta({ whereabouts: lost }), place(null), NOW)).toBe(true)
    expect(
      isImprovedBy(alerta({ whereabouts: { fix: place(5), failure: 'timeout' } }), place(900), NOW),
    ).toBe(true)
  })

  it('takes a place at least twice as precise', () => {
    expect(isImprovedBy(alerta(), place(19), NOW)).toBe(true)
    expect(isImprovedBy(alerta(), place(20), NOW)).toBe(false)
    expect(isImprovedBy(alerta(), place(null), NOW)).toBe(false)
    expect(isImprovedBy(alerta({ whereabouts: { fix: place(null), failure: null } }), place(900), NOW)).toBe(
      true,
    )
  })

  it('leaves alone what she has opened, and what is old', () => {
    expect(isImprovedBy(alerta({ whereabouts: lost, abierta: opened }), place(5), NOW)).toBe(false)
    expect(isImprovedBy(alerta({ whereabouts: lost }), place(5), NOW + 60_000)).toBe(false)
  })
})

it('shows for an hour what an earlier page had ready, and goes on for a minute with what it had not', () => {
  const left = (ready: boolean) => ({ id: 'a', pressedAt: NOW, alerta: ready ? alerta() : null })
  expect(whatNext(left(true), NOW + 3_599_999)).toBe('show')
  expect(whatNext(left(true), NOW + 3_600_000)).toBe('nothing')
  expect(whatNext(left(false), NOW + 59_999)).toBe('go on')
  expect(whatNext(left(false), NOW + 60_000)).toBe('nothing')
  // A clock that was set back.
  expect(whatNext(left(true), NOW - 1)).toBe('nothing')
})

describe('what is left to do with her own message', () => {
  const entrega = { contacto_id: '1', via: 'correo', estado: 'vista', respuesta: null, motivo: null } as never
  const answered = { ...(entrega as object), estado: 'respondida', respuesta: 'ya_voy' } as never
  const say = (over: Partial<Alerta>, entregas: never[] = []) => describeMensaje(alerta(over), true, entregas)

  it('is one step, until whom she writes to has answered', () => {
    for (const entregas of [[], [entrega]])
      expect(say({ abierta: opened }, entregas)).toEqual({
        titulo: 'Falta un paso',
        instrucciones:
          'Presiona enviar en WhatsApp para que este mensaje le llegue a Lucía. Si no se abrió, ábrelo aquí.',
      })
    expect(say({ abierta: opened }, [answered])).toEqual({
      titulo: 'Lucía respondió «Ya voy»',
      instrucciones: 'Tu propio mensaje va aparte: envíalo si quieres decirle algo más.',
    })
    // Somebody else did.
    expect(say({ abierta: { ...opened, contactoId: '2' } }, [answered]).titulo).toBe('Falta un paso')
  })

  it('is not said to be ready to leave where the alert has left', () => {
    const principal = { id: '1', nombre: 'Lucía' } as never
    expect(say({ principal }).titulo).toBe('Listo para enviar')
    expect(say({ principal }, [entrega]).titulo).toBe('También puedes escribirle tú')
  })

  it('never says that another app is open', () => {
    for (const canal of ['whatsapp', 'sms', 'llamada'] as const)
      expect(Object.values(say({ abierta: { ...opened, canal } })).join(' ')).not.toMatch(
        /abierto|se abrió con/,
      )
  })
})
