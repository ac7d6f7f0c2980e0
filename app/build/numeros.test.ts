import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeFuente, sitioOf } from '../src/lib/emergencia/fuente.ts'
import { LINEAS, NUMERO_DE_LA_CASA, NUMEROS } from '../src/lib/emergencia/numeros.ts'
import { fillNumeros, numeros, sayEveryNumero } from './numeros.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const seed = read('supabase/seed.sql')

/** Whatever members, visitors and contacts can read. */
const SHOWN = ['app/src', 'app/build', 'app/public', 'app/index.html', 'supabase/functions']
const KNOWS = 'app/src/lib/emergencia/numeros.ts'

function sources(): string[] {
  return (
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...SHOWN], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => /\.(?:ts|tsx|md|html|js)$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => file !== KNOWS && existsSync(path.join(root, file)))
      // Pages that no build writes: below.
      .filter((file) => !file.startsWith('app/public/'))
  )
}

/** Comments may speak of a number; nobody dials them. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

describe('numbers to call stand in one place', () => {
  it('no other file that somebody reads writes one down', () => {
    const own = [
      NUMERO_DE_LA_CASA.numeros,
      LINEAS[NUMERO_DE_LA_CASA.codigo]!.map(({ telefono }) => telefono),
    ].flat()
    const literal = new RegExp(
      own.map((numero) => `(?<![\\d.+#/-])${numero.replaceAll(' ', ' ?')}(?![\\d-])`).join('|'),
    )
    const found = sources().flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .filter((line) => literal.test(line) && !line.includes('placeholder='))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  it('a page that no build writes dials this house’s number and no other, and says where it was read', () => {
    for (const file of readdirSync(path.join(root, 'app/public')).filter((name) => name.endsWith('.html'))) {
      const page = read(`app/public/${file}`)
      for (const [, dialled] of page.matchAll(/tel:([^"]+)/g)) {
        expect(dialled, file).toBe(NUMERO_DE_LA_CASA.numeros[0])
        // With its source and day.
        expect(page, file).toContain(describeFuente(NUMERO_DE_LA_CASA))
      }
    }
  })

  it('whatever draws one to be dialled says beside it where that was read', () => {
    const draws = sources().filter((file) => {
      const text = withoutComments(read(file))
      return (
        file.endsWith('.tsx') &&
        /lib\/emergencia\/emergencia\.ts'/.test(text) &&
        /href=\{(?:`tel:|telHref|dial)\W/.test(text)
      )
    })
    expect(draws.length).toBeGreaterThan(4)
    expect(draws.filter((file) => !/<NumeroFuente\b|<Fuentes\b|describeFuente\(/.test(read(file)))).toEqual(
      [],
    )
  })

  it('no link dials a number that is written into it', () => {
    const found = sources().filter((file) => /['"`(]tel:[\d*+]/.test(withoutComments(read(file))))
    expect(found).toEqual([])
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
  it('has a number of this house on the page before the first screen, with its source', () => {
    const { transformIndexHtml } = numeros()
    const own = NUMERO_DE_LA_CASA.numeros[0]
    expect(transformIndexHtml(read('app/index.html'))).toContain(
      `<a href="tel:${own}">${own}</a> <small>${describeFuente(NUMERO_DE_LA_CASA)}</small>`,
    )
  })

  it('names every country, on a page without JavaScript', () => {
    const said = sayEveryNumero()
    expect(said).toMatch(/^911 en /)
    expect(said).toContain('123 en Colombia')
    for (const { pais } of NUMEROS) expect(said).toContain(pais)
  })

  it('a booklet has the number of this house, and those of every country with source and day, or doubt', () => {
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
