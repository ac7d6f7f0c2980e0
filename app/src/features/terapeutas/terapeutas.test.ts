import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../lib/form/errors.ts'
import { countText, promedios, resenaSchema, withDecimal } from './puntuacion.ts'
import { opciones, SIN_FILTROS, searchTerapeutas } from './searchTerapeutas.ts'
import { type Borrador, borradorOf, terapeutaSchema } from './validar.ts'

describe('the average', () => {
  const notas = (...puntos: number[]) => puntos.map((puntuacion) => ({ terapeuta_id: 'a', puntuacion }))

  it.each([
    [[5], '5.0'],
    [[5, 4], '4.5'],
    [[1, 1, 2], '1.3'],
    [[5, 5, 4], '4.7'],
    // 73 points of 20 reviews: 3.65, which has no exact form.
    [[...Array(13).fill(4), ...Array(7).fill(3)], '3.7'],
  ])('of %j is %s', (puntos, expected) => {
    expect(withDecimal(promedios(notas(...puntos)).get('a')!)).toBe(expected)
  })

  it('keeps therapists apart, and knows none of who has no review', () => {
    const found = promedios([...notas(1), { terapeuta_id: 'b', puntuacion: 4 }])
    expect([...found]).toEqual([
      ['a', 1],
      ['b', 4],
    ])
    expect(found.get('c')).toBeUndefined()
  })
})

it('counts in words', () => {
  expect([0, 1, 2].map(countText)).toEqual(['0 reseñas', '1 reseña', '2 reseñas'])
})

it.each([
  [0, 'Bien', false],
  [3, ' \n\u200b', false],
  [3, '', false],
  [1, 'x', true],
])('a review with score %s and «%s» is complete: %s', (puntuacion, comentario, expected) => {
  expect(resenaSchema.safeParse({ puntuacion, comentario }).success).toBe(expected)
})

describe('searching', () => {
  const rows = [
    {
      ...{ nombre: 'Mariana Ruiz', ciudad: 'Ciudad de México', especialidad: 'Duelo' },
      ...{ modalidades: ['presencial', 'en línea'], idiomas: ['Español', 'náhuatl'] },
    },
    {
      nombre: 'José Núñez',
      ciudad: ' guadalajara',
      especialidad: null,
      modalidades: ['en línea'],
      idiomas: [],
    },
    {
      ...{ nombre: 'Ángela Ruiz', ciudad: 'Guadalajara', especialidad: 'duelo ' },
      ...{ modalidades: [], idiomas: ['español '] },
    },
  ]
  const names = (change: Partial<typeof SIN_FILTROS>) =>
    searchTerapeutas(rows, { ...SIN_FILTROS, ...change }).map(({ nombre }) => nombre)

  it('by name, without accents and in any order of words', () => {
    expect(names({})).toHaveLength(3)
    expect(names({ nombre: 'nunez' })).toEqual(['José Núñez'])
    expect(names({ nombre: 'RUIZ ángela' })).toEqual(['Ángela Ruiz'])
    expect(names({ nombre: 'duelo' })).toEqual([])
  })

  it('by city and speciality, however they were typed', () => {
    expect(names({ ciudad: 'Guadalajara' })).toEqual(['José Núñez', 'Ángela Ruiz'])
    expect(names({ ciudad: 'Guadalajara', especialidad: 'Duelo' })).toEqual(['Ángela Ruiz'])
  })

  it('by how she works and what she speaks', () => {
    expect(names({ modalidad: 'en línea' })).toEqual(['Mariana Ruiz', 'José Núñez'])
    expect(names({ modalidad: 'por teléfono' })).toEqual([])
    expect(names({ idioma: 'español' })).toEqual(['Mariana Ruiz', 'Ángela Ruiz'])
    expect(names({ idioma: 'Nahuatl', modalidad: 'presencial' })).toEqual(['Mariana Ruiz'])
  })

  it('offers each city and speciality once', () => {
    expect(opciones(rows.map(({ ciudad }) => ciudad))).toEqual(['Ciudad de México', 'guadalajara'])
    expect(opciones(rows.map(({ especialidad }) => especialidad))).toEqual(['Duelo'])
  })
})

describe('the form of a therapist', () => {
  const check = (borrador: Borrador, today?: string) =>
    Object.keys(errorsOf(terapeutaSchema(today), borrador) ?? {})

  it('needs a name that can be seen, and nothing else', () => {
    const vacio = borradorOf(null)
    expect(check(vacio)).toEqual(['nombre'])
    expect(check({ ...vacio, nombre: '\u200b ' })).toEqual(['nombre'])
    expect(check({ ...vacio, nombre: 'Mariana' })).toEqual([])
    expect(vacio.visible).toBe(true)
  })

  it('says «verificada» with a number, a place and a day that has come alone', () => {
    const form = { ...borradorOf(null), nombre: 'Mariana' }
    const wrong = (change: Partial<typeof form>) => check({ ...form, ...change }, '2026-11-23').sort()
    expect(wrong({ verificada_el: '2026-11-01' })).toEqual(['cedula', 'cedula_fuente'])
    expect(wrong({ verificada_el: '2026-11-01', cedula: '1' })).toEqual(['cedula_fuente'])
    expect(wrong({ verificada_el: '2026-11-23', cedula: '1', cedula_fuente: 'x' })).toEqual([])
    expect(wrong({ verificada_el: '2026-11-24', cedula: '1', cedula_fuente: 'x' })).toEqual(['verificada_el'])
    expect(wrong({ cedula: '1' })).toEqual([])
  })

  it('takes whole amounts, the smaller one first', () => {
    const form = { ...borradorOf(null), nombre: 'Mariana' }
    const wrong = (precio_desde: string, precio_hasta: string) =>
      check({ ...form, precio_desde, precio_hasta })
    expect(wrong('', '')).toEqual([])
    expect(wrong('0', '600')).toEqual([])
    expect(wrong('3.5', '')).toEqual(['precio_desde'])
    expect(wrong('', '-1')).toEqual(['precio_hasta'])
    expect(wrong('600', '300')).toEqual(['precio_hasta'])
    expect(wrong('12345678', '')).toEqual(['precio_desde'])
  })

  it('takes a few languages, none of them long', () => {
    const form = { ...borradorOf(null), nombre: 'Mariana' }
    const many = Array.from({ length: 21 }, (_, n) => `lengua ${n}`).join(',')
    expect(check({ ...form, idiomas: many })).toEqual(['idiomas'])
    expect(check({ ...form, enfoques: 'a'.repeat(61) })).toEqual(['enfoques'])
  })
})
