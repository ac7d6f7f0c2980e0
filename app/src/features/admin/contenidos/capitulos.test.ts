import { expect, it } from 'vitest'
import { readCapitulos, writeCapitulos } from './capitulos.ts'

it('reads chapters as they are typed and as other programs write them', () => {
  expect(readCapitulos('0:00 Hola\r\n\n 3:20 - Qué es un plan\n75:00 · Más\n1:20:05) Adiós, 2:30')).toEqual({
    capitulos: [
      { segundo: 0, titulo: 'Hola' },
      { segundo: 200, titulo: 'Qué es un plan' },
      { segundo: 4500, titulo: 'Más' },
      { segundo: 4805, titulo: 'Adiós, 2:30' },
    ],
  })
  expect(readCapitulos(' \n')).toEqual({ capitulos: [] })
})

it('takes a name and a list that are as long as they may be', () => {
  const titulo = 'a'.repeat(200)
  expect(readCapitulos(`0:00 ${titulo}`)).toEqual({ capitulos: [{ segundo: 0, titulo }] })
  const hundred = Array.from({ length: 100 }, (_, n) => `${n}:00 a`).join('\n')
  expect(readCapitulos(hundred)).toMatchObject({ capitulos: { length: 100 } })
})

it('what it writes it reads', () => {
  const text = '0:00 Hola\n3:20 Qué es un plan\n1:20:05 Adiós'
  const read = readCapitulos(text)
  expect('capitulos' in read && writeCapitulos(read.capitulos)).toBe(text)
})

it.each([
  ['Hola', 'Línea 1: escribe'],
  ['0:00', 'Línea 1: escribe'],
  ['0:00 Hola\n3:75 Mal', 'Línea 2: escribe'],
  ['3:20 a\n3:20 b', 'Línea 2: debe empezar después'],
  [`0:00 ${'a'.repeat(201)}`, 'Línea 1: el nombre es demasiado largo'],
  [Array.from({ length: 101 }, (_, n) => `${n}:00 a`).join('\n'), 'Caben 100 capítulos'],
])('refuses %j, and says where', (text, wrong) => {
  expect(readCapitulos(text)).toMatchObject({ wrong: expect.stringContaining(wrong) })
})
