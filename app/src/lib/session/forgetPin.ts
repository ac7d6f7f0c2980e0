import { forgetLocked } from '../offline/deviceStore.ts'
import { eraseDevice } from './eraseDevice.ts'
import { callWithFicha } from './ficha.ts'
import { forgetSession, readCierre, writeCierre } from './sessionStorage.ts'

/** A press that waits on the device: its id, and when it was made, in milliseconds of the device's clock. */
type Press = { id: string; pressedAt: number }

/**
 * «Olvidé mi PIN» of a locked device: everything of hers goes from it, but no alert that has not arrived.
 *
 * @param presses those that the service may not have
 * @returns false where one of them could not be told: then nothing was erased
 */
export async function forgetPin(presses: readonly Press[]): Promise<boolean> {
  for (const { id, pressedAt } of presses) {
    const press = {
      cliente_id: id,
      pulsada_en: new Date(pressedAt).toISOString(),
      reloj: new Date().toISOString(),
    }
    if ((await callWithFicha('alertar_con_ficha', press).catch(() => false)) !== true) return false
  }
  // What a browser refuses to erase opens no more.
  await forgetLocked().catch(() => {})
  if (readCierre()) writeCierre(null)
  await eraseDevice({ tab: true, drafts: true }).catch(() => {})
  forgetSession()
  return true
}
