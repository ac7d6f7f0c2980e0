import { describe, expect, it } from 'vitest'
import { composeMensaje } from '../../../lib/outside/mensaje.ts'
import { type Destino, splitContactos, viasTo } from './alerta.ts'

const NOW = 1_800_000_000_000
const zocalo = { lat: 19.4326, lng: -99.1332, accuracy: 38, at: NOW - 20_000 }

function contacto(over: Partial<Destino> = {}): Destino {
  return { id: crypto.randomUUID(), nombre: 'Lucía', telefono: '+525512345678', prioridad: 1, ...over }
}

describe('repartir', () => {
  it('takes the first of priority 1, which is the oldest', () => {
    const [lucia, bea, sol] = [contacto(), contacto({ nombre: 'Bea' }), contacto({ prioridad: 2 })]
    expect(splitContactos([lucia, bea, sol])).toEqual({ principal: lucia, otros: [bea, sol] })
  })

  it('takes nobody of a lower priority in her place', () => {
    const bea = contacto({ prioridad: 2 })
    expect(splitContactos([bea])).toEqual({ principal: null, otros: [bea] })
    expect(splitContactos([])).toEqual({ principal: null, otros: [] })
  })

  it('passes over a number that cannot receive a message', () => {
    const [policia, roto, bea] = [
      contacto({ telefono: '911' }),
      contacto({ telefono: 'pregúntale a mamá' }),
      contacto({ nombre: 'Bea' }),
    ]
    expect(splitContactos([policia, roto, bea])).toEqual({ principal: bea, otros: [policia, roto] })
  })
})

describe('viasTo', () => {
  const mensaje = composeMensaje({ fix: zocalo, failure: null }, NOW)
  const viaKinds = (telefono: string, online = true) =>
    viasTo(contacto({ telefono }), mensaje, { online, apple: false }).map(({ canal }) => canal)

  it('carries the whole message to WhatsApp and to SMS', () => {
    const lucia = contacto()
    const [whatsapp, sms, llamada] = viasTo(lucia, mensaje, { online: true, apple: false })
    expect(whatsapp).toMatchObject({ canal: 'whatsapp', contactoId: lucia.id, nombre: 'Lucía' })
    expect(new URL(whatsapp?.href ?? '').searchParams.get('text')).toBe(mensaje)
    expect(new URL(whatsapp?.href ?? '').pathname).toBe('/525512345678')
    expect(decodeURIComponent(sms?.href ?? '')).toBe(`sms:+525512345678?body=${mensaje}`)
    expect(llamada?.href).toBe('tel:+525512345678')
  })

  it('puts first what works without a network', () => {
    expect(viaKinds('+525512345678')).toEqual(['whatsapp', 'sms', 'llamada'])
    expect(viaKinds('+525512345678', false)).toEqual(['sms', 'whatsapp', 'llamada'])
  })

  it('offers a short code only to be called, and what is no number not at all', () => {
    expect(viaKinds('*765')).toEqual(['llamada'])
    expect(viaKinds('nada')).toEqual([])
  })
})
