import { expect, it } from 'vitest'
import { revisar } from './revisar.ts'

const lucia = { id: '1', nombre: 'Lucía', telefono: '+525512345678', prioridad: 1 }

it('finds nothing missing with a first contact and a place', () => {
  expect(revisar([lucia], 'granted')).toEqual([])
  expect(revisar([lucia], 'unknown')).toEqual([])
})

it('names what is missing', () => {
  expect(revisar([], 'prompt')).toEqual(['contacto', 'ubicacion'])
  expect(revisar([{ ...lucia, prioridad: 2 }], 'granted')).toEqual(['contacto'])
  expect(revisar([{ ...lucia, telefono: '911' }], 'granted')).toEqual(['contacto'])
  expect(revisar([lucia], 'denied')).toEqual(['ubicacion bloqueada'])
})
