import { Features, type Selector, type SelectorComponent, transform } from 'lightningcss'

/** Safari 16.0, as `vite.config.ts` says of the app's own style. */
const OLDEST = { safari: 16 << 16, ios_saf: 16 << 16 }

/** What of a style is not written again for older browsers: it holds no `light-dark()`. */
const EXCLUDED = Features.LightDark

/**
 * The same style without what neither it nor the page reads: custom properties, and what stands in for one that is always given. A page that fits into the
 * first answer of TCP is seen a round trip earlier. The app's own style, which comes later, has all of it.
 */
export function withoutUnused(css: string, html: string): string {
  const declared = [...css.matchAll(/(?<![\w(-])(--[\w-]+)\s*:|@property\s+(--[\w-]+)/g)].map(
    ([, name, typed]) => name ?? typed!,
  )
  const read = new Set([...`${css}${html}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name!))
  const unusedSymbols = declared.filter((name) => !read.has(name))
  const { code } = transform({
    filename: 'umbral.css',
    code: Buffer.from(css.replaceAll(/var\((--default-font-family),[^()]*\)/g, 'var($1)')),
    minify: true,
    targets: OLDEST,
    exclude: EXCLUDED,
    unusedSymbols,
  })
  const kept = code.toString()
  // What only such a one read is read no more.
  return kept.length < css.length ? withoutUnused(kept, html) : kept
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The `index`th name: `a` to `z`, then two signs. */
const nameAt = (index: number) => {
  const signs = `${LETTERS}0123456789`
  const rest = index - LETTERS.length
  return rest < 0
    ? LETTERS[index]!
    : `${LETTERS[Math.floor(rest / signs.length)]}${signs[rest % signs.length]}`
}

const CLASSES = / class="([^"]*)"/g
const listOf = (attribute: string) => attribute.replaceAll('&amp;', '&').split(/\s+/)

/** A selector with other names of its classes, also within `:where()` and the like. */
function renamed(selector: Selector, nameOf: (name: string) => string): Selector {
  return selector.map((part): SelectorComponent => {
    if (part.type === 'class') return { ...part, name: nameOf(part.name) }
    if ('selectors' in part && Array.isArray(part.selectors))
      return {
        ...part,
        selectors: part.selectors.map((one) => renamed(one as Selector, nameOf)),
      } as SelectorComponent
    return part
  })
}

/**
 * A page and the style that is made for it alone, with classes of one or two letters, those first that the page says most; what its style does not know is
 * left out. Such a page is thrown away once the app has drawn its own, whose style has the long names. It is a twelfth of what is sent.
 *
 * @param kept classes that scripts, or what comes later, know by their names
 */
export function shortNames(
  html: string,
  css: string,
  kept: readonly string[],
): { html: string; css: string } {
  const times = new Map<string, number>()
  for (const [, attribute] of html.matchAll(CLASSES))
    for (const name of listOf(attribute!)) times.set(name, (times.get(name) ?? 0) + 1)
  const known = new Set<string>()
  restyle(css, (name) => {
    known.add(name)
    return name
  })
  const shortened = [...known]
    .filter((name) => !kept.includes(name))
    .sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
  const names = new Map([
    ...kept.map((name) => [name, name] as const),
    ...shortened.map((name, index) => [name, nameAt(index)] as const),
  ])
  return {
    html: html.replace(CLASSES, (_, attribute: string) => {
      const short = listOf(attribute).flatMap((name) => names.get(name) ?? [])
      return short.length > 0 ? ` class="${short.join(' ')}"` : ''
    }),
    css: restyle(css, (name) => names.get(name)!),
  }
}

function restyle(css: string, nameOf: (name: string) => string): string {
  const { code } = transform({
    filename: 'umbral.css',
    code: Buffer.from(css),
    minify: true,
    targets: OLDEST,
    exclude: EXCLUDED,
    visitor: { Selector: (selector) => renamed(selector, nameOf) },
  })
  return code.toString()
}
