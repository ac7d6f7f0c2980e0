import type { Session } from '@supabase/supabase-js'
import { forbidPrerendered } from '../device/prerendered.ts'
import { hasSpace, onDevice } from '../device/storage.ts'

/** Where supabase-js keeps the session. A plain word: somebody who looks through the storage learns nothing from it. */
export const SESSION_KEY = 'sesion'

/**
 * The session on this device, read without supabase-js and without the network, even when its access token has
 * expired: a lost connection must not lock her out of her own app. Whether it still holds is the server's word.
 *
 * @returns the stored session, or null when there is none
 */
export function storedSession(): Session | null {
  try {
    const session = JSON.parse(onDevice.getItem(SESSION_KEY) ?? 'null') as Session | null
    return session?.access_token && session.refresh_token && session.user ? session : null
  } catch {
    return null
  }
}

let kept = true

/** For supabase-js. */
export const sessionStorageAdapter = {
  getItem: onDevice.getItem,
  removeItem(key: string): void {
    onDevice.removeItem(key)
    if (key === SESSION_KEY) forbidPrerendered()
  },
  setItem(key: string, value: string): void {
    kept = onDevice.setItem(key, value)
    if (kept) return
    // An older session would come back with the next page, and its token has been used. Its space may be enough for the new one.
    onDevice.removeItem(key)
    kept = onDevice.setItem(key, value)
  },
}

/** Whether the session of this page outlives it; while nobody is signed in, whether one would. */
export const isSessionStored = (): boolean => (storedSession() ? kept : hasSpace())

/** Forgets the session on this device, whatever the server says. */
export function forgetSession(): void {
  forbidPrerendered()
  for (const key of onDevice.keys()) if (key.startsWith(SESSION_KEY)) onDevice.removeItem(key)
}
