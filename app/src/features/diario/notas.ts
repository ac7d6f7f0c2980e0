/* What stands in the text of a day: several notes, each with its hour, and labels. The text stays one, readable in any program. */

/** One note of a day; the first has an hour only where she gave it one. */
export type Nota = { hora: string | null; texto: string }

/** A line that is an hour and nothing else. */
const HOUR = /^[ \t]*([01]?\d|2[0-3]):([0-5]\d)[ \t]*$/

/** The notes of a day, in the order of the text; none of a text that is blank. */
export function splitNotas(contenido: string): Nota[] {
  const notas: { hora: string | null; lines: string[] }[] = [{ hora: null, lines: [] }]
  for (const line of contenido.split(/\r\n?|\n/)) {
    const [, hour, minute] = HOUR.exec(line) ?? []
    if (hour) notas.push({ hora: `${hour.padStart(2, '0')}:${minute}`, lines: [] })
    else notas.at(-1)!.lines.push(line)
  }
  return notas
    .map(({ hora, lines }) => ({ hora, texto: lines.join('\n').trim() }))
    .filter(({ hora, texto }) => texto !== '' || hora !== null)
}

/** The text of a day with the beginning of another note: its hour on a line of its own. */
export function withOtraNota(contenido: string, hora: string): string {
  const before = contenido.trimEnd()
  return before === '' ? '' : `${before}\n\n${hora}\n`
}

/** A label: `#` before letters, digits and low lines, of which one is a letter; not in the middle of a word or an address. */
const LABEL = /(?:^|[^\p{L}\p{N}_#/&])#(?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]{1,40})(?![\p{L}\p{M}\p{N}_])/gu

/** The labels in a text, without `#`, as she wrote them. */
export const etiquetasOf = (contenido: string): string[] =>
  [...contenido.normalize('NFC').matchAll(LABEL)].map(([, etiqueta]) => etiqueta!)

export type Etiqueta = {
  /** Without `#`, as she wrote it last. */
  nombre: string
  /** On how many days. */
  dias: number
}

/**
 * Every label, the one on most days first. Capitals make no other label, accents do: «#mama» is another word than «#mamá».
 *
 * @param textos one for each day, oldest first
 */
export function countEtiquetas(textos: readonly string[]): Etiqueta[] {
  const found = new Map<string, Etiqueta>()
  for (const texto of textos) {
    const ofDay = new Map(etiquetasOf(texto).map((nombre) => [keyOf(nombre), nombre]))
    for (const [key, nombre] of ofDay) found.set(key, { nombre, dias: (found.get(key)?.dias ?? 0) + 1 })
  }
  return [...found.values()].sort(
    (one, other) => other.dias - one.dias || one.nombre.localeCompare(other.nombre, 'es'),
  )
}

/** Whether a text carries a label. */
export const hasEtiqueta = (contenido: string, nombre: string): boolean =>
  etiquetasOf(contenido).some((etiqueta) => keyOf(etiqueta) === keyOf(nombre))

const keyOf = (nombre: string) => nombre.normalize('NFC').toLocaleLowerCase('es')
