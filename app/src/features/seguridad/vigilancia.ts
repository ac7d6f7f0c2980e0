import { forgetCopies } from '../../lib/device.ts'
import { olvidarDispositivo } from '../../lib/olvido.ts'
import { olvidarAcompanamiento } from './acompanamiento.ts'
import { vigilarCamino } from './camino.ts'
import { eventos } from './eventos.ts'
import { olvidarQuienLlama } from './quienLlama.ts'

/** Who was here before, in this page's life. */
let watched: string | null = null

/**
 * Watches over what lies on this device, on every screen: what waits is delivered now, when the network returns and
 * when she comes back to the app; and copies of whoever is not here any more are erased.
 *
 * @param userId who is signed in, or null
 * @returns ends the watch
 */
export function vigilar(userId: string | null): () => void {
  const left = watched !== null && userId === null
  watched = userId
  if (userId === null) {
    void olvidarDispositivo({ tab: left, drafts: false })
    olvidarAcompanamiento()
    olvidarQuienLlama()
    return () => {}
  }

  forgetCopies(userId).catch(() => {
    // A browser that keeps nothing has nothing to forget.
  })
  void eventos.open(userId)
  const dejarCamino = vigilarCamino(userId)
  const wake = () => {
    if (document.visibilityState === 'visible') eventos.wake()
  }
  window.addEventListener('online', eventos.wake)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    eventos.close()
    dejarCamino()
    window.removeEventListener('online', eventos.wake)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', wake)
  }
}
