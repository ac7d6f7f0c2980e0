import { onDevice } from './storage.ts'

/*
 * A page names our fonts (styles/fonts.css) only where this device has fetched them before: on a first visit they would share the bandwidth
 * with the code that draws it. What the device remembers of it says nothing about anybody.
 */

const KEY = 'letras'

/** Lets the page use them. */
function nameFonts(): void {
  document.documentElement.dataset.letras = ''
}

/** The same where they were fetched before, ahead of the first paint. */
export function nameKeptFonts(): void {
  if (onDevice.getItem(KEY) !== null) nameFonts()
}

/** On a first visit: fetches them, and then uses all of them at once, so that no screen shows two typefaces for one purpose. */
export async function loadFonts(): Promise<void> {
  if (document.documentElement.dataset.letras !== undefined) return
  try {
    await Promise.all(
      ['16px "Young Serif"', '16px "Figtree Variable"'].map((font) => document.fonts.load(font)),
    )
  } catch {
    return
  }
  onDevice.setItem(KEY, '1')
  nameFonts()
}
