import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Asociacion } from '../asociaciones.ts'
import { isGuardable, MAX_LINEAS, readCsv, toCsv } from './csv.ts'

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

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the directory as a sheet', () => {
  it('has a line of headings, and one for each entry in words that she can change', async () => {
    const plain = { ...CASA, nombre: 'Casa Luz', descripcion: 'De día', ubicacion: 'Mérida' } as Asociacion
    const another = {
      ...plain,
      estado: null,
      ubicacion: 'Mérida, Nacional',
      verificada_el: null,
    } as Asociacion
    const [headings, ...lines] = (await toCsv([plain, another])).split('\r\n')
    expect(headings).toBe(
      '\ufeffid,version,nombre,descripcion,telefono,sitio_web,pais,estado,ciudad,visible,todo_el_dia,fuente,fecha_de_la_fuente,verificada_el',
    )
    const rest = (estado: string, verificada: string) =>
      `${CASA.id},3,Casa Luz,De día,"'+525512345678",,México,${estado},Mérida,sí,no,,,${verificada}`
    expect(lines).toEqual([rest('Yucatán', '2026-11-20'), rest('', '')])
  })

  it.each([
    ['Sí ', true],
    ['si', true],
    ['TRUE', true],
    ['1', true],
    ['x', true],
    ['  ', true],
    ['no', false],
    ['así no', false],
    ['sin duda', false],
  ])('takes «%s» for whether an entry is visible', async (cell, visible) => {
    const cambio = await only(`nombre,telefono,pais,estado,visible\nOtra,079,México,Nacional,${cell}`)
    expect(isGuardable(cambio) && cambio.campos.visible).toBe(visible)
  })

  it('is read with headings in any letters, spaces around a cell, and an apostrophe that is hers', async () => {
    const cambio = await only(`\ufeff Nombre ,TELEFONO,pais,estado\n  O'-Higgins ,079,México,Nacional`)
    expect(cambio).toMatchObject({ que: 'nueva', nombre: "O'-Higgins", campos: { nombre: "O'-Higgins" } })
  })

  it('names the line that is wrong: as it is written, as it was, or as one without a name', async () => {
    const names = async (text: string) => (await readCsv(text, [CASA])).map(({ nombre }) => nombre)
    expect(await names(`id,nombre,telefono\n${CASA.id},Otra,x\n,Casa,x`)).toEqual(['Otra', 'Casa'])
    expect(await names(`id,nombre,telefono\n${CASA.id},,x\n,,x`)).toEqual([CASA.nombre, 'Sin nombre'])
  })

  it('minds the version of an entry alone: a new line may say any', async () => {
    expect(await only('version,nombre,telefono,pais,estado\n7,Otra,079,México,Nacional')).toMatchObject({
      que: 'nueva',
    })
    expect(await only(`id,nombre\n${CASA.id},"${CASA.nombre.replaceAll('"', '""')}"`)).toMatchObject({
      que: 'igual',
    })
  })

  it('takes a country of sixty letters, and as many lines as fit', async () => {
    expect(await only(await sheet('México', 'x'.repeat(60)))).toMatchObject({ que: 'corrige' })
    expect(await readCsv(`nombre\n${'x\n'.repeat(MAX_LINEAS)}`, [])).toHaveLength(MAX_LINEAS)
  })

  it('gives a new entry an id of its own where the page is not served securely', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const read = async () => {
      const cambio = await only('nombre,telefono,pais,estado\nOtra,079,México,Nacional')
      return isGuardable(cambio) && cambio.id
    }
    const id = await read()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await read()).not.toBe(id)
  })

  it('comes back as it went: nothing to save', async () => {
    expect((await readCsv(await toCsv([CASA, MALA]), [CASA, MALA])).map(({ que }) => que)).toEqual([
      'igual',
      'igual',
    ])
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
    expect(await only(await sheet('2026-11-20', '2027-01-01'))).toMatchObject({ que: 'igual' })
  })

  it('a new line is the same entry whoever reads the sheet, and as often as it is read', async () => {
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
    expect(
      (await readCsv(`${text}\r\n${text.slice(text.indexOf('\r\n') + 2)}`, [CASA])).map(({ que }) => que),
    ).toEqual(['igual', 'error'])
    await expect(readCsv('a,b\n1,2', [CASA])).rejects.toThrow('nombre')
    await expect(readCsv(`nombre\n${'x\n'.repeat(MAX_LINEAS + 1)}`, [CASA])).rejects.toThrow('Caben')
  })
})
