import { Features, type Selector, type SelectorComponent, transform } from 'lightningcss'

/** Safari 16.0, as `vite.config.ts` says of the app's own style. */
const OLDEST = { safari: 16 << 16, ios_saf: 16 << 16 }

/** What of a style is not written again for older browsers: it holds no `light-dark()`. */
const EXCLUDED = Features.LightDark

/**
 * The same style without what neither it nor the page reads (custom properties, and what stands in for one that is always given), and without what is for
 * paper. A page that fits into the first answer of TCP is seen a round trip earlier. The app's own style, which comes later, has all of it.
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
    visitor: {
      Rule: {
        media: ({ value }) =>
          value.query.mediaQueries.every(({ mediaType }) => mediaType === 'print') ? [] : undefined,
      },
    },
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
const SIGNS: Record<string, string> = { amp: '&', gt: '>', lt: '<', quot: '"', '#x27': "'" }
const listOf = (attribute: string) =>
  attribute.replaceAll(/&(amp|gt|lt|quot|#x27);/g, (_, name: string) => SIGNS[name]!).split(/\s+/)

/** How often a page says each class. */
function timesIn(html: string): Map<string, number> {
  const times = new Map<string, number>()
  for (const [, attribute] of html.matchAll(CLASSES))
    for (const name of listOf(attribute!)) times.set(name, (times.get(name) ?? 0) + 1)
  return times
}

/** The classes that a style speaks of. */
function classesOf(css: string): Set<string> {
  const classes = new Set<string>()
  restyle(css, (name) => {
    classes.add(name)
    return name
  })
  return classes
}

/** States that nothing is in before the app is there. */
const STATES = /^aria-(?:disabled|invalid):/

/**
 * Classes that a page says and the whole style knows, and what was kept of it does not: what they say would be true only once the whole style has come.
 */
export function unstyled(html: string, kept: string, whole: string): string[] {
  const [some, all] = [classesOf(kept), classesOf(whole)]
  return [...timesIn(html).keys()].filter((name) => all.has(name) && !some.has(name) && !STATES.test(name))
}

type NameOf = (name: string) => string | undefined

/** A selector with other names of its classes, also within `:where()` and the like; none where one of them has no name. */
function renamed(selector: Selector, nameOf: NameOf): Selector | undefined {
  const parts: SelectorComponent[] = []
  for (const part of selector) {
    if (part.type === 'class') {
      const name = nameOf(part.name)
      if (name === undefined) return undefined
      parts.push({ ...part, name })
    } else if ('selectors' in part && Array.isArray(part.selectors)) {
      const selectors = (part.selectors as Selector[]).flatMap((one) => {
        const other = renamed(one, nameOf)
        return other ? [other] : []
      })
      // What no element is called, every element is not.
      if (selectors.length === 0 && part.kind === 'not') continue
      if (selectors.length === 0) return undefined
      parts.push({ ...part, selectors } as SelectorComponent)
    } else parts.push(part)
  }
  return parts
}

/** Custom properties where a page or a style speaks of them; of a page not what its scripts say. */
const PROPERTIES = /(<script[\s\S]*?<\/script>)|(--[a-z][\w-]*)/g

/** Both with properties of one or two letters, those first that they say most. */
function shortProperties(html: string, css: string): { html: string; css: string } {
  const times = new Map<string, number>()
  for (const [, script, name] of `${html}${css}`.matchAll(PROPERTIES))
    if (!script && css.includes(name!)) times.set(name!, (times.get(name!) ?? 0) + 1)
  const names = new Map(
    [...times].sort(([, a], [, b]) => b - a).map(([name], index) => [name, `--${nameAt(index)}`] as const),
  )
  const shorten = (text: string) =>
    text.replaceAll(PROPERTIES, (found, script, name) => script ?? names.get(name) ?? found)
  return { html: shorten(html), css: shorten(css) }
}

/**
 * A page and the style that is made for it alone, with classes and custom properties of one or two letters, those first that are said most; a class that its
 * style does not know is left out. Such a page is thrown away once the app has drawn its own, whose style has the long names. It is a tenth of what is sent.
 *
 * @param kept classes that scripts, or what comes later, know by their names
 */
export function shortNames(
  html: string,
  css: string,
  kept: readonly string[],
): { html: string; css: string } {
  const times = timesIn(html)
  const shortened = [...classesOf(css)]
    .filter((name) => times.has(name) && !kept.includes(name))
    .sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
  const names = new Map([
    ...kept.map((name) => [name, name] as const),
    // By these two letters the style finds whatever has a colour of its own, where colours are forced (`styles/app.css`).
    ...shortened.map(
      (name, index) => [name, `${name.startsWith('bg-') ? 'bg-' : ''}${nameAt(index)}`] as const,
    ),
  ])
  const page = html.replace(CLASSES, (_, attribute: string) => {
    const short = listOf(attribute).flatMap((name) => names.get(name) ?? [])
    return short.length > 0 ? ` class="${short.join(' ')}"` : ''
  })
  return shortProperties(
    page,
    restyle(css, (name) => names.get(name)),
  )
}

/** The same style with other names of its classes, and without the rules of those that have none. */
function restyle(css: string, nameOf: NameOf): string {
  const { code } = transform({
    filename: 'umbral.css',
    code: Buffer.from(css),
    minify: true,
    targets: OLDEST,
    exclude: EXCLUDED,
    visitor: { Selector: (selector) => renamed(selector, nameOf) ?? [] },
  })
  return code.toString()
}
