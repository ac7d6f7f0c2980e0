import { nameLetras, rememberLetras } from './letrasHere.ts'

/*
 * A page that was drawn before our fonts came keeps those of the device, so that nothing moves (styles/fonts.css): for the whole first visit,
 * since no room is a new page. They are fetched once it is drawn, and put on with the next room, of which nothing is drawn yet.
 */

let arrived: FontFace[] = []

/** Whether this page was drawn with them. */
function areWorn(): boolean {
  if (document.documentElement.dataset.letras === undefined) return false
  const pen = document.createElement('canvas').getContext('2d')
  const width = (font: string) => {
    if (pen) pen.font = `99px ${font}`
    return pen?.measureText('Amparo').width
  }
  return width('"Young Serif", monospace') !== width('monospace')
}

/** The fonts that the style names, once more; a page that came drawn names them twice. */
function ours(): FontFace[] {
  const seen = new Set<string>()
  return [...document.styleSheets].flatMap(({ cssRules, href }) =>
    [...cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return []
      const { style } = rule
      const [, file] = /url\("?([^")]+)/.exec(style.getPropertyValue('src')) ?? []
      if (!file || seen.has(file)) return []
      seen.add(file)
      return new FontFace(
        style.getPropertyValue('font-family').replaceAll('"', ''),
        `url(${new URL(file, href ?? location.href)})`,
        { weight: style.getPropertyValue('font-weight') || '400' },
      )
    }),
  )
}

/** Has them at hand, from the browser's cache, where this page goes without. */
export async function fetchLetras(): Promise<void> {
  if (areWorn()) return
  try {
    arrived = await Promise.all(ours().map((font) => font.load()))
    rememberLetras()
  } catch {
    // The next page has them.
  }
}

/** Puts them on: to be called while nothing that stands moves. */
export function wearLetras(): void {
  if (arrived.length === 0) return
  for (const font of arrived.splice(0)) document.fonts.add(font)
  nameLetras()
}
