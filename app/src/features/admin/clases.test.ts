import { expect, it } from 'vitest'
import { isDuro, OPCIONES, tellAge } from './clases.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

it.each([
  ['2026-11-23T11:30:00Z', 'hace menos de una hora'],
  ['2026-11-23T12:30:00Z', 'hace menos de una hora'],
  ['2026-11-23T11:00:00Z', 'hace 1 hora'],
  ['2026-11-22T12:00:01Z', 'hace 23 horas'],
  ['2026-11-22T12:00:00Z', 'hace 1 día'],
  ['2026-11-16T00:00:00Z', 'hace 7 días'],
])('%s: %s', (desde, told) => expect(tellAge(desde, now)).toBe(told))

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
