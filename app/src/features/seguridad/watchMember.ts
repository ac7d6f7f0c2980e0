import { onLineBack } from '../../lib/api/ask.ts'
import { whenIdle } from '../../lib/device/idle.ts'
import { watchPais } from '../../lib/member/pais.ts'
import { forgetCopies } from '../../lib/offline/deviceStore.ts'
import { queue } from '../../lib/offline/outbox.ts'
import { eraseDevice, forgetLeaving } from '../../lib/session/eraseDevice.ts'
import { forgetLocationSharing } from './acompanamiento/acompanamiento.ts'
import { watchAcompanamiento } from './acompanamiento/shareAcompanamiento.ts'
import { watchAlarma } from './alarma/watchAlarma.ts'
import { askForFicha } from './panico/askForFicha.ts'
// Her word that a timer is over, of an earlier page: this brings it to its end.
import './llegada/terminos.ts'

/** The previous account since the page was loaded. */
let watched: string | null = null

/**
 * Watches what is stored on this device, on every screen: delivers what waits, and erases copies of a member who is not signed in any more.
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
    return () => {}
  }

  forgetLeaving()
  forgetCopies(userId).catch(() => {
    // Where nothing can be stored, nothing has to be erased.
  })
  queue.open(userId)
  const askForToken = () => void askForFicha(userId).catch(() => {})
  const stopIdle = whenIdle(askForToken)
  document.addEventListener('visibilitychange', askForToken)
  const stopLine = onLineBack(() => {
    queue.wake()
    askForToken()
  })
  const stopAcompanamiento = watchAcompanamiento(userId)
  const stopAlarma = watchAlarma(userId)
  const stopPais = watchPais(userId)
  return () => {
    queue.close()
    stopIdle()
    document.removeEventListener('visibilitychange', askForToken)
    stopLine()
    stopAcompanamiento()
    stopAlarma()
    stopPais()
  }
}
