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

let loaded = false

/** On a first visit: fetches them for the next screen ({@link wearLoadedFonts}). */
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
  loaded = true
}

/** All of them at once, so that no screen shows two typefaces for one purpose: with a new screen, of which nothing is drawn that could move. */
export function wearLoadedFonts(): void {
  if (loaded) nameFonts()
}
