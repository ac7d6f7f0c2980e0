import type { IDBPDatabase, IDBPObjectStore } from 'idb'
import { readCierre } from '../session/sessionStorage.ts'
import {
  BOX,
  type Bytes,
  type Cerrojo,
  type Content,
  createOpen,
  createRaw,
  DeviceLocked,
  dataKey,
  dataKeyOf,
  holdKey,
  holdsKey,
  ivOf,
  KEY,
  key,
  LOCK,
  NAME_KEY,
  open,
  putMark,
  readCerrojo,
  restoreMark,
  rowsOf,
  type Schema,
  whole,
  wrapping,
} from './deviceKey.ts'
import { keepCopy, readCopy } from './deviceStore.ts'
import { type Sealed, seal, sealBytes, unseal, unsealBytes } from './seal.ts'

/* What a PIN does to the store of this device: it is sealed anew, with a key that only the PIN opens, or that the device opens again by itself. */

/** The copy with her session, where she has a PIN. */
const SESSION_COPY = 'sesion'

/** The service calls the lock by another id from now on. */
export async function renameCerrojo(id: string, servicio: string): Promise<void> {
  const tx = (await open()).transaction('llaves', 'readwrite')
  const lock = (await tx.store.get(LOCK)) as Cerrojo | undefined
  if (lock?.id === id) await tx.store.put({ ...lock, servicio }, LOCK)
  await tx.done
}

/** What the second PIN opens was written anew. */
export async function keepAparte(id: string, aparte: Sealed): Promise<void> {
  const tx = (await open()).transaction('llaves', 'readwrite')
  const lock = (await tx.store.get(LOCK)) as Cerrojo | undefined
  if (lock?.id === id) await tx.store.put({ ...lock, aparte }, LOCK)
  await tx.done
}

/**
 * Seals everything with a new data key, which only the PIN opens. Who had the key before has nothing of what is written from now on.
 *
 * @param session to be kept for the next page that the PIN opens
 * @param wrap makes the lock of the new key
 * @returns to be called when the page has the lock's mark: it then has the new key
 * @throws DOMException when the device does not keep it
 */
export async function lockStore(
  { owner, session }: { owner: string; session: string },
  wrap: (raw: Bytes, key: CryptoKey) => Promise<Cerrojo>,
): Promise<() => void> {
  const db = await open()
  const raw = createRaw()
  const data = await dataKeyOf(raw, '')
  const lock = await wrap(raw, data.key)
  const kept = await seal(data.key, session)
  await sealAnew(db, data.key, async (llaves, copias) => {
    await copias.put(kept, [owner, SESSION_COPY])
    await llaves.put(lock, LOCK)
    await llaves.delete(KEY)
    await llaves.delete(BOX)
  })
  return () => holdKey({ ...data, of: lock.id })
}

/**
 * Takes the PIN off a device that this page holds the key of: it opens again without one, by a new key. What was deleted while there was a PIN
 * stays closed.
 */
export async function releaseStore(): Promise<void> {
  const db = await open()
  if (!holdsKey()) return
  const { box, sealed, data } = await createOpen()
  await sealAnew(db, data.key, async (llaves) => {
    await llaves.put(box, BOX)
    await llaves.put(sealed, KEY)
    await llaves.delete(LOCK)
  })
}

type Store<Name extends 'llaves' | 'copias'> = IDBPObjectStore<
  Schema,
  ('llaves' | 'copias' | 'cola')[],
  Name,
  'readwrite'
>

/**
 * Seals everything that is here with another data key, and changes what wraps it, in one transaction: all of it or nothing.
 *
 * @throws DOMException when the device does not keep it; DeviceLocked where another page was quicker
 */
async function sealAnew(
  db: IDBPDatabase<Schema>,
  next: CryptoKey,
  wrap: (llaves: Store<'llaves'>, copias: Store<'copias'>) => Promise<void>,
): Promise<void> {
  const before = await dataKey(db)
  const anew = async (content: Content): Promise<Content> =>
    'plain' in content
      ? content
      : sealBytes(next, await unsealBytes(before.key, content)).catch((failure: unknown) => {
          // Sealed by a key that is gone: it cannot be read before or after.
          if (failure instanceof DOMException && failure.name === 'OperationError') return content
          throw failure
        })
  for (;;) {
    const names = (await db.get('llaves', NAME_KEY)) as Sealed | undefined
    const copies = await rowsOf(db, 'copias')
    const entries = await rowsOf(db, 'cola')
    const newNames = names && ((await anew(names)) as Sealed)
    const newCopies = await Promise.all(
      copies.map(async ([place, content]) => [place, await anew(content)] as const),
    )
    const newEntries = await Promise.all(
      entries.map(async ([place, row]) => [place, { ...row, content: await anew(row.content) }] as const),
    )
    const tx = db.transaction(['llaves', 'copias', 'cola'] as ('llaves' | 'copias' | 'cola')[], 'readwrite')
    const [llaves, copias, cola] = [
      tx.objectStore('llaves'),
      tx.objectStore('copias'),
      tx.objectStore('cola'),
    ]
    if ((await wrapping(llaves)) !== before.of) throw new DeviceLocked('a PIN is asked for first')
    const isSame =
      (await copias.count()) === copies.length &&
      (await cola.count()) === entries.length &&
      ivOf(await llaves.get(NAME_KEY)) === ivOf(names) &&
      (await every(copies, async ([place, content]) => ivOf(await copias.get(place)) === ivOf(content))) &&
      (await every(
        entries,
        async ([place, row]) => ivOf((await cola.get(place))?.content) === ivOf(row.content),
      ))
    // Something was written meanwhile.
    if (!isSame) {
      await tx.done
      continue
    }
    await whole(tx, async () => {
      for (const [place, content] of newCopies) await copias.put(content, place)
      for (const [place, row] of newEntries) await cola.put(row, place)
      if (newNames) await llaves.put(newNames, NAME_KEY)
      await wrap(llaves, copias)
    })
    return
  }
}

async function every<Item>(
  items: readonly Item[],
  holds: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (!(await holds(item))) return false
  return true
}

/**
 * A PIN gave a key: what it opens.
 *
 * @returns her session as it was last kept, null where none is or the key is another; `hold` keeps the key for this page
 */
export async function openStore(
  { id, owner }: Cerrojo,
  raw: Bytes,
): Promise<{ session: string | null; hold: () => void }> {
  const data = await dataKeyOf(raw, id)
  const content = await (await open()).get('copias', [owner, SESSION_COPY])
  const session =
    content && 'iv' in content ? await unseal<string>(data.key, content).catch(() => null) : null
  return {
    session,
    hold: () => holdKey(data),
  }
}

/** What a PIN is compared with on a device that is open: `Cerrojo.huella`. @throws DeviceLocked */
export const readHuella = async ({ huella }: Cerrojo): Promise<Bytes> =>
  unsealBytes(await key(await open()), huella)

/** Her session, as it was renewed, for the next page that the PIN opens. */
export const keepSession = (owner: string, session: string): Promise<void> =>
  keepCopy(owner, SESSION_COPY, session)

/** As another page of this browser may have renewed it. */
export const keptSession = (owner: string): Promise<string | null> => readCopy<string>(owner, SESSION_COPY)

/**
 * What a page finds that begins behind a PIN. A page that was closed in the middle of something left it half done: the mark of another PIN than the
 * lock's, or the mark alone where the PIN was just taken away.
 *
 * @returns her session, where there is no PIN any more
 */
export async function settleLock(): Promise<string | null> {
  const db = await open()
  const [lock, sealed] = [await readCerrojo(), await db.get('llaves', KEY)]
  const cierre = readCierre()
  if (!cierre) {
    await restoreMark()
    return null
  }
  if (lock && lock.id !== cierre.id) putMark(lock)
  if (lock || !sealed) return null
  const box = (await db.get('llaves', BOX)) as CryptoKey
  const content = await db.get('copias', [cierre.owner, SESSION_COPY])
  const { key } = await dataKeyOf(await unsealBytes(box, sealed as Sealed), '')
  return content && 'iv' in content ? unseal<string>(key, content) : ''
}
