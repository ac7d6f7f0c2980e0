import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { readCierre, writeCierre } from '../session/sessionStorage.ts'
import type { State, StoredUntil } from './queueEntry.ts'
import { createKey, importNameKey, type Sealed, sealBytes, unsealBytes } from './seal.ts'

/*
 * The database of this device and its data key, which lies beside what it seals, wrapped: by a key that the browser does not export or, where she has
 * a PIN, by one that takes the PIN, this device and the service together (docs/vault.md, "The PIN").
 */

/** Encrypted, or plain where the browser offers no cryptography: delivering an alert matters more than hiding it. */
export type Content = Sealed | { plain: unknown }

/** The data key, wrapped for a PIN, and what the way to it takes of this device. */
export type Cerrojo = {
  /** Known here alone. */
  id: string
  owner: string
  /** Of the lock at the service; another one after each time that it was opened. */
  servicio: string
  salt: Uint8Array<ArrayBuffer>
  secreto: Uint8Array<ArrayBuffer>
  /** The data key and that of the second PIN, or of none, in either order: a byte that says which, and 32 of the key. */
  llaves: [Sealed, Sealed]
  /** What an app that is open compares a PIN with, 32 bytes for each PIN, and the key of the second; sealed by the data key. */
  huella: Sealed
  /** What the second PIN opens (`lib/session/aparte.ts`), sealed by its own key and always as long. */
  aparte: Sealed
  letras: boolean
}

export interface Schema extends DBSchema {
  llaves: { key: string; value: CryptoKey | Sealed | Cerrojo }
  copias: { key: [owner: string, name: string]; value: Content }
  /** The queue's (`queue.ts`). `keep` is until when, by the word that rows have on devices. */
  cola: {
    key: [owner: string, lane: string, id: string]
    value: { at: number; state: State; keep: StoredUntil; content: Content; named?: true }
  }
}

const DATABASE = 'espacio'
/** The data key, wrapped by {@link BOX}. Neither is there where she has a PIN. */
export const KEY = 'unica'
export const BOX = 'caja'
export const LOCK = 'cerrojo'
/** Sealed by the data key. */
export const NAME_KEY = 'nombres'

let opening: Promise<IDBPDatabase<Schema>> | undefined

export function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(DATABASE, 1, {
    upgrade(db) {
      for (const store of ['llaves', 'copias', 'cola'] as const) db.createObjectStore(store)
    },
    // Closes the database when another tab wants to upgrade it.
    blocking: (_version, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
      opening = undefined
    },
    terminated: () => {
      opening = undefined
    },
  }).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** The page has no key: a PIN is asked for first. */
export class DeviceLocked extends Error {
  override name = 'DeviceLocked'
}

export type Bytes = Uint8Array<ArrayBuffer>
/** @property of what wraps it: the id of a lock, or {@link ivOf} the wrapping of a device without a PIN */
export type DataKey = { key: CryptoKey; of: string }

/** The data key of a page that was opened by a PIN. */
let held: DataKey | null = null
/** The one of a device without a PIN. */
let read: DataKey | null = null

/** The key of this page, which a PIN opened or set; null where it has none any more. */
export function holdKey(next: DataKey | null): void {
  held = next
  read = null
}

/** Whether this page has the key of the PIN that the device has. */
export const holdsKey = (): boolean => held !== null && held.of === readCierre()?.id

export const dataKeyOf = async (raw: Bytes, of: string): Promise<DataKey> => ({
  key: await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']),
  of,
})
export const ivOf = (content: unknown): string => Array.from((content as Sealed | undefined)?.iv ?? []).join()

/** @throws DeviceLocked */
export async function dataKey(db: IDBPDatabase<Schema>): Promise<DataKey> {
  const cierre = readCierre()
  if (cierre) {
    if (held?.of !== cierre.id) throw new DeviceLocked('a PIN is asked for first')
    return held
  }
  const [box, sealed, lock] = (await Promise.all([BOX, KEY, LOCK].map((name) => db.get('llaves', name)))) as [
    CryptoKey?,
    Sealed?,
    Cerrojo?,
  ]
  if (box && sealed) {
    if (read?.of !== ivOf(sealed)) read = await dataKeyOf(await unsealBytes(box, sealed), ivOf(sealed))
    return read
  }
  // The browser has lost what the first paint has to know, and not the lock.
  if (lock) {
    putMark(lock)
    throw new DeviceLocked('a PIN is asked for first')
  }
  await putOpen(db)
  return dataKey(db)
}

export const key = async (db: IDBPDatabase<Schema>): Promise<CryptoKey> => (await dataKey(db)).key

export const putMark = ({ id, owner, letras }: Cerrojo) =>
  writeCierre({ id, owner, letras, minutos: 0, intentos: 0, espera: 0 })

export const createRaw = (): Bytes => crypto.getRandomValues(new Uint8Array(32))

/** A new data key for a device without a PIN: what has to be written for it. */
export async function createOpen() {
  const raw = createRaw()
  const box = await createKey()
  const sealed = await sealBytes(box, raw)
  return { box, sealed, data: await dataKeyOf(raw, ivOf(sealed)) }
}

/** Unless there is one: of two tabs the first one decides, and both use it. */
async function putOpen(db: IDBPDatabase<Schema>): Promise<void> {
  const { box, sealed } = await createOpen()
  const tx = db.transaction('llaves', 'readwrite')
  await whole(tx, async () => {
    if ((await tx.store.get(KEY)) || (await tx.store.get(LOCK))) return
    await tx.store.put(box, BOX)
    await tx.store.put(sealed, KEY)
  })
}

/** All of a transaction or nothing, also where one of its requests throws before it is made. */
export async function whole(
  tx: { abort: () => void; done: Promise<void> },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (failure) {
    tx.done.catch(() => {})
    tx.abort()
    throw failure
  }
  await tx.done
}

/** What wraps the data key of this device: `DataKey.of`. */
export async function wrapping(llaves: { get: (name: string) => Promise<unknown> }): Promise<string> {
  const [lock, sealed] = await Promise.all([llaves.get(LOCK), llaves.get(KEY)])
  return (lock as Cerrojo | undefined)?.id ?? ivOf(sealed)
}

/** Of names: random, sealed by the data key. */
export async function nameKey(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  if (!(await db.get('llaves', NAME_KEY))) {
    const data = await dataKey(db)
    const made = await sealBytes(data.key, createRaw())
    const tx = db.transaction('llaves', 'readwrite')
    if ((await wrapping(tx.store)) === data.of && !(await tx.store.get(NAME_KEY)))
      await tx.store.put(made, NAME_KEY)
    await tx.done
  }
  return importNameKey(await unsealBytes(await key(db), (await db.get('llaves', NAME_KEY)) as Sealed))
}

/** The lock of this device; null where there is none. */
export async function readCerrojo(): Promise<Cerrojo | null> {
  return ((await (await open()).get('llaves', LOCK)) as Cerrojo | undefined) ?? null
}

/** The browser may have lost the mark of a lock alone, without which nobody is asked for a PIN. */
export async function restoreMark(): Promise<void> {
  const [lock, sealed] = [await readCerrojo(), await (await open()).get('llaves', KEY)]
  if (lock && !sealed && !readCierre()) putMark(lock)
}

/** The PIN is forgotten: what it sealed opens no more, and goes. */
export async function forgetLocked(): Promise<void> {
  holdKey(null)
  const tx = (await open()).transaction(['llaves', 'copias', 'cola'], 'readwrite')
  for (const store of ['llaves', 'copias', 'cola'] as const) await tx.objectStore(store).clear()
  await tx.done
}

/** Rows with their places. */
export async function rowsOf<Name extends 'copias' | 'cola'>(
  db: IDBPDatabase<Schema>,
  name: Name,
  range?: IDBKeyRange,
) {
  const tx = db.transaction(name)
  const [places, rows] = await Promise.all([tx.store.getAllKeys(range), tx.store.getAll(range)])
  return places.map((place, index) => [place, rows[index]!] as const)
}
