import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkPreparacion, Preparacion } from './Preparacion.tsx'

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

const said = (alarma: { reachable: number; proven: number; prueba: string[] | null } | undefined) =>
  renderToStaticMarkup(
    createElement(Preparacion, {
      contactos: [lucia] as never,
      permiso: 'granted',
      memoria: {} as never,
      alarma,
      onAddContacto: () => {},
      invitable: undefined,
      onInvite: () => {},
    }),
  ).replace(/<[^>]*>/g, '')

it('is all ready only where it is known whom the service reaches', () => {
  expect(said({ reachable: 1, proven: 0, prueba: null })).toContain('Falta comprobar que le llega')
  expect(said({ reachable: 1, proven: 1, prueba: ['Comprobado con una persona.'] })).toBe(
    'Todo listo · Comprobado con una persona.',
  )
  // The service has not said, and nothing is stored here.
  expect(said(undefined)).toBe('Tu contacto está listo.')
})
