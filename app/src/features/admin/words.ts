import { lengthOf } from '../../lib/text/readable.ts'

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
