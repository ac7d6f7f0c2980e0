import { expect, it } from 'vitest'
import { estadosOf, type Paso } from './pasos.ts'

const known = (over = {}) => ({
  contactos: 0,
  permiso: 'prompt' as const,
  passed: new Map<Paso, 'hecho' | 'omitido'>(),
  ...over,
})

it('offers one step at a time, in their order', () => {
  expect(estadosOf(known())).toEqual({ contacto: 'ahora', ubicacion: 'luego', prueba: 'luego' })
  expect(estadosOf(known({ contactos: 1 }))).toEqual({
    contacto: 'hecho',
    ubicacion: 'ahora',
    prueba: 'luego',
  })
})

it('goes past what she leaves out, and takes nothing for done that is not', () => {
  const passed = new Map<Paso, 'hecho' | 'omitido'>([['contacto', 'omitido']])
  expect(estadosOf(known({ passed }))).toEqual({
    contacto: 'omitido',
    ubicacion: 'ahora',
    prueba: 'luego',
  })
  // Added elsewhere meanwhile.
  expect(estadosOf(known({ passed, contactos: 2 })).contacto).toBe('hecho')
  expect(estadosOf(known({ contactos: 1, permiso: 'denied' })).ubicacion).toBe('ahora')
})

it('ends once each is done or left out', () => {
  const passed = new Map<Paso, 'hecho' | 'omitido'>([['prueba', 'hecho']])
  expect(Object.values(estadosOf(known({ contactos: 1, permiso: 'granted', passed })))).toEqual([
    'hecho',
    'hecho',
    'hecho',
  ])
})
