export type Part = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const LINK = /\bhttps?:\/\/[^\s<>"'«»]+/gi
const TRAILING = /[.,;:!?)\]}…]+$/

/** A text in parts, so that links can be shown as text that opens only when it is tapped. */
export function parts(text: string): Part[] {
  const found: Part[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const written = match[0].replace(TRAILING, '')
    const href = safeHref(written)
    if (!href) continue
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) })
    found.push({ kind: 'link', text: written, href })
    end = match.index + written.length
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) })
  return found
}

/** An http(s) address as the browser reads it, without a name and password that could pass for another site. */
function safeHref(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return url.href
}

/** The longest message, in characters as the database counts them. */
export const MAXIMO = 2000
