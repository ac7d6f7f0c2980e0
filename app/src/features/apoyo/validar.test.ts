import { describe, expect, it } from 'vitest'
import { fechaOfFuente, sitioOf } from './fuente.ts'
import { pendientesOf } from './pendientes.ts'
import { borradorOf, camposOf, checkBorrador, readEnlace, readTelefono } from './validar.ts'

const vacio = borradorOf(null)

describe('the form of an entry', () => {
  it('needs a name that can be seen, and nothing else', () => {
    expect(Object.keys(checkBorrador(vacio))).toEqual(['nombre'])
    expect(Object.keys(checkBorrador({ ...vacio, nombre: '\u200b ' }))).toEqual(['nombre'])
    expect(checkBorrador({ ...vacio, nombre: 'Casa Luna' })).toEqual({})
  })

  it('refuses what would not fit or could not be split again', () => {
    const found = checkBorrador({
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
    ['', ''],
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
    ['  ', 'México', ''],
  ])('«%s» of %s', async (typed, pais, telefono) => {
    expect((await readTelefono(typed, pais)).telefono).toBe(telefono)
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
