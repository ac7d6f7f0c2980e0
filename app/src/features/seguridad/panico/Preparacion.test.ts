import { expect, it } from 'vitest'
import { checkPreparacion } from './Preparacion.tsx'

const lucia = { id: '1', nombre: 'Lucía', telefono: '+525512345678', prioridad: 1 }

it('finds nothing missing with a first contact and a place', () => {
  expect(checkPreparacion([lucia], 'granted')).toEqual([])
  expect(checkPreparacion([lucia], 'unknown')).toEqual([])
})

it('names what is missing', () => {
  expect(checkPreparacion([], 'prompt')).toEqual(['contacto', 'ubicacion'])
  expect(checkPreparacion([{ ...lucia, prioridad: 2 }], 'granted')).toEqual(['contacto'])
  expect(checkPreparacion([{ ...lucia, telefono: '911' }], 'granted')).toEqual(['contacto'])
  expect(checkPreparacion([lucia], 'denied')).toEqual(['ubicacion bloqueada'])
})

it('asks for somebody who said yes once it is known that nobody did', () => {
  expect(checkPreparacion([lucia], 'granted', 0)).toEqual(['invitacion'])
  expect(checkPreparacion([lucia], 'granted', 1)).toEqual([])
  expect(checkPreparacion([], 'granted', 0)).toEqual(['contacto'])
})
