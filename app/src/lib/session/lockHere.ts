import { onceOpen } from '../api/clientLoader.ts'
import { holdKey } from '../offline/deviceKey.ts'
import { closeHere } from './sessionStorage.ts'

/** How long a renewal under way may hold up the lock: one whose answer is lost is asked for again with the token before. */
const PATIENCE_MS = 5_000

/** The one that waits. */
let pending: object | null = null

/**
 * Makes of an app that was open one that begins behind the PIN: without her session, and without a key. A renewal that is under way is kept first,
 * where its answer comes soon.
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
    holdKey(null)
    closeHere(tell)
    gone()
  }
  let asked = false
  const stop = onceOpen((client) => {
    asked = true
    client.auth.getSession().then(drop, drop)
    setTimeout(drop, PATIENCE_MS)
  })
  if (asked) return
  stop()
  drop()
}

/** She has given her own PIN meanwhile. */
export const keepOpen = (): void => {
  pending = null
}
