import { ServiceError } from '../../data/errors.ts'
import { lengthOf } from '../../lib/text/readable.ts'

/** A version as it is being written. `desde` is a day and hour of the device's field; empty for «now». */
export type Escrito = {
  titulo: string
  version: string
  contenido: string
  queCambio: string
  menor: boolean
  desde: string
}

export const ESCRITO_VACIO: Escrito = {
  titulo: '',
  version: '',
  contenido: '',
  queCambio: '',
  menor: false,
  desde: '',
}

/**
 * What is missing or wrong, in words, for each field.
 *
 * @param first there is no version in force yet: nothing can have changed
 */
export function checkPolitica(
  { titulo, version, contenido, queCambio, menor, desde }: Escrito,
  { first, now }: { first: boolean; now: Date },
) {
  const day = Date.parse(desde)
  return {
    ...(!titulo.trim() && { titulo: 'Escribe el título.' }),
    ...(!version.trim() && { version: 'Escribe la versión, por ejemplo 1.1.' }),
    ...(!contenido.trim() && { contenido: 'Escribe el texto.' }),
    ...(desde && Number.isNaN(day) && { desde: 'Elige el día y la hora.' }),
    ...(day < now.getTime() && { desde: 'Ese momento ya pasó. Elige otro, o déjalo vacío.' }),
    ...(!menor &&
      !first &&
      !queCambio.trim() && { queCambio: 'Di qué cambió: es lo primero que lee cada una.' }),
  }
}

/** Why a version was not published, at its field; null for what is to be said otherwise. */
export function refusalOf(failure: unknown, version: string): { [Field in keyof Escrito]?: string } | null {
  if (!(failure instanceof ServiceError)) return null
  if (failure.code === '23505')
    return { version: `Ya existe la versión ${version.trim()}. Elige otro número.` }
  if (failure.code === '23514')
    return { contenido: 'El texto no se puede publicar: está vacío o es demasiado largo.' }
  if (failure.code === 'PT422') return { queCambio: failure.message }
  return null
}

const parts = (version: string) => version.split('.').map(Number)

/**
 * The number that a version after this one would have: 1.1 after 1.0 or 1.0.3, and 1.0.1 for a small correction.
 *
 * @param taken numbers that there are already
 */
export function nextVersion(current: string, menor: boolean, taken: readonly string[]): string {
  const [big = 1, middle = 0, small = 0] = parts(current)
  if ([big, middle, small].some((part) => !Number.isInteger(part))) return ''
  for (let at = 1; ; at++) {
    const next = menor ? `${big}.${middle}.${small + at}` : `${big}.${middle + at}`
    if (!taken.includes(next)) return next
  }
}

/** One line of a text that is only in one of two versions. */
export type Difference = { kind: 'added' | 'removed'; text: string }

const linesOf = (html: string): string[] =>
  html
    .replace(/<\/t[hd]><t/g, '</td> · <t')
    .split(/\n|<br>/)
    .map((line) =>
      line
        .replace(/<[^>]*>/g, '')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)

/** The words of a text that the editor wrote, a line each. */
export const wordsOf = (html: string): string => linesOf(html).join('\n')

/** What is wrong with such a text; empty where nothing is. */
export const tooLong = (html: string, max: number): string =>
  lengthOf(html) > max ? 'Es demasiado largo para guardarlo. Quita una parte.' : ''

/** What reads otherwise in a text than in the one before it, line by line, in its order; both as the editor writes them. */
export function differences(before: string, after: string): Difference[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  // The longest run of lines that both have, in their order.
  const length = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      length[i]![j] =
        old[i] === fresh[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
  const found: Difference[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      i++
      j++
    } else if (i < old.length && (j === fresh.length || length[i + 1]![j]! >= length[i]![j + 1]!))
      found.push({ kind: 'removed', text: old[i++]! })
    else found.push({ kind: 'added', text: fresh[j++]! })
  }
  return found
}
