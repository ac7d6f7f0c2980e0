import { describe, expect, it } from 'vitest'
import { countEtiquetas, etiquetasOf, hasEtiqueta, splitNotas, withOtraNota } from './notas.ts'

describe('notes of a day', () => {
  it.each([
    ['', []],
    ['  \n ', []],
    ['Hola', [{ hora: null, texto: 'Hola' }]],
    [
      'Hola\n\n10:40\nOtra\ncosa',
      [
        { hora: null, texto: 'Hola' },
        { hora: '10:40', texto: 'Otra\ncosa' },
      ],
    ],
    [
      '9:05\r\nPrimera\r\n\r\n23:59\r\nÚltima',
      [
        { hora: '09:05', texto: 'Primera' },
        { hora: '23:59', texto: 'Última' },
      ],
    ],
    ['Nos vimos a las 10:40 en casa', [{ hora: null, texto: 'Nos vimos a las 10:40 en casa' }]],
    ['24:00\n10:60\n1:5', [{ hora: null, texto: '24:00\n10:60\n1:5' }]],
    ['10:40', [{ hora: '10:40', texto: '' }]],
  ])('%j', (texto, notas) => {
    expect(splitNotas(texto)).toEqual(notas)
  })

  it('another begins with its hour, and what was there stays as it was', () => {
    expect(withOtraNota('Hola\n\n', '10:40')).toBe('Hola\n\n10:40\n')
    expect(splitNotas(`${withOtraNota('Hola', '10:40')}Otra`)).toEqual([
      { hora: null, texto: 'Hola' },
      { hora: '10:40', texto: 'Otra' },
    ])
    expect(withOtraNota(' ', '10:40')).toBe('')
  })
})

describe('labels', () => {
  it.each([
    ['#casa y #Trabajo_2.', ['casa', 'Trabajo_2']],
    ['(#mamá), #ñandú!', ['mamá', 'ñandú']],
    ['#2026 #__ # #', []],
    ['#1a', ['1a']],
    ['a#casa https://x.mx/#casa &#39; ##casa', []],
    [`#${'a'.repeat(41)}`, []],
    ['#casa#otra', ['casa']],
    ['#mama\u0301', ['mamá']],
  ])('%j', (texto, etiquetas) => {
    expect(etiquetasOf(texto)).toEqual(etiquetas)
  })

  it('are counted by day, as she wrote them last', () => {
    expect(countEtiquetas(['#Casa #casa', '#zeta', '#casa #árbol'])).toEqual([
      { nombre: 'casa', dias: 2 },
      { nombre: 'árbol', dias: 1 },
      { nombre: 'zeta', dias: 1 },
    ])
    expect(hasEtiqueta('Hoy #CASA', 'casa')).toBe(true)
    expect(hasEtiqueta('Hoy #casas', 'casa')).toBe(false)
  })
})
