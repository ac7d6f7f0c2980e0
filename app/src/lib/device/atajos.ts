import { onDevice } from './storage.ts'

/*
 * What an installed icon is called and looks like, and what it offers: shortcuts when it is held, and a place among what other apps share with. A
 * manifest cannot change by itself, so the build makes one for each choice (`build/manifests.ts`), and the page names the one that she chose on
 * this device. The keys tell what an icon shows that stays there too, and so outlive signing out.
 */

/** Icons by their files (`public/icono….svg`), and how each is called. */
export const ICONOS = { espacio: 'Mi espacio', carta: 'Carta del día', agenda: 'Agenda' } as const

export type Icono = keyof typeof ICONOS

/** Shortcuts by their names in the manifest, and what takes in a shared text. */
export const ATAJOS = ['contactos', 'notas', 'llamada', 'compartir'] as const

export type Atajo = (typeof ATAJOS)[number]

/** What there is where nobody chose: neutral names, and nothing in the share list of the whole telephone. */
const AT_FIRST = 'contactos-notas-llamada'
const NONE = 'nada'

const KEY = 'atajos'
const ICONO_KEY = 'icono'

/** A choice as it is called. */
export const nameOf = (chosen: ReadonlySet<Atajo>): string =>
  ATAJOS.filter((atajo) => chosen.has(atajo)).join('-') || NONE

/** The manifest for a choice, below the site's root. */
export const manifestOf = (icono: Icono, name: string): string =>
  icono === 'espacio' && name === AT_FIRST ? 'manifest.webmanifest' : `manifest-${icono}-${name}.webmanifest`

/** A file of an icon, below the site's root. @param end what follows its name: `.svg`, `-192.png` */
export const iconFile = (icono: Icono, end: string): string =>
  `icono${icono === 'espacio' ? '' : `-${icono}`}${end}`

function readName(): string {
  const kept = onDevice.getItem(KEY) ?? ''
  return /^[a-z-]+$/.test(kept) ? kept : AT_FIRST
}

/** What the icon of this device offers. */
export function readAtajos(): ReadonlySet<Atajo> {
  const names = readName().split('-')
  return new Set(ATAJOS.filter((atajo) => names.includes(atajo)))
}

/** How the icon of this device looks. */
export function readIcono(): Icono {
  const kept = onDevice.getItem(ICONO_KEY) ?? ''
  return kept in ICONOS ? (kept as Icono) : 'espacio'
}

/** Lets this page name the manifest that she chose; a browser that has the icon reads it now and then. Apple's phones take the icon from the page. */
export function nameManifest(): void {
  const icono = readIcono()
  point('manifest', manifestOf(icono, readName()))
  point('apple-touch-icon', iconFile(icono, '-apple.png'))
}

function point(rel: string, file: string): void {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=${rel}]`)
  if (link && link.getAttribute('href') !== `/${file}`) link.href = `/${file}`
}

/** Remembers how the icon is to look, and lets the browser see it. */
export function saveIcono(icono: Icono): void {
  if (icono === 'espacio') onDevice.removeItem(ICONO_KEY)
  else onDevice.setItem(ICONO_KEY, icono)
  nameManifest()
}

/** Remembers a choice, and lets the browser see it. */
export function saveAtajos(chosen: ReadonlySet<Atajo>): void {
  const name = nameOf(chosen)
  if (name === AT_FIRST) onDevice.removeItem(KEY)
  else onDevice.setItem(KEY, name)
  nameManifest()
}
