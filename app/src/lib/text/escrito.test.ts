import { describe, expect, it } from 'vitest'
import { parseEscrito, parseTramos } from './escrito.ts'

const CABEZA = '---\ntitulo: Uno: dos\nsubtitulo: tres\narchivo: cuaderno-9\nfecha: 2026-11-21\n---\n'

describe('a text of the app', () => {
  it('has a head and blocks', () => {
    const { titulo, archivo, video, bloques } = parseEscrito(
      `${CABEZA}\n## Título\n\nUn párrafo\nen dos líneas.\n\n> Ojo,\n> con calma.\n\n- uno\n- dos\n\n1. a\n2. b\n\n- [ ] llaves\n\n___ Nombre\n___ Teléfono\n`,
    )
    expect({ titulo, archivo, video }).toEqual({
      titulo: 'Uno: dos',
      archivo: 'cuaderno-9',
      video: undefined,
    })
    expect(bloques).toEqual([
      { tipo: 'titulo', nivel: 2, texto: 'Título' },
      { tipo: 'parrafo', tramos: [{ texto: 'Un párrafo en dos líneas.' }] },
      { tipo: 'aviso', tramos: [{ texto: 'Ojo, con calma.' }] },
      { tipo: 'lista', marca: 'punto', filas: [[{ texto: 'uno' }], [{ texto: 'dos' }]] },
      { tipo: 'lista', marca: 'numero', filas: [[{ texto: 'a' }], [{ texto: 'b' }]] },
      { tipo: 'lista', marca: 'casilla', filas: [[{ texto: 'llaves' }]] },
      { tipo: 'renglon', etiqueta: 'Nombre' },
      { tipo: 'renglon', etiqueta: 'Teléfono' },
    ])
  })

  it('is refused without a head', () => {
    expect(() => parseEscrito('## Sin cabeza')).toThrow('titulo')
  })

  it('has strong stretches and links, and no link that runs anything', () => {
    expect(parseTramos('a **b** [c](https://x.mx/d) e')).toEqual([
      { texto: 'a ' },
      { texto: 'b', fuerte: true },
      { texto: ' ' },
      { texto: 'c', href: 'https://x.mx/d' },
      { texto: ' e' },
    ])
    expect(parseTramos('[x](javascript:alert)')).toEqual([{ texto: '[x](javascript:alert)' }])
  })
})
