import { describe, expect, it } from 'vitest'
import { buscar, coincide } from './buscar.ts'
import { emergenciaDe } from './emergencia.ts'
import { alcanza, ciudades, donde, estados, paises, ubicacionDe } from './lugares.ts'

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
      expect(alcanza(nacional, { pais: 'México', estado, ciudad: '' })).toBe(true)
    }
    expect(alcanza(nacional, { pais: 'Colombia', estado: '', ciudad: '' })).toBe(false)
  })

  it('one of a whole state helps in each of its cities', () => {
    const lugar = { pais: 'México', estado: 'Jalisco', ciudad: 'Zapopan' }
    expect(todas.filter((entry) => alcanza(entry, lugar))).toEqual([nacional, jalisco, zapopan])
  })

  it('one without a state appears only under all states', () => {
    expect(alcanza(sinLugar, { pais: 'México', estado: '', ciudad: '' })).toBe(true)
    expect(alcanza(sinLugar, { pais: 'México', estado: 'Jalisco', ciudad: '' })).toBe(false)
  })

  it('the state that is called as its country is told apart from it', () => {
    expect(estados(todas, 'México').filter((estado) => estado === 'México')).toEqual([])
    expect(alcanza(toluca, { pais: 'México', estado: 'Estado de México', ciudad: 'Toluca' })).toBe(true)
    expect(donde(toluca)).toBe('Toluca, Estado de México')
  })
})

describe('what there is to choose from', () => {
  it('her own country first, all 32 entities of Mexico, cities that occur', () => {
    expect(paises(todas)).toEqual(['México', 'Colombia'])
    expect(estados(todas, 'México')).toHaveLength(32)
    expect(estados(todas, 'Colombia')).toEqual(['Cundinamarca'])
    expect(ciudades(todas, 'México', 'Jalisco')).toEqual(['Zapopan'])
  })

  it('city and state become one text, as specified', () => {
    expect(ubicacionDe({ estado: 'Jalisco', ciudad: 'Zapopan' })).toBe('Zapopan, Jalisco')
    expect(ubicacionDe({ estado: 'Jalisco', ciudad: '' })).toBe('Todo el estado, Jalisco')
    expect(ubicacionDe({ estado: 'Nacional', ciudad: '' })).toBe('Todo el país, Nacional')
    expect(ubicacionDe({ estado: '', ciudad: '' })).toBe('')
  })
})

describe('searching', () => {
  const linea = { ...nacional, nombre: 'Línea de la Vida', descripcion: 'Crisis', telefono: '+528009112000' }

  it.each(['linea VIDA', 'crisis', '9112000', ' ', 'todo el pais'])('«%s» finds it', (texto) => {
    expect(coincide(linea, texto)).toBe(true)
  })

  it('needs every word, and the right place', () => {
    expect(coincide(linea, 'linea muerte')).toBe(false)
    expect(buscar([linea], { pais: 'Colombia', estado: '', ciudad: '' }, 'linea')).toEqual([])
  })
})

it('never shows a number under the name of a country that it is not of', () => {
  const known = [{ pais: 'Brasil', numeros: ['190', '192'] }]
  expect(emergenciaDe(known, 'Brasil').numeros[0]).toBe('190')
  expect(emergenciaDe(known, 'Chile')).toEqual({ pais: 'México', numeros: ['911'] })
})
