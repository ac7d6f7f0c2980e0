import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Entry, KeptUntil, Shelf, State } from './entry.ts'
import { createKey, createNameKey, hashName, type Sealed, seal, unseal } from './seal.ts'
import { storedSession } from './session-storage.ts'

/*
 * What a member's device keeps so that the app works without a network. It is sealed with a key that never leaves the
 * browser; only ids and times lie in the open, and of what has a name in place of an id a keyed hash of it. Names are plain words: the list of a browser's databases tells nothing.
 */

/** Encrypted, or plain where the browser offers no cryptography: delivering an alert matters more than hiding it. */
type Content = Sealed | { plain: unknown }

interface Schema extends DBSchema {
  llaves: { key: string; value: CryptoKey }
  copias: { key: [owner: string, name: string]; value: Content }
  /** What versions before the queue kept of what she was writing; read once (`takeDrafts`). */
  borradores: { key: [owner: string, name: string]; value: Content & { waiting?: boolean } }
  /** The queue's (`queue.ts`). `keep` is until when, by the word that rows have on devices. */
  cola: {
    key: [owner: string, lane: string, id: string]
    value: { at: number; state: State; keep: KeptUntil; content: Content; named?: true }
  }
  /** Danger events of versions before the queue; read once (`adoptPending`). */
  pendientes: {
    key: string
    value: { id: string; owner: string; at: number; ready: boolean; content: Content }
  }
}

const DATABASE = 'espacio'
const KEY = 'unica'
const NAME_KEY = 'nombres'
/** Lanes whose ids are names, which say what she is writing and about whom: of a form, of a circle, of somebody whom she reports. */
const NAMED = new Set(['texto', 'formulario'])

let opening: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(DATABASE, 3, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('llaves')
        db.createObjectStore('copias')
        db.createObjectStore('pendientes', { keyPath: 'id' })
      }
      if (before < 2) db.createObjectStore('borradores')
      if (before < 3) db.createObjectStore('cola')
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

async function key(db: IDBPDatabase<Schema>, name = KEY, create = createKey): Promise<CryptoKey> {
  const known = await db.get('llaves', name)
  if (known) return known
  const made = await create()
  // Two tabs may create a key at once: the first one stays, and both use it.
  const tx = db.transaction('llaves', 'readwrite')
  const winner = (await tx.store.get(name)) ?? made
  await tx.store.put(winner, name)
  await tx.done
  return winner
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
export async function readCopy<Value>(owner: string, name: string): Promise<Value | null> {
  try {
    const db = await open()
    const content = await db.get('copias', [owner, name])
    return content ? await disclose<Value>(db, content) : null
  } catch {
    return null
  }
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
 * Forgets everything of everybody, whatever store it lies in. Only the key stays, which tells nothing, and what still
 * waits to be delivered: neither an alert nor an entry that she saved is erased before it has arrived.
 *
 * @param drafts whether what she was writing goes too; not where her session ended by itself, in the middle of a word
 */
export async function eraseStores({ drafts }: { drafts: boolean }): Promise<void> {
  signedOut ||= drafts
  const db = await open()
  const names = [...db.objectStoreNames].filter((name) => name !== 'llaves' && name !== 'pendientes')
  const tx = db.transaction(names, 'readwrite')
  for (const name of names) if (name !== 'borradores' && name !== 'cola') await tx.objectStore(name).clear()
  if (drafts) {
    let cursor = await tx.objectStore('borradores').openCursor()
    for (; cursor; cursor = await cursor.continue()) if (!cursor.value.waiting) await cursor.delete()
  }
  let cursor = await tx.objectStore('cola').openCursor()
  for (; cursor; cursor = await cursor.continue()) {
    const { keep } = cursor.value
    if (keep === 'left' || (drafts && keep === 'signedOut')) await cursor.delete()
  }
  await tx.done
}

/** Forgets every copy of every account but this one. What still waits to be delivered stays. */
export async function forgetCopies(exceptOwner: string): Promise<void> {
  const db = await open()
  const tx = db.transaction('copias', 'readwrite')
  for (const copy of await tx.store.getAllKeys()) if (copy[0] !== exceptOwner) await tx.store.delete(copy)
  await tx.done
}

/** Forgets everything of an account that was deleted, also what still waits to be delivered: nobody will ever take it. */
export async function forgetAccount(owner: string): Promise<void> {
  const db = await open()
  const tx = db.transaction(['copias', 'borradores', 'pendientes', 'cola'], 'readwrite')
  for (const name of ['copias', 'borradores'] as const) {
    await tx.objectStore(name).delete(IDBKeyRange.bound([owner, ''], [owner, '\uffff']))
  }
  await tx.objectStore('cola').delete(laneRange(owner))
  let cursor = await tx.objectStore('pendientes').openCursor()
  for (; cursor; cursor = await cursor.continue()) if (cursor.value.owner === owner) await cursor.delete()
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
        const tx = db.transaction('cola', 'readwrite')
        await tx.store.put({ at, state, keep: until, content, ...(named && { named }) }, [owner, lane, place])
        if (named) await tx.store.delete([owner, lane, id])
        await tx.done
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
        const place = await placeOf(db, lane, id)
        const tx = db.transaction('cola', 'readwrite')
        for (const one of new Set([place, id])) await tx.store.delete([owner, lane, one])
        await tx.done
      }),
  }
}

/** Under which key a row lies. Versions before this one wrote names as they are: those are read, and go when they are written or removed. */
async function placeOf(db: IDBPDatabase<Schema>, lane: string, id: string): Promise<string> {
  if (!NAMED.has(lane) || !globalThis.crypto?.subtle) return id
  return hashName(await key(db, NAME_KEY, createNameKey), `${lane} ${id}`)
}

/** Danger events that a version before the queue left: moved as they are, still sealed, in one transaction. */
export async function adoptPending(lane: string, owner: string): Promise<void> {
  const db = await open()
  const tx = db.transaction(['pendientes', 'cola'], 'readwrite')
  let cursor = await tx.objectStore('pendientes').openCursor()
  for (; cursor; cursor = await cursor.continue()) {
    const { id, owner: whose, at, ready, content } = cursor.value
    if (whose !== owner) continue
    const state: State = ready ? 'ready' : 'draft'
    await tx.objectStore('cola').put({ at, state, keep: 'delivered', content }, [owner, lane, id])
    await cursor.delete()
  }
  await tx.done
}

/**
 * What a version before the queue kept of what she was writing, by name: handed over once, and erased after it has been.
 *
 * @param kind what they are drafts of
 * @param adopt puts one where it belongs from now on
 */
export async function takeDrafts<Draft>(
  kind: string,
  owner: string,
  adopt: (name: string, draft: Draft) => Promise<void>,
): Promise<void> {
  const db = await open()
  const prefix = `${kind}:`
  const range = IDBKeyRange.bound([owner, prefix], [owner, `${prefix}\uffff`])
  for (const key of await db.getAllKeys('borradores', range)) {
    const content = await db.get('borradores', key)
    if (!content) continue
    // What cannot be opened any more is passed over.
    const draft = await disclose<Draft>(db, content).catch(() => undefined)
    if (draft !== undefined) await adopt(key[1].slice(prefix.length), draft)
    await db.delete('borradores', key)
  }
}

/** Takes one copy away. */
export async function dropCopy(owner: string, name: string): Promise<void> {
  await (await open()).delete('copias', [owner, name])
}
