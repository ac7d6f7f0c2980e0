import { onDevice } from './storage.ts'

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
  if (onDevice.getItem(KEY) !== null) nameLetras()
}

/** Remembers that they were fetched. */
export function rememberLetras(): void {
  onDevice.setItem(KEY, '1')
}
