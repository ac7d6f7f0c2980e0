/** An address within the app. `search` and `hash` come with their `?` and `#`, or are empty. */
export type Path = { pathname: string; search: string; hash: string }

/** Where a link leads: an address that begins with `/`, `?` or `#`, or parts of one. Without a pathname it is the page where the link stands. */
export type To = string | Partial<Path>

const lead = (sign: string, text: string) =>
  text === '' || text === sign ? '' : text.startsWith(sign) ? text : sign + text

/**
 * The whole address that a link means.
 *
 * @param from the pathname of the page where it stands
 * @throws Error where its path begins with no `/`: in this app none is relative
 */
export function resolve(to: To, from: string): Path {
  const { pathname, search = '', hash = '' } = typeof to === 'string' ? readPath(to) : to
  if (pathname && !pathname.startsWith('/')) throw new Error(`no address of the app: ${pathname}`)
  return {
    // `//somewhere`, and `/\somewhere`, would be another host; so would `/` and `/` with a tab or an end of line between, which a browser leaves out.
    pathname: (pathname || from).replace(/[\t\n\r]/g, '').replace(/^[/\\]+/, '/'),
    search: lead('?', search),
    hash: lead('#', hash),
  }
}

function readPath(text: string): Path {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
  return { pathname, search, hash }
}

/** As it is written in the browser's own line. */
export const writePath = ({ pathname, search, hash }: Path): string => pathname + search + hash

/** The same address as the browser will say it: what it writes otherwise, as an accent, is another text. */
export const canonicalPath = (href: string): string => {
  const { pathname, search, hash } = new URL(href, window.location.origin)
  return pathname + search + hash
}

const segments = (path: string) => path.replace(/\/+$/, '').split('/')

/**
 * Whether an address is one of a path as `/comunidad/sala/:id`; a `/` at its end, and capitals, say nothing.
 *
 * @returns what stands in it for each `:name`; null where it is another address
 */
export function matchPath(path: string, pathname: string): Record<string, string> | null {
  const given = segments(pathname)
  const wanted = segments(path)
  if (given.length !== wanted.length) return null
  const params: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    const there = given[place]!
    if (part.startsWith(':')) {
      if (there === '') return null
      params[part.slice(1)] = decode(there)
    } else if (part.toLowerCase() !== there.toLowerCase()) return null
  }
  return params
}

/** What somebody cut in the middle of a sign stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
