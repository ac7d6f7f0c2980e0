import { expect, type Page } from '@playwright/test'

/** What lies on the device, read past the app. */

/** Until the service worker has kept the whole app: it stores `/` last (see sw.js). Needs `serviceWorkers: 'allow'`. */
export async function waitUntilKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/')))).toBe(true)
}

/** The session as the app keeps it; null where nobody is signed in. */
export const storedSession = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('sesion'))

/** How many rows each store of the app's database has, by `database/store`: what a crash would leave. */
export function rowsOnDevice(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const rows: Record<string, number> = {}
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase | undefined>((resolve) => {
        const opening = indexedDB.open(name!)
        // One that is gone, or is still being made, is not made here.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(undefined)
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of db?.objectStoreNames ?? []) {
        rows[`${name}/${store}`] = await new Promise((resolve, reject) => {
          const counting = db!.transaction(store).objectStore(store).count()
          counting.onsuccess = () => resolve(counting.result)
          counting.onerror = () => reject(counting.error)
        })
      }
      db?.close()
    }
    return rows
  })
}

/** How many entries of the queue lie on the device. */
export const entriesOnDevice = async (page: Page): Promise<number> =>
  (await rowsOnDevice(page))['espacio/cola'] ?? 0
