import { expect, it } from 'vitest'
import { describeLlegada } from './alcanzables.ts'

it('says that a timer would reach nobody, once that is known', () => {
  for (const alcanzables of [null, new Set(['1'])]) {
    expect(describeLlegada(alcanzables)).toContain('tu alerta se abre sola')
    expect(describeLlegada(alcanzables)).not.toContain('nadie')
  }
  expect(describeLlegada(new Set())).toMatch(/por ahora no le llegaría a nadie\.$/)
})
