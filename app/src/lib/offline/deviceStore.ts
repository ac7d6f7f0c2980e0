import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import { readCierre, storedSession, writeCierre } from '../session/sessionStorage.ts'
import { inOrder } from './inOrder.ts'
import type { Entry, Shelf, State, StoredUntil } from './queueEntry.ts'
import {
  createKey,
  hashName,
  importNameKey,
  type Sealed,
  seal,
  sealBytes,
  unseal,
  unsealBytes,
} from './seal.ts'

/*
 * What a member's device keeps so that the app works without a network. It is sealed with one data key of this device; only ids and times
 * are stored in the open, and of what has a name in place of an id a keyed hash of it. Names are plain words: the list of a browser's
 * databases tells nothing. The data key lies beside it, wrapped: by a key that the browser does not export or, where she has a PIN, by one
 * that takes the PIN, this device and the service together (docs/vault.md, "The PIN").
 */

/** Encrypted, or plain where the browser offers no cryptography: delivering an alert matters more than hiding it. */
type Content = Sealed | { plain: unknown }

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

interface Schema extends DBSchema {
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
const KEY = 'unica'
const BOX = 'caja'
const LOCK = 'cerrojo'
/** Sealed by the data key. */
const NAME_KEY = 'nombres'
/** The copy with her session, where she has a PIN. */
const SESSION_COPY = 'sesion'
/** The copy with the keys of her vault, and those of her sheets (`lib/cofre`): only she herself takes them from this device. */
export const LLAVERO = 'cofre'
const HOJAS = 'hojas '
export const copyOfHojas = (clase: string): string => `${HOJAS}${clase}`
const isHers = (name: string) => name === LLAVERO || name.startsWith(HOJAS)
/** Lanes whose ids are names, which say what she is writing and about whom: of a form, of a circle, of somebody whom she reports. */
const NAMED = new Set(['texto', 'formulario'])

let opening: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
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

/** How a browser refuses us a store; any other failure is one of a store that is there. */
const REFUSALS = ['SecurityError', 'InvalidStateError']

/** Whether this browser has no store for us: then nothing can be in it. */
export async function hasNoStore(): Promise<boolean> {
  try {
    await open()
    return false
  } catch (failure) {
    return (
      !('indexedDB' in globalThis) || (failure instanceof DOMException && REFUSALS.includes(failure.name))
    )
  }
}

/** The page has no key: a PIN is asked for first. */
export class DeviceLocked extends Error {
  override name = 'DeviceLocked'
}

type Bytes = Uint8Array<ArrayBuffer>
/** @property of what wraps it: the id of a lock, or {@link ivOf} the wrapping of a device without a PIN */
type DataKey = { key: CryptoKey; of: string }

/** The data key of a page that was opened by a PIN. */
let held: DataKey | null = null
/** The one of a device without a PIN. */
let read: DataKey | null = null

const dataKeyOf = async (raw: Bytes, of: string): Promise<DataKey> => ({
  key: await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']),
  of,
})
const ivOf = (content: unknown): string => Array.from((content as Sealed | undefined)?.iv ?? []).join()

/** @throws DeviceLocked */
async function dataKey(db: IDBPDatabase<Schema>): Promise<DataKey> {
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

const key = async (db: IDBPDatabase<Schema>): Promise<CryptoKey> => (await dataKey(db)).key

const putMark = ({ id, owner, letras }: Cerrojo) =>
  writeCierre({ id, owner, letras, minutos: 0, intentos: 0, espera: 0 })

const createRaw = (): Bytes => crypto.getRandomValues(new Uint8Array(32))

/** A new data key for a device without a PIN: what has to be written for it. */
async function createOpen() {
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
async function whole(
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
async function wrapping(llaves: { get: (name: string) => Promise<unknown> }): Promise<string> {
  const [lock, sealed] = await Promise.all([llaves.get(LOCK), llaves.get(KEY)])
  return (lock as Cerrojo | undefined)?.id ?? ivOf(sealed)
}

const TRIES = 3

/**
 * Seals with the data key and writes, and looks whether this key is still in use: a PIN that was set, changed or taken away meanwhile has put another in
 * its place, and what is sealed with the one before opens no more. Then once more. It looks afterwards, since she may close the page the next moment.
 *
 * @param make what is written; without a key where the browser offers no cryptography
 * @param row it, in its row; null where nothing is to be written after all
 * @throws DeviceLocked
 */
async function putSealed(
  db: IDBPDatabase<Schema>,
  name: 'copias' | 'cola',
  place: string[],
  make: (key: CryptoKey | undefined) => Promise<Content>,
  row: (content: Content) => object | null,
): Promise<void> {
  const isPlain = !globalThis.crypto?.subtle
  for (let tries = 0; tries < TRIES; tries++) {
    const data = isPlain ? undefined : await dataKey(db)
    const next = row(await make(data?.key))
    if (next) await db.put(name, next as never, place as never)
    if (isPlain || (await wrapping({ get: (key) => db.get('llaves', key) })) === data?.of) return
  }
  throw new DeviceLocked('a PIN is asked for first')
}

/** Of names: random, sealed by the data key. */
async function nameKey(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
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
  return () => {
    held = { ...data, of: lock.id }
    read = null
  }
}

/**
 * Takes the PIN off a device that this page holds the key of: it opens again without one, by a new key. What was deleted while there was a PIN
 * stays closed.
 */
export async function releaseStore(): Promise<void> {
  const db = await open()
  if (!held || held.of !== readCierre()?.id) return
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

/** Rows with their places. */
async function rowsOf<Name extends 'copias' | 'cola'>(
  db: IDBPDatabase<Schema>,
  name: Name,
  range?: IDBKeyRange,
) {
  const tx = db.transaction(name)
  const [places, rows] = await Promise.all([tx.store.getAllKeys(range), tx.store.getAll(range)])
  return places.map((place, index) => [place, rows[index]!] as const)
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
    hold: () => {
      held = data
    },
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
    if (lock && !sealed) putMark(lock)
    return null
  }
  if (lock && lock.id !== cierre.id) putMark(lock)
  if (lock || !sealed) return null
  const box = (await db.get('llaves', BOX)) as CryptoKey
  const content = await db.get('copias', [cierre.owner, SESSION_COPY])
  const { key } = await dataKeyOf(await unsealBytes(box, sealed as Sealed), '')
  return content && 'iv' in content ? unseal<string>(key, content) : ''
}

/** From now on this page has no key of a device with a PIN. */
export function dropHeld(): void {
  held = null
}

/** The PIN is forgotten: what it sealed opens no more, and goes. */
export async function forgetLocked(): Promise<void> {
  held = null
  read = null
  const tx = (await open()).transaction(['llaves', 'copias', 'cola'], 'readwrite')
  for (const store of ['llaves', 'copias', 'cola'] as const) await tx.objectStore(store).clear()
  await tx.done
}

const enclose = async (key: CryptoKey | undefined, value: unknown): Promise<Content> =>
  key ? seal(key, value) : { plain: value }

async function disclose<Value>(db: IDBPDatabase<Schema>, content: Content): Promise<Value> {
  return 'plain' in content ? (content.plain as Value) : unseal<Value>(await key(db), content)
}

/**
 * Keeps a copy of something that is the account's, until it is replaced or forgotten. Does nothing once that account is
 * not signed in any more: an answer that comes late must not bring back what was erased.
 *
 * @param value anything that JSON can carry
 * @throws DOMException when the device is full or keeps nothing for this site
 */
export async function keepCopy(owner: string, name: string, value: unknown): Promise<void> {
  const isHere = () => storedSession()?.user.id === owner
  await putSealed(
    await open(),
    'copias',
    [owner, name],
    (key) => enclose(key, value),
    (content) => (isHere() ? content : null),
  )
}

/** The copy kept under this name, or null when there is none that can be read. */
export function readCopy<Value>(owner: string, name: string): Promise<Value | null> {
  return readCopyOrFail<Value>(owner, name).catch(() => null)
}

/** The same, where what cannot be read must not be taken for nothing. @throws DOMException */
export async function readCopyOrFail<Value>(owner: string, name: string): Promise<Value | null> {
  const db = await open()
  const content = await db.get('copias', [owner, name])
  return content ? disclose<Value>(db, content) : null
}

/** Every copy whose name begins so, by its name. @throws DOMException where one cannot be read */
export async function readCopiesOrFail<Value>(owner: string, prefix: string) {
  const db = await open()
  const range = IDBKeyRange.bound([owner, prefix], [owner, `${prefix}\uffff`])
  const rows = await rowsOf(db, 'copias', range)
  return Promise.all(rows.map(async ([[, name], row]) => [name, await disclose<Value>(db, row)] as const))
}

/** What she was writing and has not sent, in every screen: what goes when she signs out. */
export async function readDrafts(owner: string): Promise<unknown[]> {
  const db = await open()
  const rows = await db.getAll('cola', laneRange(owner))
  const drafts = rows.filter(({ keep, state }) => keep === 'signedOut' && state === 'draft')
  const bodies = await Promise.all(
    drafts.map(({ content, named }) =>
      disclose<unknown>(db, content).then(
        (inside) => (named ? (inside as { body: unknown }).body : inside),
        () => null,
      ),
    ),
  )
  return bodies.filter((body) => body !== null)
}

/**
 * Forgets everything of everybody. Only the browser's key stays, which tells nothing, and what still
 * waits to be delivered: neither an alert nor an entry that she saved is erased before it has arrived.
 *
 * @param drafts whether what she was writing, the keys of her vault and her sheets go too; not where her session ended by itself, in the middle of a word
 */
export async function eraseStores({ drafts }: { drafts: boolean }): Promise<void> {
  signedOut ||= drafts
  const db = await open()
  const tx = db.transaction(['copias', 'cola'], 'readwrite')
  const copies = tx.objectStore('copias')
  for (const copy of await copies.getAllKeys()) if (drafts || !isHers(copy[1])) await copies.delete(copy)
  let cursor = await tx.objectStore('cola').openCursor()
  for (; cursor; cursor = await cursor.continue()) {
    const { keep } = cursor.value
    if (keep === 'left' || (drafts && keep === 'signedOut')) await cursor.delete()
  }
  await tx.done
}

/** Forgets the copies of every account but this one. What still waits to be delivered stays, and what another has here alone. */
export async function forgetCopies(exceptOwner: string): Promise<void> {
  const db = await open()
  const tx = db.transaction('copias', 'readwrite')
  for (const copy of await tx.store.getAllKeys())
    if (copy[0] !== exceptOwner && !isHers(copy[1])) await tx.store.delete(copy)
  await tx.done
}

/** Forgets everything of an account that was deleted, also what still waits to be delivered: nobody will ever take it. */
export async function forgetAccount(owner: string): Promise<void> {
  const db = await open()
  const tx = db.transaction(['copias', 'cola'], 'readwrite')
  await tx.objectStore('copias').delete(IDBKeyRange.bound([owner, ''], [owner, '\uffff']))
  await tx.objectStore('cola').delete(laneRange(owner))
  await tx.done
}

/** Every key of an account, or of one of its lanes. */
const laneRange = (owner: string, lane?: string) =>
  lane === undefined
    ? IDBKeyRange.bound([owner, '', ''], [owner, '\uffff', '\uffff'])
    : IDBKeyRange.bound([owner, lane, ''], [owner, lane, '\uffff'])

/** Whether she has signed out on this page, and nobody has written as a member since. */
let signedOut = false

/** The device's shelf for the queue. A lane whose sealing or writing is stuck keeps none of the others waiting. */
export function deviceShelf(): Shelf {
  const orders = new Map<string, ReturnType<typeof inOrder>>()
  const orderOf = (lane: string) => {
    const order = orders.get(lane) ?? inOrder()
    orders.set(lane, order)
    return order
  }
  return {
    put: (lane, { owner, id, at, state, body }, until) =>
      orderOf(lane)(async () => {
        const isHere = () => storedSession()?.user.id === owner
        if (isHere()) signedOut = false
        const db = await open()
        const place = await placeOf(db, lane, id)
        const named = place !== id
        await putSealed(
          db,
          'cola',
          [owner, lane, place],
          (key) => enclose(key, named ? { id, body } : body),
          // Sealed while she left or signed out: what went then must not come back.
          (content) =>
            (until === 'left' || (until === 'signedOut' && signedOut)) && !isHere()
              ? null
              : { at, state, keep: until, content, ...(named && { named }) },
        )
      }),
    all: (lane, owner) =>
      orderOf(lane)(async () => {
        const db = await open()
        const range = laneRange(owner, lane)
        const [keys, rows] = await Promise.all([db.getAllKeys('cola', range), db.getAll('cola', range)])
        const found: Entry<unknown>[] = []
        for (const [index, { at, state, content, named }] of rows.entries()) {
          const place = keys[index]![2]
          // An entry that cannot be decrypted is skipped, so that it does not hide the others.
          const sealed = await disclose<unknown>(db, content).then(
            (inside) => (named ? (inside as { id: string; body: unknown }) : { id: place, body: inside }),
            () => null,
          )
          if (sealed) found.push({ ...sealed, owner, at, state })
        }
        return found
      }),
    remove: (lane, owner, id) =>
      orderOf(lane)(async () => {
        const db = await open()
        await db.delete('cola', [owner, lane, await placeOf(db, lane, id)])
      }),
  }
}

/** The key of a row: a name as its keyed hash. */
async function placeOf(db: IDBPDatabase<Schema>, lane: string, id: string): Promise<string> {
  if (!NAMED.has(lane) || !globalThis.crypto?.subtle) return id
  return hashName(await nameKey(db), `${lane} ${id}`)
}

/** Takes one copy away. */
export async function dropCopy(owner: string, name: string): Promise<void> {
  await (await open()).delete('copias', [owner, name])
}
