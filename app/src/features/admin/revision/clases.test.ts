import { expect, it } from 'vitest'
import { firstRazon, isDuro, OPCIONES, tellAge } from './clases.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

it.each([
  ['2026-11-23T11:30:00Z', 'hace menos de una hora'],
  ['2026-11-23T12:30:00Z', 'hace menos de una hora'],
  ['2026-11-23T11:00:00Z', 'hace 1 hora'],
  ['2026-11-22T12:00:01Z', 'hace 23 horas'],
  ['2026-11-22T12:00:00Z', 'hace 1 día'],
  ['2026-11-16T00:00:00Z', 'hace 7 días'],
])('%s: %s', (desde, told) => expect(tellAge('mensaje', desde, now)).toBe(told))

// What is kept of a story is the midnight before it came: in hours it would be said to wait for as long as the day has lasted.
it.each([
  ['2026-11-23T06:00:00Z', 'hoy'],
  ['2026-11-22T12:00:01Z', 'hoy'],
  ['2026-11-22T06:00:00Z', 'ayer'],
  ['2026-11-21T06:00:00Z', 'hace 2 días'],
])('a story of %s: %s', (desde, told) => expect(tellAge('historia', desde, now)).toBe(told))

it('a decision begins with the reason that was reported, where it is one of its own', () => {
  const [leave, withdraw] = OPCIONES.mensaje
  expect(firstRazon(withdraw!, ['datos', 'peligro'])).toBe('datos')
  expect(firstRazon(withdraw!, ['peligro', 'publicidad'])).toBe('publicidad')
  expect(firstRazon(withdraw!, ['peligro'])).toBe('acoso')
  expect(firstRazon(withdraw!, ['otro'])).toBe('acoso')
  expect(firstRazon(leave!, ['datos'])).toBe('permitido')
  expect(firstRazon(OPCIONES.apelacion[0]!, ['circulos'])).toBe('confirmada')
})

it('what weighs is told from what does not', () => {
  expect(isDuro(['publicidad', 'peligro'])).toBe(true)
  expect(isDuro(['publicidad'])).toBe(false)
  expect(isDuro([])).toBe(false)
})

it('no two decisions about a kind have one key, and each has a reason', () => {
  for (const opciones of Object.values(OPCIONES)) {
    const teclas = opciones.map(({ tecla }) => tecla)
    expect(new Set(teclas).size).toBe(teclas.length)
    for (const { razones } of opciones) expect(Object.keys(razones).length).toBeGreaterThan(0)
  }
})
