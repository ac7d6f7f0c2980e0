import { forgetCopies } from '../../data/device.ts'
import { eraseDevice } from '../../data/eraseDevice.ts'
import { forgetLocationSharing } from './acompanamiento.ts'
import { forgetCaller } from './caller.ts'
import { eventos } from './eventos.ts'
import { watchAcompanamiento } from './shareAcompanamiento.ts'

/** The previous account since the page was loaded. */
let watched: string | null = null

/**
 * Watches over what lies on this device, on every screen: what waits is delivered now, when the network returns and
 * when she comes back to the app; and copies of whoever is not here any more are erased.
 *
 * @param userId who is signed in, or null
 * @returns ends the watch
 */
export function watchMember(userId: string | null): () => void {
  const left = watched !== null && userId === null
  watched = userId
  if (userId === null) {
    void eraseDevice({ tab: left, drafts: false })
    forgetLocationSharing()
    forgetCaller()
    return () => {}
  }

  forgetCopies(userId).catch(() => {
    // Where nothing can be stored, nothing has to be erased.
  })
  void eventos.open(userId)
  const stopAcompanamiento = watchAcompanamiento(userId)
  const wake = () => {
    if (document.visibilityState === 'visible') eventos.wake()
  }
  window.addEventListener('online', eventos.wake)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    eventos.close()
    stopAcompanamiento()
    window.removeEventListener('online', eventos.wake)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', wake)
  }
}
