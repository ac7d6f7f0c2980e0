import { keysOf, type PushState, pushState, subscribePush } from '../../lib/device/push.ts'
import { startWorker } from '../../lib/device/worker.ts'
import { askConfig } from '../../lib/installation/config.ts'
import { addDevice, answerInvitacion, testVia } from './confianza.ts'
import type { Invitacion } from './vista.ts'

const SCOPE = '/confianza/'

/** Whether this device shows a contact's notices. Asks the browser alone. */
export const contactDeviceState = (): Promise<PushState> => pushState(SCOPE)

/**
 * Lets notices come to this device. Call it within a tap: it asks the browser's permission.
 *
 * @returns the invitation with this device in it, or why the browser does not let them come
 * @throws ServiceError when the service could not be told; DOMException when the browser's push service could not be reached. Nothing
 *   is told to have been switched on then
 */
export async function turnOnContactDevice(codigo: string): Promise<Invitacion | PushState> {
  if ((await contactDeviceState()) === 'imposible') return 'imposible'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'bloqueado' : 'apagado'
  const { pushKey } = await askConfig()
  if (!pushKey) return 'imposible'
  const worker = await startWorker(SCOPE)
  const existing = await worker.pushManager.getSubscription()
  // Somebody may be the contact of two women on one device: what serves the one serves the other.
  const subscription = existing && isFor(existing, pushKey) ? existing : await subscribePush(worker, pushKey)
  return addDevice(codigo, keysOf(subscription))
}

/**
 * Says yes to an invitation, with notices on this device. Call it within a tap.
 *
 * @returns the invitation as it is then, whether or not this device could be added; or why the browser does not let notices come, with
 *   nothing said yet
 * @throws ServiceError when the yes could not be said
 */
export async function acceptOnDevice(codigo: string): Promise<Invitacion | PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'bloqueado' : 'apagado'
  const accepted = await answerInvitacion(codigo, true)
  const page = accepted?.estado === 'acepto' && accepted.codigo
  if (!page) return accepted
  // The page that opens now asks again for what failed here.
  const added = await turnOnContactDevice(page).catch(() => accepted)
  if (typeof added !== 'object' || added?.estado !== 'acepto') return accepted
  // What arrives proves that it works, without another tap; where it cannot leave, the page offers it.
  const device = added.vias.findLast(({ via }) => via === 'push')
  if (device) await testVia(page, device.id).catch(() => {})
  return { ...added, codigo: page }
}

function isFor({ options }: PushSubscription, key: string): boolean {
  const bytes = options?.applicationServerKey
  if (!bytes) return false
  const own = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  const plain = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return plain(own) === plain(key)
}
