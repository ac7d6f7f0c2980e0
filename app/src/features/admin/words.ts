import { diffArrays } from 'diff'
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
export const differences = (before: string, after: string): Difference[] =>
  diffArrays(linesOf(before), linesOf(after)).flatMap(({ added, removed, value }) =>
    added || removed ? value.map((text) => ({ kind: added ? 'added' : 'removed', text }) as const) : [],
  )
