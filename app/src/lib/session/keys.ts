/** Where supabase-js keeps the session. A plain word: somebody who looks through the storage learns nothing from it. */
export const SESSION_KEY = 'sesion'
/** What the first paint has to know of a PIN (`sessionStorage.ts`). */
export const CIERRE_KEY = 'cierre'
