import { callAsNobody } from '../api/plainRequest.ts'
import { forgetLocked } from '../offline/deviceStore.ts'
import { eraseDevice } from './eraseDevice.ts'
import { forgetSession, readCierre, writeCierre } from './sessionStorage.ts'

/**
 * «Olvidé mi PIN» of a locked device: everything of hers goes from it, and the session that it had ends. Where the service cannot be told,
 * nobody can use that session any more all the same: it was sealed.
 */
export async function forgetPin(): Promise<void> {
  const cierre = readCierre()
  if (cierre)
    await callAsNobody('olvidar_cerrojo', { cerrojo: cierre.id }, { within: 'brief' }).catch(() => {})
  // What a browser refuses to erase opens no more.
  await forgetLocked().catch(() => {})
  await eraseDevice({ tab: true, drafts: true }).catch(() => {})
  forgetSession()
  writeCierre(null)
}
