import { onceOpen } from '../api/clientLoader.ts'
import { dropHeld } from '../offline/deviceStore.ts'
import { closeHere } from './sessionStorage.ts'

/** The one that waits. */
let pending: object | null = null

/**
 * Makes of an app that was open one that begins behind the PIN: without her session, and without a key. A renewal that is under way is kept first:
 * its token would be lost.
 *
 * @param tell whether the other pages of this browser lock too
 * @param gone called then
 */
export function lockHere({ tell, gone = () => {} }: { tell: boolean; gone?: () => void }): void {
  const mine = {}
  pending = mine
  const drop = () => {
    if (pending !== mine) return
    pending = null
    dropHeld()
    closeHere(tell)
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

/** She has given her own PIN meanwhile. */
export const keepOpen = (): void => {
  pending = null
}
