import { describe, expect, it } from 'vitest'
import { fechaOfFuente, sitioOf } from '../../lib/emergencia/fuente.ts'
import { errorsOf } from '../../lib/form/errors.ts'
import { pendientesOf } from './pendientes.ts'
import { asociacionSchema, type Borrador, borradorOf, camposOf, readEnlace, readTelefono } from './validar.ts'

const vacio = borradorOf(null)
const check = (borrador: Borrador) => errorsOf(asociacionSchema, borrador)

describe('the form of an entry', () => {
  it('needs a name that can be seen, and nothing else', () => {
    expect(Object.keys(check(vacio)!)).toEqual(['nombre'])
    expect(Object.keys(check({ ...vacio, nombre: '\u200b ' })!)).toEqual(['nombre'])
    expect(check({ ...vacio, nombre: 'Casa Luna' })).toBeUndefined()
  })

  it('refuses what would not fit or could not be split again', () => {
    const found = check({
      ...vacio,
      nombre: 'a'.repeat(201),
      url_web: 'javascript:alert(1)',
      ciudad: 'Zapopan, Jalisco',
    })
    expect(found).toMatchObject({
      nombre: 'Caben 200 letras: sobra 1.',
      url_web: expect.stringContaining('dirección de internet'),
      ciudad: 'Escribe la ciudad sin comas.',
    })
  })

  it.each([
    ['nombre', 200],
    ['descripcion', 2000],
    ['fuente_fecha', 100],
  ] as const)(
    'holds what fits of «%s», blanks around it aside, and says how much does not',
    (campo, limite) => {
      const filled = (length: number) =>
        check({ ...vacio, nombre: 'Casa Luna', [campo]: ` ${'a'.repeat(length)} ` })
      expect(filled(limite)).toBeUndefined()
      expect(filled(limite + 1)).toEqual({ [campo]: `Caben ${limite} letras: sobra 1.` })
      expect(filled(limite + 2)).toEqual({ [campo]: `Caben ${limite} letras: sobran 2.` })
    },
  )

  it('holds a place of 200 letters, blanks around its parts aside', () => {
    const place = (ciudad: string) => check({ ...vacio, nombre: 'Casa', estado: ' Jalisco ', ciudad })
    const fits = 200 - ', Jalisco'.length
    expect(place(` ${'a'.repeat(fits)} `)).toBeUndefined()
    expect(place('a'.repeat(fits + 1))).toEqual({ ciudad: 'Es demasiado largo.' })
  })

  it('is what is stored, and an empty one where there is nothing yet', () => {
    expect(vacio).toEqual({
      ...{ nombre: '', descripcion: '', telefono: '', url_web: '', pais: 'México', estado: '', ciudad: '' },
      ...{ visible: true, fuente_url: '', fuente_fecha: '', todo_el_dia: false, comprobado: false },
    })
    const stored = {
      ...{ nombre: 'Casa Luna', descripcion: 'Refugio', telefono: '*765', url_web: 'https://a.org' },
      ...{
        pais: 'México',
        estado: 'Jalisco',
        ciudad: 'Zapopan',
        ubicacion: 'Zapopan, Jalisco',
        visible: false,
      },
      ...{ fuente_url: 'https://b.org', fuente_fecha: '2025', verificada_el: '2026-01-01' },
    }
    expect(borradorOf(stored as never)).toEqual({
      ...{ nombre: 'Casa Luna', descripcion: 'Refugio', telefono: '*765', url_web: 'https://a.org' },
      ...{ pais: 'México', estado: 'Jalisco', ciudad: 'Zapopan', visible: false },
      ...{ fuente_url: 'https://b.org', fuente_fecha: '2025', comprobado: false },
    })
    const bare = { descripcion: null, telefono: null, url_web: null, fuente_url: null, fuente_fecha: null }
    expect(borradorOf({ ...stored, ...bare, ciudad: null } as never)).toMatchObject({
      ...{ descripcion: '', telefono: '', url_web: '', fuente_url: '', fuente_fecha: '', ciudad: '' },
    })
  })

  it('stores nothing of blanks, and links as they are opened', () => {
    const typed = {
      ...vacio,
      nombre: 'Casa',
      descripcion: ' Refugio ',
      estado: ' Jalisco ',
      ciudad: ' Zapopan ',
    }
    expect(
      camposOf({ ...typed, url_web: 'a.org', fuente_url: 'b.org', fuente_fecha: ' 2025 ' }, '', ''),
    ).toMatchObject({
      ...{ descripcion: 'Refugio', ubicacion: 'Zapopan, Jalisco', pais: 'México' },
      ...{ url_web: 'https://a.org', fuente_url: 'https://b.org', fuente_fecha: '2025' },
    })
    expect(camposOf(typed, '', '')).toMatchObject({ url_web: '', fuente_url: null, fuente_fecha: null })
  })

  it('stores the specified fields', () => {
    const borrador = { ...vacio, nombre: ' Casa  Luna ', estado: 'Jalisco', ciudad: 'Zapopan' }
    expect(camposOf(borrador, '+523312345678', '2026-11-21')).toMatchObject({
      nombre: 'Casa Luna',
      descripcion: '',
      telefono: '+523312345678',
      url_web: '',
      visible: true,
      ubicacion: 'Zapopan, Jalisco',
    })
    expect(camposOf({ ...borrador, comprobado: true }, '', '2026-11-21').verificada_el).toBe('2026-11-21')
    expect(camposOf(borrador, '', '2026-11-21')).not.toHaveProperty('verificada_el')
  })
})

describe('links', () => {
  it.each([
    ['ejemplo.org/ayuda', 'https://ejemplo.org/ayuda'],
    ['http://ejemplo.org', 'http://ejemplo.org'],
    ['ejemplo.org:8080/x', 'https://ejemplo.org:8080/x'],
    [' ejemplo.org ', 'https://ejemplo.org'],
    ['ejemplo.org/http:x', 'https://ejemplo.org/http:x'],
    ['https://ejemplo.org:8080/x', 'https://ejemplo.org:8080/x'],
    ['', ''],
    ['  ', ''],
    ['https://localhost', null],
    ['https://ejemplo.org/"x', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['no es un sitio', null],
  ])('«%s»', (typed, stored) => expect(readEnlace(typed)).toBe(stored))

  it('names the site that a link leads to', () => {
    expect(sitioOf('https://www.ejemplo.org/a')).toBe('ejemplo.org')
    expect(sitioOf('javascript:alert(1)')).toBeNull()
    expect(sitioOf(null)).toBeNull()
  })
})

describe('numbers', () => {
  it.each([
    ['55 1234 5678', 'México', '+525512345678'],
    ['*765', 'México', '*765'],
    ['079', 'México', '079'],
    ['0800 222 1717', 'Argentina', '08002221717'],
    ['+57 300 123 4567', 'Colombia', '+573001234567'],
    [' +57 300 123 4567', 'Argentina', '+573001234567'],
    ['(0800) 222-17/17', 'Argentina', '08002221717'],
    ['*123#', 'Argentina', '*123#'],
    ['  ', 'México', ''],
  ])('«%s» of %s', async (typed, pais, telefono) => {
    expect((await readTelefono(typed, pais)).telefono).toBe(telefono)
  })

  it('doubts no number that is dialled as it is, nor that there is none', async () => {
    expect(await readTelefono(' ', 'Argentina')).toEqual({ telefono: '', dudoso: false })
    expect(await readTelefono('144', 'Argentina')).toEqual({ telefono: '144', dudoso: false })
  })

  it('refuses a sign within a number, and a number within letters', async () => {
    for (const typed of ['12', '144 y más', 'marca 144', '14*4', '1'.repeat(16)])
      await expect(readTelefono(typed, 'Argentina'), typed).rejects.toThrow('Escribe solo el número')
  })

  it('refuses letters', async () => {
    await expect(readTelefono('línea rosa', 'Argentina')).rejects.toThrow('Escribe solo el número')
  })
})

it('reports: the most reported first, then the latest; hidden entries can wait', () => {
  const entries = [
    { id: 'a', visible: true },
    { id: 'b', visible: true },
    { id: 'c', visible: false },
    { id: 'd', visible: true },
  ]
  const reportes = ['a', 'b', 'b', 'c', 'c', 'c'].map((asociacion_id, day) => ({
    asociacion_id,
    creado_en: `2026-11-0${day + 1}`,
  }))
  expect(pendientesOf(entries, reportes).map(({ asociacion, count }) => [asociacion.id, count])).toEqual([
    ['b', 2],
    ['a', 1],
  ])
})

it.each([
  ['2025-11-05', '5 de noviembre de 2025'],
  ['2024-09', 'septiembre de 2024'],
  ['2025-02-31', '2025-02-31'],
  ['verano de 2020', 'verano de 2020'],
])('a source of «%s»', (stored, shown) => expect(fechaOfFuente(stored)).toBe(shown))
