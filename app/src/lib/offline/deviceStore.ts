import type { IDBPDatabase } from 'idb'
import { storedSession } from '../session/sessionStorage.ts'
import {
  type Content,
  DeviceLocked,
  dataKey,
  key,
  nameKey,
  open,
  rowsOf,
  type Schema,
  wrapping,
} from './deviceKey.ts'
import { inOrder } from './inOrder.ts'
import type { Entry, Shelf } from './queueEntry.ts'
import { hashName, seal, unseal } from './seal.ts'

/*
 * What a member's device keeps so that the app works without a network. It is sealed with one data key of this device (`deviceKey.ts`); only ids and
 * times are stored in the open, and of what has a name in place of an id a keyed hash of it. Names are plain words: the list of a browser's
 * databases tells nothing.
 */

/** The copy with the keys of her vault, and those of her sheets (`lib/cofre`): only she herself takes them from this device. */
export const LLAVERO = 'cofre'
const HOJAS = 'hojas '
export const copyOfHojas = (clase: string): string => `${HOJAS}${clase}`
const isHers = (name: string) => name === LLAVERO || name.startsWith(HOJAS)
/** Lanes whose ids are names, which say what she is writing and about whom: of a form, of a circle, of somebody whom she reports. */
const NAMED = new Set(['texto', 'formulario'])

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
