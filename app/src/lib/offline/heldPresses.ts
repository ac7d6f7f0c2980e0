import { inOrder } from './inOrder.ts'

/*
 * Presses of the panic button that the service has not heard of, as the browser's worker can tell of them by itself where the page is gone (`sw/presses.ts`):
 * a phone short of memory ends the app as soon as another one opens. Beside the durable queue, in which each of them waits for the next page all the
 * same; the service knows a press by its id, however often it is told. The worker opens nothing that is sealed: this stands in a cache, in the open,
 * and the cache is there for as long as it holds one.
 */

/** The cache, and what the browser calls it by when it wakes the worker because there is a network (Background Sync, which only Chromium has). */
export const PRESSES = 'espera'
export const wakesWorker = 'SyncManager' in globalThis

/** What the worker asks of the service; when it asks is its own. */
export type HeldPress = { url: string; headers: Record<string, string>; args: object }

const pathOf = (id: string) => `/${PRESSES}/${id}`
/** A press that is being kept must not come back after it was dropped. */
const next = inOrder()

/** @param id of the press. @throws DOMException where the device keeps nothing */
export const holdPress = (id: string, press: HeldPress): Promise<void> =>
  next(async () => (await caches.open(PRESSES)).put(pathOf(id), new Response(JSON.stringify(press))))

async function drop(press: string | Request): Promise<void> {
  if (!(await caches.has(PRESSES))) return
  const cache = await caches.open(PRESSES)
  await cache.delete(press)
  if ((await cache.keys()).length === 0) await caches.delete(PRESSES)
}

/** The service has heard of it. */
export function dropPress(id: string): void {
  if (wakesWorker) next(() => drop(pathOf(id))).catch(() => {})
}

/** She has ended what she pressed for. */
export function dropPresses(): void {
  if (wakesWorker) next(() => caches.delete(PRESSES)).catch(() => {})
}

/** In the order in which they were made; each is read when it is told, for as long as it is there. */
export async function heldPresses() {
  if (!(await caches.has(PRESSES))) return []
  const requests = await (await caches.open(PRESSES)).keys()
  return requests.map((request) => ({
    read: async () => {
      // By its name: a cache that was deleted meanwhile still answers who has it open.
      const press = await caches.match(request, { cacheName: PRESSES })
      return ((await press?.json()) ?? null) as HeldPress | null
    },
    drop: () => drop(request),
  }))
}
