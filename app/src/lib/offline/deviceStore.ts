import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { readCierre, storedSession } from '../session/sessionStorage.ts'
import type { Entry, Shelf, State, StoredUntil } from './queueEntry.ts'
import {
  createKey,
  createNameKey,
  hashName,
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
  id: string
  salt: Uint8Array<ArrayBuffer>
  secreto: Uint8Array<ArrayBuffer>
  llave: Sealed
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
/** Followed by its id: another PIN lies beside the one before until it holds. */
const LOCK = 'cerrojo '
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

const everyLock = () => IDBKeyRange.bound(LOCK, `${LOCK}\uffff`)

/** The page has no key: a PIN is asked for first. */
export class DeviceLocked extends Error {
  override name = 'DeviceLocked'
}

type Bytes = Uint8Array<ArrayBuffer>

/** The data key of a page that was opened by the PIN. */
let held: { raw: Bytes; key: CryptoKey } | null = null
/** The one of a device without a PIN, by the wrapping that it was read from. */
let read: { from: string; key: CryptoKey } | null = null

const importKey = (raw: Bytes) =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
const textOf = (bytes: Bytes) => Array.from(bytes).join()

/** @throws DeviceLocked */
async function key(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  if (held && readCierre()) return held.key
  const wrapped = await wrappedKey(db)
  if (read?.from !== textOf(wrapped.sealed.iv)) {
    const raw = await unsealBytes(wrapped.box, wrapped.sealed)
    read = { from: textOf(wrapped.sealed.iv), key: await importKey(raw) }
  }
  return read.key
}

type Wrapped = { box: CryptoKey; sealed: Sealed }

/** @throws DeviceLocked */
async function wrappedKey(db: IDBPDatabase<Schema>): Promise<Wrapped> {
  const [box, sealed] = await Promise.all([db.get('llaves', BOX), db.get('llaves', KEY)])
  if (box && sealed) return { box, sealed } as Wrapped
  if (readCierre()) throw new DeviceLocked('a PIN is asked for first')
  return putWrapped(db, crypto.getRandomValues(new Uint8Array(32)), false)
}

/** @param instead whether it takes the place of one that is there; else the first of two tabs decides, and both use it */
async function putWrapped(db: IDBPDatabase<Schema>, raw: Bytes, instead: boolean): Promise<Wrapped> {
  const box = await createKey()
  const made: Wrapped = { box, sealed: await sealBytes(box, raw) }
  const tx = db.transaction('llaves', 'readwrite')
  const found = instead ? undefined : await tx.store.get(KEY)
  const winner = found ? ({ box: await tx.store.get(BOX), sealed: found } as Wrapped) : made
  await tx.store.put(winner.box, BOX)
  await tx.store.put(winner.sealed, KEY)
  await tx.store.delete(everyLock())
  await tx.done
  return winner
}

/** Of names. */
async function nameKey(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const known = await db.get('llaves', NAME_KEY)
  if (known) return known as CryptoKey
  const made = await createNameKey()
  const tx = db.transaction('llaves', 'readwrite')
  const winner = ((await tx.store.get(NAME_KEY)) as CryptoKey | undefined) ?? made
  await tx.store.put(winner, NAME_KEY)
  await tx.done
  return winner
}

/** What a PIN needs of this device to open it; null where it is gone. @param id of the lock at the service */
export async function readCerrojo(id: string): Promise<Cerrojo | null> {
  return ((await (await open()).get('llaves', LOCK + id)) as Cerrojo | undefined) ?? null
}

/**
 * Wraps the data key for a PIN. Every other wrapping stays until {@link keepOnly}.
 *
 * @param wrap of the data key
 * @throws DOMException when the device does not keep it
 */
export async function lockStore(id: string, wrap: (raw: Bytes) => Promise<Cerrojo>): Promise<void> {
  const db = await open()
  let raw = held?.raw
  if (!raw) {
    const { box, sealed } = await wrappedKey(db)
    raw = await unsealBytes(box, sealed)
  }
  await db.put('llaves', await wrap(raw), LOCK + id)
  held = { raw, key: await importKey(raw) }
}

/** From now on only this PIN opens this device. */
export async function keepOnly(id: string): Promise<void> {
  const tx = (await open()).transaction('llaves', 'readwrite')
  for (const name of await tx.store.getAllKeys())
    if (name === KEY || name === BOX || (name.startsWith(LOCK) && name !== LOCK + id))
      await tx.store.delete(name)
  await tx.done
}

/** The PIN was right. @returns her session as it was last kept; null where none is */
export async function openStore(owner: string, id: string, raw: Bytes): Promise<string | null> {
  held = { raw, key: await importKey(raw) }
  // A page that was closed while the PIN was set left the others.
  await keepOnly(id)
  return readCopy<string>(owner, SESSION_COPY)
}

/** Her session, as it was renewed, for the next page that the PIN opens. */
export const keepSession = (owner: string, session: string): Promise<void> =>
  keepCopy(owner, SESSION_COPY, session)

/** Takes the PIN off what this page holds the key of: it opens again without one. */
export async function releaseStore(): Promise<void> {
  if (!held) return
  await putWrapped(await open(), held.raw, true)
  held = null
}

/** The PIN is forgotten: what it sealed opens no more, and goes. */
export async function forgetLocked(): Promise<void> {
  const tx = (await open()).transaction(['llaves', 'copias', 'cola'], 'readwrite')
  await Promise.all([
    tx.objectStore('llaves').delete(everyLock()),
    tx.objectStore('copias').clear(),
    tx.objectStore('cola').clear(),
  ])
  await tx.done
}

async function enclose(db: IDBPDatabase<Schema>, value: unknown): Promise<Content> {
  return globalThis.crypto?.subtle ? seal(await key(db), value) : { plain: value }
}

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
  const db = await open()
  const content = await enclose(db, value)
  if (storedSession()?.user.id === owner) await db.put('copias', content, [owner, name])
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

/** Writes are queued: encrypting takes a moment, and an earlier write must not overwrite a later one. */
function inOrder() {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

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
        const content = await enclose(db, named ? { id, body } : body)
        // Sealed while she left or signed out: what went then must not come back.
        if ((until === 'left' || (until === 'signedOut' && signedOut)) && !isHere()) return
        await db.put('cola', { at, state, keep: until, content, ...(named && { named }) }, [
          owner,
          lane,
          place,
        ])
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
