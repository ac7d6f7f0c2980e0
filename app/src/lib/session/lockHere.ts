import { onceOpen } from '../api/clientLoader.ts'
import { dropHeld } from '../offline/deviceStore.ts'
import { closeHere } from './sessionStorage.ts'

/**
 * Makes of an app that was open one that begins behind the PIN: without her session, and without a key. A renewal that is under way is kept first:
 * its token would be lost.
 *
 * @param gone called then
 */
export function lockHere(gone: () => void): void {
  const drop = () => {
    dropHeld()
    closeHere()
    gone()
  }
  let asked = false
  const stop = onceOpen((client) => {
    asked = true
    client.auth.getSession().then(drop, drop)
  })
  if (asked) return
  stop()
  drop()
}
