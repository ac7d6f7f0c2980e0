import { onDevice } from './storage.ts'

/*
 * What an installed icon offers: shortcuts when it is held, and a place among what other apps share with. A manifest cannot change by itself, so
 * the build makes one for each choice (`build/manifests.ts`), and the page names the one that she chose on this device. The key tells what an
 * icon shows that stays there too, and so outlives signing out.
 */

/** Shortcuts by their names in the manifest, and what takes in a shared text. */
export const ATAJOS = ['contactos', 'notas', 'llamada', 'compartir'] as const

export type Atajo = (typeof ATAJOS)[number]

/** What there is where nobody chose: neutral names, and nothing in the share list of the whole telephone. */
const AT_FIRST = 'contactos-notas-llamada'
const NONE = 'nada'

const KEY = 'atajos'

/** A choice as it is called. */
export const nameOf = (chosen: ReadonlySet<Atajo>): string =>
  ATAJOS.filter((atajo) => chosen.has(atajo)).join('-') || NONE

/** The manifest for a choice, below the site's root. */
export const manifestOf = (name: string): string =>
  name === AT_FIRST ? 'manifest.webmanifest' : `manifest-${name}.webmanifest`

function readName(): string {
  const kept = onDevice.getItem(KEY) ?? ''
  return /^[a-z-]+$/.test(kept) ? kept : AT_FIRST
}

/** What the icon of this device offers. */
export function readAtajos(): ReadonlySet<Atajo> {
  const names = readName().split('-')
  return new Set(ATAJOS.filter((atajo) => names.includes(atajo)))
}

/** Lets this page name the manifest that she chose; a browser that has the icon reads it now and then. */
export function nameManifest(): void {
  const name = readName()
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  if (link && link.getAttribute('href') !== `/${manifestOf(name)}`) link.href = `/${manifestOf(name)}`
}

/** Remembers a choice, and lets the browser see it. */
export function saveAtajos(chosen: ReadonlySet<Atajo>): void {
  const name = nameOf(chosen)
  if (name === AT_FIRST) onDevice.removeItem(KEY)
  else onDevice.setItem(KEY, name)
  nameManifest()
}
