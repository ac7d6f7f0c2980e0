/**
 * The worker that brought this page; null where the network did: a device that had kept nothing has no older release either. `main.tsx` imports
 * this with the first script, since another worker may take over at any moment after.
 */
export const broughtBy = globalThis.navigator?.serviceWorker?.controller ?? null
