import { brand } from '../../lib/installation/brand.ts'
import { addMonths, type Fecha, longFechaWithDia } from '../../lib/time/fechas.ts'
import { hasEtiqueta } from './notas.ts'

/** The longest entry that the database takes, in characters. */
export const LONGEST = 200_000
/** As much as fits, sealed, into one request. */
const LONGEST_BYTES = 700_000

/** Whether anything can be seen of a text: what the database means by «not empty», too. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Characters that are not visible. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g

/** What keeps a text from being saved, or null. */
export function reparo(contenido: string): 'vacía' | 'larga' | null {
  if (!VISIBLE.test(contenido.replace(BLANK, ''))) return 'vacía'
  // By code points, as PostgreSQL counts; counting them is needed only for texts that may be too long.
  if (contenido.length > LONGEST && [...contenido.trim()].length > LONGEST) return 'larga'
  return contenido.length > LONGEST_BYTES / 4 && new Blob([contenido]).size > LONGEST_BYTES ? 'larga' : null
}

/** «Sábado, 21 de noviembre de 2026». */
export function titulo(fecha: Fecha): string {
  const text = longFechaWithDia(fecha)
  return text.charAt(0).toLocaleUpperCase(brand.locale) + text.slice(1)
}

/** What the empty page of a day asks (docs/product.md#diary). */
export function pregunta(fecha: Fecha, hoy: Fecha): string {
  if (fecha === hoy) return '¿Cómo te sientes hoy?'
  return fecha < hoy ? '¿Cómo te sentiste ese día?' : '¿Qué quieres escribir para ese día?'
}

type Escrito = { fecha: Fecha; contenido: string; ilegible?: 'cerrada' | 'rota' | null }

const wordsOf = ({ contenido, ilegible }: Escrito) =>
  ilegible ? '(Esta entrada no se pudo abrir en este dispositivo.)' : contenido

/** All entries as one text that can be read in any program. */
export function asText(entradas: readonly Escrito[]): string {
  return entradas
    .map((entrada) => `${titulo(entrada.fecha)}\n\n${wordsOf(entrada)}\n`)
    .join(`\n${'—'.repeat(24)}\n\n`)
}

/** All entries for another program. */
export function asJson(entradas: readonly Escrito[]): string {
  return `${JSON.stringify(
    entradas.map((entrada) => ({ fecha: entrada.fecha, contenido: wordsOf(entrada) })),
    null,
    2,
  )}\n`
}

/** A text for comparing: no capitals, no accents, every blank a plain one; letter by letter the same length. */
export function fold(texto: string): string {
  return texto
    .normalize('NFC')
    .replace(/İ/g, 'I')
    .toLowerCase()
    .replace(/\s/g, ' ')
    .replace(/[^\0-\x7f]/g, (letter) => {
      const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
      return plain.length === letter.length ? plain : letter
    })
}

/** As many days as are shown of a search, and how much of each, around the words. */
const FOUND = 100
const BEFORE = 60
const EXTRACT = 160

/** Folded once, as long as an entry is the same. */
const folded = new WeakMap<Escrito, string>()

function foldedOf(entrada: Escrito): string {
  const known = folded.get(entrada) ?? fold(entrada.contenido)
  folded.set(entrada, known)
  return known
}

/** The days in which words occur, newest first. */
export function buscar(entradas: readonly Escrito[], palabras: string): { fecha: Fecha; extracto: string }[] {
  const needle = fold(palabras.trim())
  const found: { fecha: Fecha; extracto: string }[] = []
  for (const entrada of [...entradas].reverse()) {
    const { fecha, contenido } = entrada
    const at = needle ? foldedOf(entrada).indexOf(needle) : -1
    if (at < 0) continue
    const from = Math.max(0, at - BEFORE)
    found.push({ fecha, extracto: contenido.normalize('NFC').slice(from, from + EXTRACT) })
    if (found.length === FOUND) break
  }
  return found
}

/** The days that carry a label, newest first. */
export const buscarEtiqueta = (entradas: readonly Escrito[], nombre: string) =>
  buscar(
    entradas.filter(({ contenido }) => hasEtiqueta(contenido, nombre)),
    `#${nombre}`,
  )

/**
 * What she wrote on this day of earlier months, back to a year ago, and of earlier years; newest first.
 *
 * @param fuera days of which she wants no reminder
 */
export function enEsteDia<Entrada extends Escrito>(
  entradas: readonly Entrada[],
  hoy: Fecha,
  fuera: ReadonlySet<Fecha>,
): Entrada[] {
  const aYearAgo = addMonths(hoy, -12)
  return entradas
    .filter(
      ({ fecha, ilegible }) =>
        fecha < hoy &&
        !ilegible &&
        !fuera.has(fecha) &&
        fecha.slice(8) === hoy.slice(8) &&
        (fecha > aYearAgo || fecha.slice(5) === hoy.slice(5)),
    )
    .sort((one, other) => (one.fecha < other.fecha ? 1 : -1))
}

/** A text cut at the words that were looked for: every second piece is one of them. */
export function splitBy(texto: string, buscado: string): string[] {
  const whole = texto.normalize('NFC')
  const folded = fold(whole)
  const needle = fold(buscado.trim())
  const pieces: string[] = []
  let from = 0
  for (let at = needle ? folded.indexOf(needle) : -1; at >= 0; at = folded.indexOf(needle, from)) {
    pieces.push(whole.slice(from, at), whole.slice(at, at + needle.length))
    from = at + needle.length
  }
  return [...pieces, whole.slice(from)]
}
