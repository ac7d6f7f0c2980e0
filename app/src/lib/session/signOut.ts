import { ask } from '../api/ask.ts'
import { toServiceError } from '../api/errors.ts'
import { gate } from '../api/requestGate.ts'
import { eraseDevice, noteLeaving } from './eraseDevice.ts'
import { leaveCerrojo } from './leaveCerrojo.ts'
import { beginSignOut, forgetSessionEnd } from './sessionEnd.ts'
import { forgetSession, storedSession } from './sessionStorage.ts'

/** How long leaving waits for a slow or stuck device; what is left by then is erased right after, or by the next page. */
const FORGET_DEADLINE_MS = 2000

let leaving = false
/** What she left with; until her screens are unmounted no request is sent. */
let departed: { token: string | undefined } | null = null

/** Whether she is signing out just now: that the client then reports an end of her session is her own doing. */
export const isSigningOut = (): boolean => leaving

/**
 * Leaves on this device, erases what is hers from it and tells the server; 'global' does so for every device.
 *
 * @param scope whether the sessions on her other devices end too
 * @param gone called once nothing of hers is left here, so that her screens are unmounted; {@link letVisitorsAsk} follows them
 * @throws ServiceError of the service, when it could not be told; she has left here all the same, but for `reauthentication_needed`:
 *   then nothing was closed, and she stays signed in to give that proof
 */
export async function leaveSession(scope: 'local' | 'global', gone: () => void): Promise<void> {
  leaving = true
  let asksForProof = false
  const token = storedSession()?.access_token
  beginSignOut()
  try {
    await leaveCerrojo(scope)
    await gate.close(scope === 'local')
    // When the server does not answer in time she is signed out on this device all the same.
    await ask(async (db) => ({ data: null, ...(await db.auth.signOut({ scope })) }), { within: 'brief' })
  } catch (failure) {
    asksForProof = toServiceError(failure).code === 'reauthentication_needed'
    throw failure
  } finally {
    leaving = false
    if (asksForProof) gate.reopen()
    else {
      noteLeaving()
      forgetSession()
      forgetSessionEnd()
      await eraseDeviceInTime()
      departed = { token }
      gone()
    }
  }
}

/** Her screens are unmounted: from now on visitors may ask, and nothing goes with her session any more. */
export function letVisitorsAsk(): void {
  if (departed === null) return
  gate.leave(departed.token)
  departed = null
}

async function eraseDeviceInTime(): Promise<void> {
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, FORGET_DEADLINE_MS))
  const forgotten = eraseDevice({ tab: true, drafts: true })
  // What a browser refuses to erase it has refused to keep.
  await Promise.race([forgotten.catch(() => {}), deadline])
}
