import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Escrito, parseEscrito } from '../src/lib/text/escrito.ts'
import { typesetDocumentos } from './documentos.ts'

const folder = fileURLToPath(new URL('../src/textos', import.meta.url))
const textos: [string, Escrito, string][] = readdirSync(folder).map((name) => {
  const source = readFileSync(`${folder}/${name}`, 'utf8')
  return [name, parseEscrito(source), source]
})

/** What holds in Mexico, and may not elsewhere. */
const MEXICAN = /\bMéxico\b|\b(?:Ley|Código|Norma) [A-Z]|\bNOM-|ministerio público|fiscalía|\{linea-/
const BESIDE = /\b(?:tu país|otros? país(?:es)?)\b/

/** The contents of a PDF as text, compressed streams included. */
function inside(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/\/FlateDecode[\s\S]*?stream\n([\s\S]*?)\nendstream/g)].map((match) => {
    try {
      return inflateSync(Buffer.from(match[1]!, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return source + streams.join('\n')
}

describe.each(textos)('%s', (_, { archivo, titulo, bloques }, source) => {
  it('has a plain file name, sections, and ends with its sources', () => {
    expect(archivo).toMatch(/^(cuaderno|guia)-[1-9]$/)
    expect(titulo).not.toBe('')
    const sections = bloques.filter((bloque) => bloque.tipo === 'titulo' && bloque.nivel === 2)
    expect(sections.length).toBeGreaterThan(4)
    expect(sections.at(-1)).toEqual({ tipo: 'titulo', nivel: 2, texto: 'Fuentes' })
    expect(bloques.at(-1)).toMatchObject({ tipo: 'lista' })
  })

  // She may read it in another country, where that office does not exist and that line rings nowhere.
  it('names no law, office or line of Mexico without saying in the same breath where those of another country are', () => {
    const ofMexico = bloques.some(
      (bloque) =>
        bloque.tipo === 'aviso' &&
        /es de México\. En otro país/.test(bloque.tramos.map(({ texto }) => texto).join('')),
    )
    const alone = source
      .split('\n## Fuentes\n')[0]!
      .split('\n\n')
      .filter((part) => !part.startsWith('---'))
      .filter((part) => MEXICAN.test(part) && !BESIDE.test(part))
    // A whole guide to one country's law says so before anything else, and where the lines of the others are.
    expect(ofMexico ? [] : alone).toEqual([])
  })
})

describe('the documents', () => {
  let first: Map<string, Buffer>
  beforeAll(async () => {
    first = await typesetDocumentos(folder)
  })

  it('are six booklets and six guides, one file for each text', () => {
    expect([...first.keys()].sort()).toEqual(
      ['cuaderno', 'guia'].flatMap((kind) => [1, 2, 3, 4, 5, 6].map((number) => `${kind}-${number}.pdf`)),
    )
  })

  it('come out the same, byte for byte, each time', async () => {
    for (const [name, bytes] of await typesetDocumentos(folder))
      expect(bytes.equals(first.get(name)!)).toBe(true)
  })

  it('are tagged, in Spanish, with the app’s fonts inside, small, and silent in their metadata', () => {
    for (const [name, bytes] of first) {
      const text = inside(bytes)
      expect(bytes.length, name).toBeLessThan(64_000)
      expect(text, name).toContain('/MarkInfo')
      expect(text, name).toContain('/Lang (es-MX)')
      expect(text, name).toMatch(/\/StructTreeRoot/)
      expect(text, name).toMatch(/\+YoungSerif-Regular/)
      expect(text, name).toMatch(/\+Figtree-Regular/)
      expect(text.match(/\/Type \/Page\b/g)!.length, name).toBeGreaterThan(2)
    }
    expect(inside(first.get('cuaderno-1.pdf')!)).not.toMatch(/seguridad/i)
  })
})
