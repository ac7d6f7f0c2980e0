import { expect, it } from 'vitest'
import { textOfLlamada } from './llamadas.ts'

it.each([
  [0, null],
  [1, '1 en la llamada · Entrar'],
  [3, '3 en la llamada · Entrar'],
  [4, '4 en la llamada · Llena'],
])('of %i in a call it says %s', (dentro, text) => {
  expect(textOfLlamada(dentro)).toBe(text)
})
