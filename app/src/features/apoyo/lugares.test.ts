import { describe, expect, it } from 'vitest'
import {
  ciudades,
  estadoOf,
  estados,
  inOrder,
  lugarShowing,
  paises,
  reaches,
  ubicacionOf,
  whereText,
} from './lugares.ts'
import { matches, searchAsociaciones } from './searchAsociaciones.ts'

const nacional = { pais: 'México', estado: 'Nacional', ciudad: 'Todo el país' }
const jalisco = { pais: 'México', estado: 'Jalisco', ciudad: 'Todo el estado' }
const zapopan = { pais: 'México', estado: 'Jalisco', ciudad: 'Zapopan' }
const toluca = { pais: 'México', estado: 'México', ciudad: 'Toluca' }
const bogota = { pais: 'Colombia', estado: 'Cundinamarca', ciudad: 'Bogotá' }
const sinLugar = { pais: 'México', estado: null, ciudad: null }
const todas = [nacional, jalisco, zapopan, toluca, bogota, sinLugar]

describe('where an entry helps', () => {
  it('national lines help in every state of their country, and nowhere else', () => {
    for (const estado of ['', ...estados(todas, 'México')]) {
      expect(reaches(nacional, { pais: 'México', estado, ciudad: '' })).toBe(true)
    }
    expect(reaches(nacional, { pais: 'Colombia', estado: '', ciudad: '' })).toBe(false)
  })

  it('one of a whole state helps in each of its cities', () => {
    const lugar = { pais: 'México', estado: 'Jalisco', ciudad: 'Zapopan' }
    expect(todas.filter((entry) => reaches(entry, lugar))).toEqual([nacional, jalisco, zapopan])
  })

  it('one that was just saved is shown, also where it is of another country or state than is looked at', () => {
    const mexico = { pais: 'México', estado: '', ciudad: '' }
    const lugar = { pais: 'México', estado: 'Jalisco', ciudad: 'Zapopan' }
    expect(lugarShowing(zapopan, lugar)).toBe(lugar)
    expect(lugarShowing(bogota, lugar)).toEqual({ pais: 'Colombia', estado: '', ciudad: '' })
    for (const entry of [toluca, sinLugar]) expect(lugarShowing(entry, lugar)).toEqual(mexico)
    for (const entry of todas) expect(reaches(entry, lugarShowing(entry, lugar))).toBe(true)
  })

  it('one without a state appears only under all states', () => {
    expect(reaches(sinLugar, { pais: 'México', estado: '', ciudad: '' })).toBe(true)
    expect(reaches(sinLugar, { pais: 'México', estado: 'Jalisco', ciudad: '' })).toBe(false)
  })

  it('the state that is called as its country is told apart from it', () => {
    expect(estados(todas, 'México').filter((estado) => estado === 'México')).toEqual([])
    expect(reaches(toluca, { pais: 'México', estado: 'Estado de México', ciudad: 'Toluca' })).toBe(true)
    expect(whereText(toluca)).toBe('Toluca, Estado de México')
    expect(estadoOf({ ...toluca, pais: 'Colombia' })).toBe('México')
  })

  it('is said by its city and state, by what there is of them, or as the whole country', () => {
    expect([nacional, jalisco, { ...zapopan, estado: null }, sinLugar].map(whereText)).toEqual([
      'Todo el país',
      'Todo el estado, Jalisco',
      'Zapopan',
      '',
    ])
  })

  it('one of a city helps in no other one of its state; one that calls its state the whole country does', () => {
    const lugar = { pais: 'México', estado: 'Jalisco', ciudad: 'Guadalajara' }
    expect(reaches(zapopan, lugar)).toBe(false)
    expect(reaches(zapopan, { ...lugar, ciudad: '' })).toBe(true)
    expect(reaches({ ...zapopan, ciudad: 'Todo el país' }, lugar)).toBe(true)
  })
})

describe('what there is to choose from', () => {
  it('her own country first, all 32 entities of Mexico, cities that occur', () => {
    expect(paises(todas)).toEqual(['México', 'Colombia'])
    expect(estados(todas, 'México')).toHaveLength(32)
    expect(estados(todas, 'Colombia')).toEqual(['Cundinamarca'])
    expect(ciudades(todas, 'México', 'Jalisco')).toEqual(['Zapopan'])
    const named = ['Tlaquepaque', 'Zapopan', 'Ávila', 'Todo el país'].map((ciudad) => ({
      ...zapopan,
      ciudad,
    }))
    const homonym = { ...zapopan, pais: 'Colombia', ciudad: 'Cali' }
    expect(ciudades([zapopan, ...named, homonym], 'México', 'Jalisco')).toEqual([
      'Ávila',
      'Tlaquepaque',
      'Zapopan',
    ])
  })

  it('city and state become one text, as specified', () => {
    expect(ubicacionOf({ estado: 'Jalisco', ciudad: 'Zapopan' })).toBe('Zapopan, Jalisco')
    expect(ubicacionOf({ estado: 'Jalisco', ciudad: '' })).toBe('Todo el estado, Jalisco')
    expect(ubicacionOf({ estado: 'Nacional', ciudad: '' })).toBe('Todo el país, Nacional')
    expect(ubicacionOf({ estado: '', ciudad: '' })).toBe('')
  })
})

describe('the order of the list', () => {
  const siempre = { ...nacional, todo_el_dia: true }
  const deDia = { ...nacional, todo_el_dia: false }
  const cerca = { ...jalisco, todo_el_dia: true }

  it('lines of the whole country that answer at any hour, then her state, then the rest', () => {
    expect(inOrder([deDia, cerca, siempre], true)).toEqual({
      always: [siempre],
      near: [cerca],
      rest: [deDia],
    })
  })

  it('without a state nothing is nearer', () => {
    expect(inOrder([deDia, cerca, siempre], false)).toEqual({
      always: [siempre],
      near: [],
      rest: [deDia, cerca],
    })
  })
})

describe('searching', () => {
  const linea = { ...nacional, nombre: 'Línea de la Vida', descripcion: 'Crisis', telefono: '+528009112000' }

  it.each(['linea VIDA', 'linea\u00a0de\u202fla', 'crisis', '9112000', ' ', 'todo el pais'])(
    '«%s» finds it',
    (texto) => {
      expect(matches(linea, texto)).toBe(true)
    },
  )

  it('needs every word, and the right place', () => {
    expect(matches(linea, 'linea muerte')).toBe(false)
    expect(searchAsociaciones([linea], { pais: 'Colombia', estado: '', ciudad: '' }, 'linea')).toEqual([])
  })
})
