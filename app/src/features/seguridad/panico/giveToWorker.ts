import { knownConfig } from '../../../lib/installation/config.ts'
import {
  dropPress,
  type HeldPress,
  holdPress,
  PRESSES,
  wakesWorker,
} from '../../../lib/offline/heldPresses.ts'
import { readFicha } from '../../../lib/session/ficha.ts'

type Press = { owner: string; id: string; pressedAt: number }

/** TypeScript knows nothing of it. */
type Syncing = ServiceWorkerRegistration & { sync: { register: (tag: string) => Promise<void> } }

/** By the token of this device: her session ends within the hour. Null where it has none. */
function requestOf({ owner, id, pressedAt }: Press): HeldPress | null {
  const [config, ficha] = [knownConfig(), readFicha(owner)]
  if (!config || !ficha) return null
  return {
    url: `${config.supabaseUrl}/rest/v1/rpc/alertar_con_ficha`,
    headers: { apikey: config.anonKey, 'content-type': 'application/json' },
    // The pause is as she has set it.
    args: { ficha, cliente_id: id, pulsada_en: new Date(pressedAt).toISOString(), pausa_s: null },
  }
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
