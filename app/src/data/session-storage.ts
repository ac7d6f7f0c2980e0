import type { Session } from '@supabase/supabase-js'

/** Where supabase-js keeps the session. A plain word: whoever looks through the storage learns nothing from it. */
export const SESSION_KEY = 'sesion'

/**
 * The session on this device, read without supabase-js and without the network, even when its access token has
 * expired: a lost connection must not lock her out of her own app. Whether it still holds is the server's word.
 *
 * @returns the stored session, or null when there is none
 */
export function storedSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as Session | null
    return session?.access_token && session.refresh_token && session.user ? session : null
  } catch {
    return null
  }
}

/** Whether the browser refuses to keep anything: then a session is this page's alone, and {@link storedSession} never knows of it. */
export function isStorageRefused(): boolean {
  try {
    localStorage.getItem(SESSION_KEY)
    return false
  } catch {
    return true
  }
}

/** Forgets the session on this device, whatever the server says. */
export function forgetSession(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(SESSION_KEY)) localStorage.removeItem(key)
  } catch {
    // Where storage is refused, nothing was stored.
  }
}
