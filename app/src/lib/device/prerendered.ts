import { onDevice } from './storage.ts'

/*
 * Whether this device gets the prerendered pages of a member (`app/prerender/render.tsx`). The page itself reads the mark in the browser's storage before
 * anything is seen (`app/prerender/member.ts`); the server chooses the document by the cookie, the worker by what it was told. Neither says anything
 * about anybody: their value is always the same.
 */

export const KEY = 'vista'

const tell = (value: '1' | null) => {
  const end = value ? 'max-age=31536000' : 'max-age=0'
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the oldest supported browsers.
  document.cookie = `${KEY}=${value ?? ''}; path=/; ${end}; samesite=lax${secure}`
  navigator.serviceWorker?.controller?.postMessage(value ? 'vista' : 'sin vista')
}

/** From the next page on she sees her first screen before any script. */
export function allowPrerendered(): void {
  if (onDevice.setItem(KEY, '1')) tell('1')
}

/** She signed out, her session ended, or something stands before her screens: a PIN, a step that is missing, a legal text. */
export function forbidPrerendered(): void {
  if (onDevice.getItem(KEY) === null) return
  onDevice.removeItem(KEY)
  tell(null)
}

export const isPrerenderedAllowed = (): boolean => onDevice.getItem(KEY) !== null
