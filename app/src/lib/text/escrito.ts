/*
 * Our texts are written once, in a small part of Markdown, and shown twice: on screen (`features/sexualidad/Escrito.tsx`) and as
 * a PDF (`app/build/documento.ts`). What a line means is decided here, for both.
 */

/** A stretch of a line: plain, strong, or a link. */
export type Tramo = { texto: string; fuerte?: boolean; href?: string }

export type Bloque =
  | { tipo: 'titulo'; nivel: 2 | 3; texto: string }
  | { tipo: 'parrafo'; tramos: Tramo[] }
  /** Set apart: what must not be missed. */
  | { tipo: 'aviso'; tramos: Tramo[] }
  | { tipo: 'lista'; marca: 'punto' | 'numero' | 'casilla'; filas: Tramo[][] }
  /** A line to write on, by hand. */
  | { tipo: 'renglon'; etiqueta: string }

export type Escrito = {
  titulo: string
  subtitulo: string
  /** Name of its PDF, without ending: a plain one, since file names show up where others look. */
  archivo: string
  /** Day of the last revision, `yyyy-MM-dd`. */
  fecha: string
  /** Address of a video of our own, where there is one. */
  video?: string
  bloques: Bloque[]
}

const INLINE = /\*\*(.+?)\*\*|\[([^\]]+)\]\((https?:\/\/[^)\s]+|tel:[^)\s]+)\)/g

/** A line as stretches. */
export function parseTramos(linea: string): Tramo[] {
  const tramos: Tramo[] = []
  let from = 0
  for (const match of linea.matchAll(INLINE)) {
    if (match.index > from) tramos.push({ texto: linea.slice(from, match.index) })
    tramos.push(match[1] ? { texto: match[1], fuerte: true } : { texto: match[2]!, href: match[3]! })
    from = match.index + match[0].length
  }
  if (from < linea.length) tramos.push({ texto: linea.slice(from) })
  return tramos
}

const MARCAS = [
  ['casilla', /^- \[ \] /],
  ['punto', /^- /],
  ['numero', /^\d+\. /],
] as const

function parseBloque(parte: string): Bloque[] {
  const lineas = parte.split('\n')
  const primera = lineas[0]!
  if (primera.startsWith('### ')) return [{ tipo: 'titulo', nivel: 3, texto: primera.slice(4) }]
  if (primera.startsWith('## ')) return [{ tipo: 'titulo', nivel: 2, texto: primera.slice(3) }]
  if (primera.startsWith('___ '))
    return lineas.map((linea) => ({ tipo: 'renglon', etiqueta: linea.slice(4) }))
  if (primera.startsWith('> ')) {
    return [{ tipo: 'aviso', tramos: parseTramos(lineas.map((linea) => linea.slice(2)).join(' ')) }]
  }
  for (const [marca, inicio] of MARCAS) {
    if (!inicio.test(primera)) continue
    return [{ tipo: 'lista', marca, filas: lineas.map((linea) => parseTramos(linea.replace(inicio, ''))) }]
  }
  return [{ tipo: 'parrafo', tramos: parseTramos(lineas.join(' ')) }]
}

/**
 * Parses one of our texts: `clave: valor` lines between two `---`, then blocks with an empty line between them.
 *
 * @throws Error when title, subtitle, file name or date is missing
 */
export function parseEscrito(fuente: string): Escrito {
  const [, cabeza = '', cuerpo = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(fuente.replaceAll('\r\n', '\n')) ?? []
  const datos = new Map(
    cabeza.split('\n').map((linea) => {
      const at = linea.indexOf(':')
      return [linea.slice(0, at).trim(), linea.slice(at + 1).trim()]
    }),
  )
  const dato = (clave: string) => {
    const valor = datos.get(clave)
    if (!valor) throw new Error(`a text without «${clave}»`)
    return valor
  }
  const partes = cuerpo.split(/\n\s*\n/).map((parte) => parte.trim())
  return {
    titulo: dato('titulo'),
    subtitulo: dato('subtitulo'),
    archivo: dato('archivo'),
    fecha: dato('fecha'),
    ...(datos.get('video') && { video: datos.get('video') }),
    bloques: partes.filter(Boolean).flatMap(parseBloque),
  }
}
