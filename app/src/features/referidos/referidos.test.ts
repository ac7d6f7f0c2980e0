import { describe, expect, it } from 'vitest'
import { enlaceOf, nombreOf } from './referidos.ts'

describe('a friend in the list', () => {
  it.each([
    [{ username: 'Bea', email: 'bea@amparo.test' }, 'Bea'],
    [{ username: null, email: 'bea@amparo.test' }, 'bea@amparo.test'],
    [{ username: '', email: null }, 'Amiga Amparo'],
    [null, 'Amiga Amparo'],
  ])('%j reads «%s»', (profiles, expected) => {
    expect(nombreOf({ profiles })).toBe(expected)
  })
})

it('the link carries the code whole', () => {
  expect(enlaceOf('ANA23456', 'https://casa.mx')).toBe('https://casa.mx/register?codigo=ANA23456')
  expect(new URL(enlaceOf('A&B', 'https://casa.mx')).searchParams.get('codigo')).toBe('A&B')
})
