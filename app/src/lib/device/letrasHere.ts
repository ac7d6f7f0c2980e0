/*
 * Our fonts are named by a page only where this device has fetched them before (styles/fonts.css): on a first visit they would share the line with
 * what draws it. It says nothing about anybody.
 */

const KEY = 'letras'

/** Lets the page name them. */
export function nameLetras(): void {
  document.documentElement.dataset.letras = ''
}

/** The same where they are at hand, before anything is drawn. */
export function nameKeptLetras(): void {
  try {
    if (localStorage.getItem(KEY) !== null) nameLetras()
  } catch {
    // Where storage is refused they come with the next room.
  }
}

/** Remembers that they were fetched. */
export function rememberLetras(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // They come with the next room, each time.
  }
}
