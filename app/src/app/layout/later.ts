import { nameManifest } from '../../lib/device/atajos.ts'

const HOUR_MS = 3_600_000
let looked = 0

/** What the first screen does not wait for, and need not bring along: the manifest that she chose, and whether there is a newer release. */
export function later(): void {
  nameManifest()
  if (looked || !('serviceWorker' in navigator)) return
  looked = Date.now()
  document.addEventListener('visibilitychange', lookForNewer)
}

/** A browser looks for a newer release when a page is loaded; one that stays open for days is asked to, once an hour at most, when she comes back to it. */
async function lookForNewer(): Promise<void> {
  if (document.visibilityState !== 'visible' || Date.now() - looked < HOUR_MS) return
  looked = Date.now()
  try {
    await (await navigator.serviceWorker.getRegistration())?.update()
  } catch {
    // Without a network there is none to be found.
  }
}
