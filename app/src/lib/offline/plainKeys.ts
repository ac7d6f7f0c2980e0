import { onDevice } from '../device/storage.ts'
import { storedSession } from '../session/sessionStorage.ts'
import { hasNoStore, keepCopy, readCopy } from './deviceStore.ts'
import { inOrder } from './inOrder.ts'
import { sayNotKept } from './notKept.ts'

/*
 * Small things of hers that only this device has, under the names that the browser's keys had when they stood in the open
 * (docs/product.md#browser-keys). They are sealed copies; what still stands under such a key is sealed and removed when it is read, and before a
 * PIN is set. Where the browser has no store it stays there.
 */

export const PLAIN_KEYS = ['assistantConfig', 'healthAppointments', 'healthMedications', 'llamada'] as const
export type PlainKey = (typeof PLAIN_KEYS)[number]

const next = inOrder()

/** What stands in the open; what is no JSON, as the text that it is. */
export function plainOf(key: string): unknown {
  const text = onDevice.getItem(key)
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return text
  }
}

async function put(owner: string, key: PlainKey, value: unknown): Promise<void> {
  if (await hasNoStore()) {
    onDevice.setItem(key, JSON.stringify(value))
    return
  }
  await keepCopy(owner, key, value)
  // For an account that is not signed in any more nothing was kept.
  if (storedSession()?.user.id === owner) onDevice.removeItem(key)
}

async function seal(owner: string, key: PlainKey): Promise<void> {
  const plain = plainOf(key)
  if (plain !== null) await put(owner, key, plain)
}

/** Seals what stands in the open. @throws DOMException when the device does not keep it; it stays where it was then */
export async function sealKeys(owner: string): Promise<void> {
  for (const key of PLAIN_KEYS) await next(() => seal(owner, key))
}

/** What is kept, in whatever shape; null where nothing is that can be read. */
export const readKey = (owner: string, key: PlainKey): Promise<unknown> =>
  next(async () => {
    await seal(owner, key).catch(() => {})
    return plainOf(key) ?? readCopy(owner, key)
  })

/** Where the device does not keep it, what was kept stays, and she is told. */
export const keepKey = (owner: string, key: PlainKey, value: unknown): Promise<void> =>
  next(() => put(owner, key, value)).catch(sayNotKept)
