import { forgetLocked } from '../offline/deviceKey.ts'
import { eraseDevice } from './eraseDevice.ts'
import { callWithFicha } from './ficha.ts'
import { forgetSession, readCierre, writeCierre } from './sessionStorage.ts'

/** A press that waits on the device: its id, when it was made, in milliseconds of the device's clock, and, of one that no screen tells of, the proof of the second PIN. */
export type Press = { id: string; pressedAt: number; prueba?: string | undefined }

/**
 * «Olvidé mi PIN»: everything of hers goes from this device, also what has not arrived, but no alert.
 *
 * @param presses those that the service may not have
 * @param leave ends the session of a page that has one
 * @returns false where one of them could not be told: then nothing was erased
 */
export async function forgetPin(
  presses: readonly Press[],
  leave: () => Promise<void> = async () => {},
): Promise<boolean> {
  for (const { id, pressedAt, prueba } of presses) {
    const press = {
      cliente_id: id,
      pulsada_en: new Date(pressedAt).toISOString(),
      reloj: new Date().toISOString(),
      prueba,
    }
    if ((await callWithFicha('alertar_con_ficha', press).catch(() => false)) !== true) return false
  }
  await leave()
  // What a browser refuses to erase opens no more.
  await forgetLocked().catch(() => {})
  if (readCierre()) writeCierre(null)
  await eraseDevice({ tab: true, drafts: true }).catch(() => {})
  forgetSession()
  return true
}
