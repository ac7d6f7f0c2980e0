import { trusted } from '../../../lib/device/trusted-types.ts'
import { type Tree, toTree } from './tree.ts'

/** Where styles of pasted text are kept, for `paste.ts` to read; a browser would apply an attribute `style`, which our policy refuses aloud. */
const STYLED = /(<[a-z][^<>]*?\s)style(?=\s*=)/gi
const SHEETS = /<style\b[\s\S]*?<\/style\s*>/gi

/** HTML of whoever, read in a document that runs and loads nothing. Its styles are attributes `data-style`. */
export function parseHtml(html: string): Tree[] {
  const quiet = html.replace(SHEETS, '').replace(STYLED, '$1data-style')
  return toTree(new DOMParser().parseFromString(trusted.createHTML(quiet), 'text/html').body.childNodes)
}
