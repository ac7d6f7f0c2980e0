import { describe, expect, it } from 'vitest'
import { textOf } from './codificacion.ts'
import { readCsv } from './csv.ts'

/** What these systems make of the letters of our texts. */
const WINDOWS: Record<string, number> = {
  ...{ á: 0xe1, é: 0xe9, í: 0xed, ó: 0xf3, ú: 0xfa, ü: 0xfc, ñ: 0xf1, ç: 0xe7, ã: 0xe3, ê: 0xea },
  ...{
    Á: 0xc1,
    É: 0xc9,
    Í: 0xcd,
    Ó: 0xd3,
    Ú: 0xda,
    Ñ: 0xd1,
    '¿': 0xbf,
    '¡': 0xa1,
    ª: 0xaa,
    '«': 0xab,
    '»': 0xbb,
  },
  è: 0xe8,
}
const MAC: Record<string, number> = {
  ...{ á: 0x87, é: 0x8e, í: 0x92, ó: 0x97, ú: 0x9c, ü: 0x9f, ñ: 0x96, ç: 0x8d, ã: 0x8b, ê: 0x90 },
  ...{
    Á: 0xe7,
    É: 0x83,
    Í: 0xea,
    Ó: 0xee,
    Ú: 0xf2,
    Ñ: 0x84,
    '¿': 0xc0,
    '¡': 0xc1,
    ª: 0xbb,
    '«': 0xc7,
    '»': 0xc8,
  },
  ...{ '–': 0xd0, '“': 0xd2, '”': 0xd3, '…': 0xc9 },
}
const DOS: Record<string, number> = { á: 0xa0, é: 0x82, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, É: 0x90, Ñ: 0xa5 }
const bytesOf = (text: string, table: Record<string, number>) =>
  Uint8Array.from(text, (letter) => table[letter] ?? letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

const SHEETS = [
  'nombre;descripcion;visible\r\nRefugio Yucatán;Atención para mujeres, niñas y niños;sí\r\n',
  'nombre;ciudad\r\nLÍNEA DE ORIENTACIÓN JURÍDICA;MÉXICO\r\n',
  'nombre;ciudad\r\nCentro de apoyo à mulher;São João, três turnos; orientação\r\n',
  'nombre;descripcion\r\nCasa de la Ñusta;¿Sola? ¡Llámanos! «Aquí», 2.ª planta\r\n',
]

describe('the letters of a sheet', () => {
  it.each(SHEETS)('are read as they were written, whatever system saved it: %j', (text) => {
    const pure = text.replace('à', 'a')
    expect(textOf(bytesOf(pure, WINDOWS))).toBe(pure)
    expect(textOf(bytesOf(pure, MAC))).toBe(pure)
    expect(textOf(utf8(text))).toBe(text)
    expect(textOf(utf8(`\ufeff${text}`))).toBe(text)
    expect(
      textOf(new Uint8Array(Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).buffer)),
    ).toBe(text)
  })

  // Those of Windows-1252 Node 20 reads as controls; browsers do not.
  it('and their signs', () => {
    const text = 'nombre\r\n“Casa” – línea…\r\n'
    expect(textOf(bytesOf(text, MAC))).toBe(text)
  })

  it.each([
    ['of DOS', bytesOf(SHEETS[0]!, DOS)],
    ['of another language', bytesOf('nombre\r\nHélène Yucatán è\r\n', WINDOWS)],
    ['that may be one as well as the other', bytesOf('nombre\r\nCasa de Á\r\n', WINDOWS)],
    ['that were lost before', utf8('nombre\r\nRefugio Yucat\ufffdn\r\n')],
    [
      'of two bytes each, without a mark',
      new Uint8Array(Uint16Array.from('nombre\r\nCasa', (l) => l.charCodeAt(0)).buffer),
    ],
    ['half in one encoding', Uint8Array.of(...utf8('nombre\r\nMérida, '), ...bytesOf('Yucatán', WINDOWS))],
  ])('are refused as a whole where they are %s', (_what, bytes) => {
    expect(() => textOf(bytes)).toThrow('Guárdala otra vez como «CSV UTF-8»')
  })

  it('make whole lines of what Excel and a Mac save in Spanish', async () => {
    const text =
      'id;version;nombre;descripcion;telefono;sitio_web;pais;estado;ciudad;visible;todo_el_dia;fuente;fecha_de_la_fuente;verificada_el\r\n' +
      ';;Refugio de prueba Yucatán;Atención para mujeres, niñas y niños;+52 999 123 4567;https://ejemplo.mx;México;Yucatán;Mérida;sí;no;https://ejemplo.mx/fuente;2026-11-01;\r\n' +
      ';;Línea de prueba Bogotá;Orientación jurídica;+57 601 123 4567;;Colombia;;Bogotá;sí;sí;https://ejemplo.co/fuente;2026-11-01;\r\n'
    for (const bytes of [bytesOf(text, WINDOWS), bytesOf(text, MAC), utf8(`sep=;\r\n${text}`)]) {
      expect(await readCsv(textOf(bytes), [])).toMatchObject([
        {
          que: 'nueva',
          campos: { nombre: 'Refugio de prueba Yucatán', ubicacion: 'Mérida, Yucatán', visible: true },
        },
        { que: 'nueva', campos: { nombre: 'Línea de prueba Bogotá', visible: true, todo_el_dia: true } },
      ])
    }
  })
})
