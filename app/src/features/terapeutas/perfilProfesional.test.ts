import { expect, it } from 'vitest'
import { readPalabras, tarifaOf, verificacionOf } from './perfilProfesional.ts'

it.each([
  [null, null, ''],
  [0, 0, 'Sin costo'],
  [0, null, 'Sin costo'],
  [300, 600, '$300 a $600 MXN por sesión'],
  [0, 600, 'Sin costo a $600 MXN por sesión'],
  [1300, null, 'Desde $1,300 MXN por sesión'],
  [null, 600, 'Hasta $600 MXN por sesión'],
  [400, 400, '$400 MXN por sesión'],
])('what a session costs from %s to %s is «%s»', (precio_desde, precio_hasta, expected) => {
  expect(tarifaOf({ precio_desde, precio_hasta, moneda: 'MXN' })).toBe(expected)
})

it('«Verificada» is said with its number, its place and its day, or not at all', () => {
  const all = { cedula: '123', cedula_fuente: 'el Registro', verificada_el: '2026-11-03' }
  expect(verificacionOf(all)).toBe('Cédula 123, consultada en el Registro el 3 de noviembre de 2026.')
  for (const field of Object.keys(all)) expect(verificacionOf({ ...all, [field]: null })).toBe('')
})

it('reads words with commas between them, each once', () => {
  expect(readPalabras(' español, Náhuatl;español ,\n  lengua   de señas,, ')).toEqual([
    'español',
    'Náhuatl',
    'lengua de señas',
  ])
  expect(readPalabras(' , ')).toEqual([])
})
