import { expect, type Page } from '@playwright/test'
import { paced } from '../pace.ts'

/** What is stored on the device, read past the app. */

/** The files that the service worker keeps, by their groups (`app/src/sw/manifest.ts`). */
export async function filesOfWorker(page: Page, ...groups: string[]): Promise<string[]> {
  const worker = await (await page.request.get('/sw.js')).text()
  const [list = '[]'] = /\[\{"group":.*?\}\]/.exec(worker) ?? []
  const entries: { url: string; group: string }[] = JSON.parse(list)
  return entries.filter(({ group }) => groups.includes(group)).map(({ url }) => url)
}

/**
 * Until the service worker has cached the whole app; on a metered connection it caches the first screens alone. Needs `serviceWorkers:
 * 'allow'`.
 */
export async function waitUntilStored(page: Page): Promise<void> {
  const files = ['/', ...(await filesOfWorker(page, 'first', 'rest'))]
  await expect
    .poll(
      () =>
        page.evaluate(async (files) => {
          const kept = await Promise.all(files.map((file) => caches.match(file)))
          return kept.every(Boolean)
        }, files),
      // A hundred files, while others start.
      { timeout: paced(30_000) },
    )
    .toBe(true)
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

/** How many entries of the queue are stored on the device. */
export const entriesOnDevice = async (page: Page): Promise<number> =>
  (await rowsOnDevice(page))['espacio/cola'] ?? 0

/** The entries of the queue as they are stored, sealed: another text once anything of them was written anew. */
export const sealedOnDevice = (page: Page): Promise<string> => sealedIn(page, 'cola')

const sealedIn = (page: Page, store: string, name?: string): Promise<string> =>
  page.evaluate(
    async ([store, name]) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('espacio')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => resolve(opening.result)
      })
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const reading = db.transaction(store!).objectStore(store!).openCursor()
        const found: unknown[] = []
        reading.onsuccess = () => {
          const { result: at } = reading
          if (!at) return resolve(found)
          if (name === undefined || (at.key as string[])[1] === name) found.push(at.value)
          at.continue()
        }
        reading.onerror = () => reject(reading.error)
      })
      db.close()
      return JSON.stringify(rows, (_, value) => {
        if (value instanceof ArrayBuffer) return [...new Uint8Array(value)]
        return ArrayBuffer.isView(value) ? [...new Uint8Array(value.buffer)] : value
      })
    },
    [store, name] as const,
  )

/** Names of the sealed copies that this device keeps. */
export function copiesOnDevice(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('espacio')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const keys = await new Promise<[string, string][]>((resolve, reject) => {
      const request = db.transaction('copias').objectStore('copias').getAllKeys()
      request.onsuccess = () => resolve(request.result as [string, string][])
      request.onerror = () => reject(request.error)
    })
    db.close()
    return keys.map(([, name]) => name)
  })
}

/** Until what she said of a kind of her sheets is on the device: their changes take turns by this lock (`lib/cofre/hojasAqui.ts`). */
export const hojasAreKept = (page: Page, clase: string) =>
  page.evaluate((clase) => navigator.locks.request(clase, () => {}), clase)

/** Which answers of the service the device keeps: their query keys, read with the device's own key (`lib/offline/cachedQuery.ts`). */
export function answersOnDevice(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('espacio')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const read = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const copies = db.transaction('copias').objectStore('copias')
    const names = (await read(copies.getAllKeys())) as [string, string][]
    const place = names.findIndex(([, name]) => name === 'consultas')
    const sealed = (await read(db.transaction('copias').objectStore('copias').getAll()))[place]
    const keys = db.transaction('llaves').objectStore('llaves')
    const [box, wrapped] = [await read(keys.get('caja')), await read(keys.get('unica'))]
    db.close()
    if (!sealed) return []
    const open = (key: CryptoKey, { iv, data }: { iv: BufferSource; data: BufferSource }) =>
      crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
    const key = await crypto.subtle.importKey('raw', await open(box, wrapped), 'AES-GCM', false, ['decrypt'])
    const plain = await open(key, sealed)
    const text: string = JSON.parse(new TextDecoder().decode(plain))
    const { clientState } = JSON.parse(text) as { clientState: { queries: { queryKey: string[] }[] } }
    return clientState.queries.map(({ queryKey }) => queryKey.join(' '))
  })
}

/** Keeps the app's code on its way. @returns lets it arrive */
export async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/*.woff2', (route) => route.abort())
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
