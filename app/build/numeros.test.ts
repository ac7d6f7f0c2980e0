import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeFuente, sitioOf } from '../src/lib/emergencia/fuente.ts'
import { INSTALLATION_NUMERO, LINEAS, NUMEROS } from '../src/lib/emergencia/numeros.ts'
import { fillNumeros, numeros, sayEveryNumero } from './numeros.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const seed = read('supabase/seed.sql')

/** Where texts stand that members, visitors and contacts read. */
const SHOWN = ['app/src', 'app/build', 'supabase/functions']
const KNOWS = 'app/src/lib/emergencia/numeros.ts'

const sources = SHOWN.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|md|html)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
).filter((file) => file !== KNOWS)

/** Comments may name a number: nobody dials them. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

describe('numbers to call stand in one place', () => {
  // A number of one country in a text that all read: nothing that runs would show it, and in another country nobody would answer.
  it('no other source writes one down', () => {
    const own = [
      INSTALLATION_NUMERO.numeros,
      LINEAS[INSTALLATION_NUMERO.codigo]!.map(({ telefono }) => telefono),
    ].flat()
    const literal = new RegExp(
      `['"\`(]tel:[\\d*+]|${own.map((numero) => `(?<![\\d.+#/-])${numero.replaceAll(' ', ' ?')}(?![\\d-])`).join('|')}`,
    )
    const found = sources.flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .filter((line) => literal.test(line) && !line.includes('placeholder='))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  it('a page that no build writes dials this installation’s number and no other, and says where it was read', () => {
    for (const file of readdirSync(path.join(root, 'app/public')).filter((name) => name.endsWith('.html'))) {
      const page = read(`app/public/${file}`)
      for (const [, dialled] of page.matchAll(/tel:([^"]+)/g)) {
        expect(dialled, file).toBe(INSTALLATION_NUMERO.numeros[0])
        // With its source and day.
        expect(page, file).toContain(describeFuente(INSTALLATION_NUMERO))
      }
    }
  })
})

describe('what the app was built with is what the service was given', () => {
  it('each country, its numbers in order, its source and its day', () => {
    const rows = [
      ...seed.matchAll(/\('([A-Z]{2})', '([^']+)', array\[([^\]]+)\],\s+'([^']+)', (?:'([^']*)'|null)\)/g),
    ].map(([, codigo, pais, numeros, url, fecha]) => ({
      codigo,
      pais,
      numeros: [...numeros!.matchAll(/'([^']+)'/g)].map((match) => match[1]),
      fuente: sitioOf(url!),
      fecha: fecha ?? null,
    }))
    const byCode = (a: { codigo?: string }, b: { codigo?: string }) => a.codigo!.localeCompare(b.codigo!)
    expect([...NUMEROS].sort(byCode)).toEqual(rows.sort(byCode))
    expect(rows).toHaveLength(21)
  })

  it('each national line, with the source and the day of its entry', () => {
    const names = new Map(NUMEROS.map(({ codigo, pais }) => [codigo, pais]))
    const entries = seed.split(/\n {2}\('(?=[a-z]{2}-)/)
    for (const [codigo, lineas] of Object.entries(LINEAS)) {
      for (const { telefono, fuente, fecha } of lineas) {
        const bare = telefono.replaceAll(' ', '')
        const entry = entries.find(
          (text) =>
            text.includes(`'Todo el país, Nacional', '${names.get(codigo)}'`) &&
            (text.includes(`'${bare}'`) || text.includes(`'+52${bare}'`)) &&
            text.includes(fuente!) &&
            // A day that the entry does not state is none here either.
            (fecha ? text.includes(`'${fecha}'`) : text.includes("'sin fecha visible")),
        )
        expect(entry, `${codigo} ${telefono}`).toBeDefined()
      }
    }
  })
})

describe('what is written before anybody knows where she is', () => {
  it('has a number of this installation on the page before the first screen, with its source', () => {
    const { transformIndexHtml } = numeros()
    const own = INSTALLATION_NUMERO.numeros[0]
    expect(transformIndexHtml(read('app/index.html'))).toContain(
      `<a href="tel:${own}">${own}</a> <small>${describeFuente(INSTALLATION_NUMERO)}</small>`,
    )
  })

  it('names every country, on a page without JavaScript', () => {
    const said = sayEveryNumero()
    expect(said).toMatch(/^911 en /)
    expect(said).toContain('123 en Colombia')
    for (const { pais } of NUMEROS) expect(said).toContain(pais)
  })

  it('a booklet has the number of this installation, and those of every country with source and day, or doubt', () => {
    const text = fillNumeros('marca el {emergencia}.\n\n## Fuentes\n\n- x')
    expect(text).toMatch(/^marca el 911\./)
    expect(text).toContain('**Colombia:** emergencias, 123. Fuente: radiosantafe.com, 14 de febrero de 2026.')
    expect(text).toContain('**Brasil:** emergencias, 190 (también 192, 193). Sin verificar.')
    expect(text).toContain('Línea 144: 144. Fuente: cadena3.com')
    expect(text.indexOf('Números por país')).toBeLessThan(text.indexOf('## Fuentes'))
    expect(fillNumeros('sin números')).toBe('sin números')
    expect(() => fillNumeros('{inventada}')).toThrow('inventada')
  })
})
