import { expect, it } from 'vitest'
import { reloj, spokenTime } from './reloj.ts'

it.each([
  [0, '0:00', '0 segundos'],
  [-3, '0:00', '0 segundos'],
  [59.9, '0:59', '59 segundos'],
  [61, '1:01', '1 minuto y 1 segundo'],
  [245, '4:05', '4 minutos y 5 segundos'],
  [3845, '1:04:05', '1 hora, 4 minutos y 5 segundos'],
  [7200, '2:00:00', '2 horas'],
])('%s seconds are %s, said «%s»', (seconds, written, said) => {
  expect(reloj(seconds)).toBe(written)
  expect(spokenTime(seconds)).toBe(said)
})
