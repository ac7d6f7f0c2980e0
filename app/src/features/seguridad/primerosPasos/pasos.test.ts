import { expect, it } from 'vitest'
import { estadosOf, PASOS, type Paso } from './pasos.ts'

const now = (over = {}) => {
  const estados = estadosOf({
    contactos: 0,
    asked: false,
    permiso: 'prompt',
    hasPin: false,
    passed: new Map<Paso, 'hecho' | 'omitido'>(),
    ...over,
  })
  return PASOS.filter((paso) => estados[paso] === 'ahora').join()
}
const omitido = (...pasos: Paso[]) => new Map(pasos.map((paso) => [paso, 'omitido'] as const))

it('offers one step at a time, in their order, and a PIN before the first drill', () => {
  expect(now()).toBe('contacto')
  expect(now({ contactos: 1 })).toBe('invitacion')
  expect(now({ contactos: 1, asked: true })).toBe('ubicacion')
  expect(now({ contactos: 1, asked: true, permiso: 'granted' })).toBe('pin')
  expect(now({ contactos: 1, asked: true, permiso: 'granted', hasPin: true })).toBe('prueba')
})

it('goes past what she leaves out, and takes nothing for done that is not', () => {
  // Nobody can be asked where there is nobody.
  expect(now({ passed: omitido('contacto') })).toBe('ubicacion')
  // Added elsewhere meanwhile.
  expect(now({ passed: omitido('contacto'), contactos: 2 })).toBe('invitacion')
  expect(now({ contactos: 1, asked: true, permiso: 'denied' })).toBe('ubicacion')
})

it('ends once each is done or left out', () => {
  const passed = omitido('invitacion', 'pin', 'prueba')
  expect(now({ contactos: 1, permiso: 'granted', passed })).toBe('')
})
