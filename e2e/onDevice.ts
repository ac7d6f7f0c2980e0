import type { Page } from '@playwright/test'

/** How many entries of the queue lie on the device: what a crash would leave. */
export const entriesOnDevice = (page: Page): Promise<number> => page.evaluate(countEntries)

/** Runs in the page: how many entries lie in the store of the queue. A database that is still being made is not touched. */
async function countEntries(): Promise<number> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes('espacio')) return 0
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('espacio')
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve(0)
    opening.onsuccess = () => {
      const db = opening.result
      const counting = db.transaction('cola').objectStore('cola').count()
      counting.onsuccess = () => resolve(counting.result)
      counting.onerror = () => reject(counting.error)
      db.close()
    }
  })
}
