import { describe, expect, it } from 'vitest'
import {
  asJson,
  asText,
  buscar,
  buscarEtiqueta,
  enEsteDia,
  fold,
  LONGEST,
  pregunta,
  reparo,
  splitBy,
  titulo,
} from './texto.ts'

describe('reparo', () => {
  it.each(['', '  \n\t', '\u200b\u202e', '\u2800\ufe0f'])('finds nothing to see in %j', (texto) => {
    expect(reparo(texto)).toBe('vacía')
  })

  it.each(['.', '🌸', 'שלום', '❤️', 'á'])('takes %j for a text', (texto) => {
    expect(reparo(texto)).toBeNull()
  })

  it('counts characters as the database does', () => {
    expect(reparo('ñ'.repeat(LONGEST))).toBeNull()
    expect(reparo('🌸'.repeat(LONGEST)), 'sealed, it is longer than a request').toBe('larga')
    expect(reparo('🌸'.repeat(LONGEST + 1))).toBe('larga')
    expect(reparo(`${'a'.repeat(LONGEST)}\n\n`)).toBeNull()
  })
})

it.each([
  ['2026-11-22', '¿Cómo te sientes hoy?'],
  ['2026-11-21', '¿Cómo te sentiste ese día?'],
  ['2026-12-24', '¿Qué quieres escribir para ese día?'],
])('the empty page of %s asks «%s»', (fecha, asked) => {
  expect(pregunta(fecha, '2026-11-22')).toBe(asked)
})

describe('everything in one file', () => {
  const entradas = [
    { fecha: '2024-02-29', contenido: 'Día que casi no existe.' },
    { fecha: '2026-11-21', contenido: 'Hoy 🌸\nrespiré.' },
  ]

  it('as a text, with its dates in words', () => {
    expect(asText(entradas)).toBe(
      `Jueves, 29 de febrero de 2024\n\nDía que casi no existe.\n\n${'—'.repeat(24)}\n\nSábado, 21 de noviembre de 2026\n\nHoy 🌸\nrespiré.\n`,
    )
  })

  it('as JSON, with nothing lost', () => {
    expect(JSON.parse(asJson(entradas))).toEqual(entradas)
  })

  it('when there is nothing', () => {
    expect(asText([])).toBe('')
    expect(JSON.parse(asJson([]))).toEqual([])
  })
})

describe('what was looked for', () => {
  it('is found without its accents and capitals', () => {
    expect(fold('Ñandú ÁÉ')).toBe('nandu ae')
    expect(splitBy('Llamé a Lucía. ¡LUCIA!', ' lucía ')).toEqual(['Llamé a ', 'Lucía', '. ¡', 'LUCIA', '!'])
  })

  it('is found with another blank between its words', () => {
    expect(splitBy('Cena\u00a0tranquila, en\u202fcasa', 'cena tranquila')).toEqual([
      '',
      'Cena\u00a0tranquila',
      ', en\u202fcasa',
    ])
    expect(splitBy('Cena tranquila', '\u00a0cena\u2003tranquila')).toEqual(['', 'Cena tranquila', ''])
  })

  it('keeps its place behind emoji and letters that fold longer', () => {
    expect(splitBy('🌸 ﬁn İ casa', 'casa')).toEqual(['🌸 ﬁn İ ', 'casa', ''])
    expect(splitBy('nada', '')).toEqual(['nada'])
  })
})

it('writes a day as a heading', () => {
  expect(titulo('2026-11-21')).toBe('Sábado, 21 de noviembre de 2026')
})

it('finds days by words in them, newest first, whatever capitals and accents, with what stands around them', () => {
  const entradas = [
    { fecha: '2026-01-01', contenido: `${'a '.repeat(100)}Llamé a Lucía.` },
    { fecha: '2026-01-02', contenido: 'Dormí mejor.' },
    { fecha: '2026-01-03', contenido: 'lucia otra vez' },
  ]
  expect(buscar(entradas, ' LUCÍA ')).toEqual([
    { fecha: '2026-01-03', extracto: 'lucia otra vez' },
    { fecha: '2026-01-01', extracto: expect.stringMatching(/^( a|a )+.{0,2}Llamé a Lucía\.$/) },
  ])
  expect(buscar(entradas, '  ')).toEqual([])
  expect(buscar(entradas, '%')).toEqual([])
})

describe('En este día', () => {
  const day = (fecha: string, ilegible: 'cerrada' | null = null) => ({ fecha, contenido: 'x', ilegible })
  const entradas = [
    ...['2024-02-29', '2024-11-29', '2025-10-29', '2025-11-28', '2025-11-29', '2025-12-29', '2026-01-29'].map(
      (fecha) => day(fecha),
    ),
    ...['2026-10-29', '2026-10-30', '2026-11-29', '2026-12-29'].map((fecha) => day(fecha)),
  ]
  const of = (hoy: string, fuera: string[] = []) =>
    enEsteDia(entradas, hoy, new Set(fuera)).map(({ fecha }) => fecha)

  it('is this day of the months back to a year ago, and of earlier years; neither today nor what is to come', () => {
    expect(of('2026-11-29')).toEqual(['2026-10-29', '2026-01-29', '2025-12-29', '2025-11-29', '2024-11-29'])
  })

  it('leaves out what she left out, and what cannot be read here', () => {
    expect(of('2026-11-29', ['2026-01-29', '2024-11-29'])).toEqual(['2026-10-29', '2025-12-29', '2025-11-29'])
    expect(enEsteDia([day('2025-11-29', 'cerrada')], '2026-11-29', new Set())).toEqual([])
  })

  it('of a leap day is that day', () => {
    expect(of('2028-02-29')).toEqual(['2024-02-29'])
  })
})

it('the days of a label are those that carry it, newest first, and no longer word', () => {
  const entradas = [
    { fecha: '2026-11-01', contenido: 'Hoy #casa' },
    { fecha: '2026-11-02', contenido: 'Hoy #casas y casa' },
    { fecha: '2026-11-03', contenido: 'Otra vez #CASA' },
  ]
  expect(buscarEtiqueta(entradas, 'casa').map(({ fecha }) => fecha)).toEqual(['2026-11-03', '2026-11-01'])
})
