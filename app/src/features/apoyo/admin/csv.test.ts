import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Asociacion } from '../asociaciones.ts'
import { hides, isGuardable, MAX_LINEAS, readCsv, toCsv } from './csv.ts'

const CASA = {
  id: 'a0000000-0000-4000-8000-000000000001',
  version: 3,
  nombre: 'Casa, "Luz"',
  descripcion: 'De día\ny de noche',
  telefono: '+525512345678',
  url_web: '',
  ubicacion: 'Mérida, Yucatán',
  ciudad: 'Mérida',
  estado: 'Yucatán',
  pais: 'México',
  visible: true,
  todo_el_dia: false,
  fuente_url: null,
  fuente_fecha: null,
  verificada_el: '2026-11-20',
} as unknown as Asociacion

const MALA = {
  ...CASA,
  id: 'a0000000-0000-4000-8000-000000000002',
  nombre: '=HYPERLINK("https://malo.test")',
}

/** The sheet of what is there, with one thing written otherwise. */
const sheet = async (from: string, to: string) => (await toCsv([CASA])).replace(from, to)
const only = async (text: string) => (await readCsv(text, [CASA]))[0]!

afterEach(() => vi.unstubAllGlobals())

describe('the directory as a sheet', () => {
  it('is one that Excel reads, with what is known of each entry in its column', async () => {
    const nacional = { ...CASA, estado: 'Nacional', ciudad: 'Todo el país', nombre: 'Línea', telefono: '079' }
    const text = await toCsv([{ ...nacional, visible: false, todo_el_dia: true, verificada_el: null }, CASA])
    expect(text.split('\r\n')).toEqual([
      '\ufeffid,version,nombre,descripcion,telefono,sitio_web,pais,estado,ciudad,visible,todo_el_dia,fuente,fecha_de_la_fuente,verificada_el',
      `${CASA.id},3,Línea,"De día\ny de noche",079,,México,Nacional,,no,sí,,,`,
      `${CASA.id},3,"Casa, ""Luz""","De día\ny de noche","'+525512345678",,México,Yucatán,Mérida,sí,no,,,2026-11-20`,
    ])
  })

  it('comes back as it went: nothing to save', async () => {
    expect((await readCsv(await toCsv([CASA, MALA]), [CASA, MALA])).map(({ que }) => que)).toEqual([
      'igual',
      'igual',
    ])
  })

  it('comes back as it went also where a text begins with an apostrophe of its own', async () => {
    const hers = { ...CASA, nombre: "'+Mujeres", descripcion: "''=ya", ciudad: "'-x" } as Asociacion
    expect((await readCsv(await toCsv([hers]), [hers])).map(({ que }) => que)).toEqual(['igual'])
  })

  it('has no cell that a spreadsheet would run', async () => {
    const text = await toCsv([CASA, MALA])
    for (const cell of text.split(/[,\r\n]/)) expect(cell).not.toMatch(/^["]?[=+\-@\t\r]/)
    expect(text).toContain("'+525512345678")
  })

  it('says what a line corrects, and verifies nothing', async () => {
    const cambio = await only(await sheet('Mérida', 'Progreso'))
    expect(cambio).toMatchObject({ que: 'corrige', difiere: ['ciudad'], linea: 2 })
    expect(isGuardable(cambio) && cambio.campos).toMatchObject({
      ubicacion: 'Progreso, Yucatán',
      telefono: '+525512345678',
    })
    expect(isGuardable(cambio) && 'verificada_el' in cambio.campos).toBe(false)
    const same = await only(await sheet('2026-11-20', '2027-01-01'))
    expect([same.que, isGuardable(same)]).toEqual(['igual', false])
  })

  it('a new line is the same entry on every reading of the sheet, by anyone', async () => {
    const idOf = async (line: string) => {
      const cambio = await only(`nombre;telefono;pais;estado\n${line}`)
      return isGuardable(cambio) && cambio.id
    }
    const id = await idOf('Otra casa;079;México;Nacional')
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(await idOf('otra  casa;079;México;Nacional')).toBe(id)
    expect(await idOf('Otra casa;079;México;Nacional')).toBe(id)
    expect(await idOf('Otra casa;911;México;Nacional')).not.toBe(id)
    expect(await only(await sheet('Mérida', 'Progreso'))).toMatchObject({ id: CASA.id })
  })

  it('a line without an id is a new entry, also with semicolons and few columns', async () => {
    expect(await only('nombre;telefono;pais;estado\nOtra casa;079;México;Nacional')).toMatchObject({
      que: 'nueva',
      campos: { nombre: 'Otra casa', telefono: '079', ubicacion: 'Todo el país, Nacional', visible: true },
    })
  })

  it('shows an entry that nobody sees where a line says so, and takes no unknown word for a no', async () => {
    const hidden = { ...CASA, nombre: 'Casa Sol', visible: false }
    const become = async (said: string) =>
      (await readCsv(`id,nombre,visible\n${CASA.id},Casa Sol,${said}`, [hidden]))[0]!.que
    for (const said of ['sí', 'Si', 'x', 'TRUE', '1']) expect(await become(said), said).toBe('corrige')
    for (const said of ['', 'no', 'No', 'FALSO', '0']) expect(await become(said), said).toBe('igual')
    for (const said of ['sin datos', 'a veces sí', 's\ufffd', 'quizá'])
      expect(await become(said), said).toBe('error')
    const todo = 'id,nombre,todo_el_dia'
    expect(await readCsv(`${todo}\n${CASA.id},Casa Sol,quizá`, [hidden])).toMatchObject([
      { que: 'error', motivo: 'En «todo_el_dia» dice «quizá»: escribe sí o no.' },
    ])
  })

  it('says which entries nobody would find any more', async () => {
    const [no, same, nueva] = await readCsv(
      `id;nombre;visible\n${CASA.id};Casa;no\n${MALA.id};Otra;\n;Nueva;no`,
      [CASA, MALA],
    )
    expect([no, same, nueva].map((cambio) => hides(cambio!))).toEqual([true, false, false])
  })

  it('takes the line that tells Excel the delimiter, and days as Excel writes them in Spanish', async () => {
    const [cambio] = await readCsv(
      '\ufeffsep=;\r\nnombre;descripcion;fecha_de_la_fuente\r\nCasa Sol;de día, de noche;1/11/2026\r\n',
      [],
    )
    expect(cambio).toMatchObject({
      que: 'nueva',
      linea: 2,
      campos: { nombre: 'Casa Sol', descripcion: 'de día, de noche', fuente_fecha: '2026-11-01' },
    })
    for (const day of ['noviembre', '11/30/2026', '30/2/2026', '1/2/26'])
      expect(await only(`nombre,fecha_de_la_fuente\nCasa Sol,${day}`), day).toMatchObject({ que: 'error' })
  })

  it('refuses what would run cells or lines together, and reads letters that a Mac takes apart', async () => {
    await expect(only('nombre,visible\nCasa Sol,sí\n"Casa Luna,no\nCasa Mar,no')).rejects.toThrow(
      /comilla.*línea 3/,
    )
    expect(await only('nombre,descripcion\nCasa Sol,de día, de noche')).toMatchObject({
      que: 'error',
      motivo: expect.stringContaining('más celdas'),
    })
    expect(await only('nombre,descripcion\nCasa Sol,de día,,')).toMatchObject({ que: 'nueva' })
    expect(await only('nombre,visible\nCasa Sol,si\u0301')).toMatchObject({
      que: 'nueva',
      campos: { visible: true },
    })
  })

  it('reads what people make of a sheet: headings as they like, empty lines, blanks, columns left out', async () => {
    const heading = ' ID ; Nombre ;VERSION; Descripcion'
    expect(
      await readCsv(`${heading}\n;;;\n;  Otra casa ;7; Pide el '+5'  \n${CASA.id};;;De día`, [CASA]),
    ).toMatchObject([
      { que: 'nueva', nombre: 'Otra casa', campos: { nombre: 'Otra casa', descripcion: "Pide el '+5'" } },
      { que: 'error', nombre: CASA.nombre, motivo: 'Escribe el nombre.' },
    ])
    expect(await only('nombre;descripcion\n;Sin nada más')).toMatchObject({
      que: 'error',
      nombre: 'Sin nombre',
      motivo: 'Escribe el nombre.',
    })
    expect(await only(`id,nombre\n${CASA.id},Casa Sol`)).toMatchObject({
      nombre: 'Casa Sol',
      difiere: ['nombre'],
    })
  })

  it('keeps a number as it is stored, also one that nobody could write today', async () => {
    const old = { ...CASA, telefono: 'ext. 5' }
    expect(await readCsv(`id,nombre\n${CASA.id},Casa Sol`, [old])).toMatchObject([
      { que: 'corrige', campos: { telefono: 'ext. 5' } },
    ])
  })

  it('adds an entry also where the page has no cryptography to name it by', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const cambio = await only('nombre\nOtra casa')
    expect(isGuardable(cambio) && cambio.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/)
  })

  it('takes a country and a sheet that are as long as they may be', async () => {
    const pais = 'x'.repeat(60)
    expect(await only(`nombre,telefono,pais\nOtra casa,079,${pais}`)).toMatchObject({ que: 'nueva' })
    expect(await readCsv(`nombre\n${'x\n'.repeat(MAX_LINEAS)}`, [])).toHaveLength(MAX_LINEAS)
  })

  it.each([
    ['a sheet from before somebody corrected it', ',3,', ',2,', 'Alguien la cambió'],
    ['an entry that is gone', CASA.id, 'a0000000-0000-4000-8000-000000000009', 'ya no está'],
    ['words for a number', "'+525512345678", 'llámanos', 'número'],
    ['a country like a novel', 'México', 'x'.repeat(61), 'país'],
  ])('refuses %s', async (_, from, to, motivo) => {
    expect(await only(await sheet(from, to))).toMatchObject({
      que: 'error',
      motivo: expect.stringContaining(motivo),
    })
  })

  it('refuses the same entry twice, what is no directory, and what is too long', async () => {
    const text = await toCsv([CASA])
    expect(await readCsv(`${text}\r\n${text.slice(text.indexOf('\r\n') + 2)}`, [CASA])).toMatchObject([
      { que: 'igual' },
      { que: 'error', motivo: 'Está dos veces en la hoja.' },
    ])
    await expect(readCsv('', [CASA])).rejects.toThrow('«nombre»')
    await expect(readCsv('a,b\n1,2', [CASA])).rejects.toThrow('nombre')
    await expect(readCsv(`nombre\n${'x\n'.repeat(MAX_LINEAS + 1)}`, [CASA])).rejects.toThrow('Caben')
  })
})
