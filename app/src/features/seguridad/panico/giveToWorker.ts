import { knownConfig } from '../../../lib/installation/config.ts'
import {
  dropPress,
  type HeldPress,
  holdPress,
  PRESSES,
  wakesWorker,
} from '../../../lib/offline/heldPresses.ts'
import { readFicha } from '../../../lib/session/ficha.ts'
import { readCierre, storedSession } from '../../../lib/session/sessionStorage.ts'

type Press = { owner: string; id: string; pressedAt: number }

/** TypeScript knows nothing of it. */
type Syncing = ServiceWorkerRegistration & { sync: { register: (tag: string) => Promise<void> } }

/** By the token of a device with a PIN, whose session stands nowhere in the open; else by her session. Null where there is neither. */
function requestOf({ owner, id, pressedAt }: Press): HeldPress | null {
  const [config, cierre, ficha, session] = [knownConfig(), readCierre(), readFicha(), storedSession()]
  if (!config || (cierre?.owner ?? session?.user.id) !== owner || (cierre && !ficha)) return null
  // The pause is as she has set it.
  const args = { cliente_id: id, pulsada_en: new Date(pressedAt).toISOString(), pausa_s: null }
  const headers = { apikey: config.anonKey, 'content-type': 'application/json' }
  const call = `${config.supabaseUrl}/rest/v1/rpc/`
  if (cierre) return { url: `${call}alertar_con_ficha`, headers, args: { ficha, ...args } }
  const authorization = `Bearer ${session!.access_token}`
  return { url: `${call}abrir_alerta`, headers: { ...headers, authorization }, args }
}

async function wakeLater(): Promise<void> {
  const { sync } = (await navigator.serviceWorker.ready) as Syncing
  await sync.register(PRESSES)
}

/**
 * She pressed: should this page end before it could tell of it, the browser's worker does, once there is a network. Never for a press from behind the
 * second PIN: it would stand in the open.
 */
export async function giveToWorker(press: Press): Promise<void> {
  const request = wakesWorker && requestOf(press)
  if (!request) return
  try {
    // At once: the page may have no time for one after the other, and the worker looks for it only seconds later.
    await Promise.all([holdPress(press.id, request), wakeLater()])
  } catch {
    // The page goes on alone.
    dropPress(press.id)
  }
}
