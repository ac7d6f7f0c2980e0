import { expect, it } from 'vitest'
import { describeLlegada, namesOf } from './alcanzables.ts'

const contactos = ['Mamá', 'Lucía', 'Bea'].map((nombre) => ({ id: nombre, nombre }))
const says = (...alcanzables: string[]) => describeLlegada(namesOf(contactos, new Set(alcanzables)))

it('says first who would be told, or that nobody would, and neither before that is known', () => {
  expect(says()).toMatch(/no le avisamos a nadie\.$/)
  expect(says('Lucía')).toMatch(/le avisamos a Lucía\.$/)
  expect(says('Lucía', 'Mamá')).toMatch(/le avisamos a Mamá y Lucía\.$/)
  expect(says('Lucía', 'Mamá', 'Bea')).toMatch(/le avisamos a tus 3 contactos\.$/)
  expect(describeLlegada(namesOf(contactos, null))).not.toMatch(/avisamos/)
})
