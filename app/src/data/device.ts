import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Pending, Shelf } from '../lib/outbox.ts'
import { createKey, type Sealed, seal, unseal } from './seal.ts'
import { storedSession } from './session-storage.ts'

/*
 * What a member's device keeps so that the app works without a network. It is sealed with a key that never leaves the
 * browser; only ids and times lie in the open. Names are plain words: the list of a browser's databases tells nothing.
 */

/** Encrypted, or plain where the browser offers no cryptography: delivering an alert matters more than hiding it. */
type Content = Sealed | { plain: unknown }

interface Schema extends DBSchema {
  llaves: { key: string; value: CryptoKey }
  copias: { key: [owner: string, name: string]; value: Content }
  borradores: { key: [owner: string, name: string]; value: Content & { waiting?: boolean } }
  pendientes: {
    key: string
    value: { id: string; owner: string; at: number; ready: boolean; content: Content }
  }
}

const DATABASE = 'espacio'
const KEY = 'unica'

let opening: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(DATABASE, 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('llaves')
        db.createObjectStore('copias')
        db.createObjectStore('pendientes', { keyPath: 'id' })
      }
      if (before < 2) db.createObjectStore('borradores')
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

async function key(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const known = await db.get('llaves', KEY)
  if (known) return known
  const made = await createKey()
  // Two tabs may create a key at once: the first one stays, and both use it.
  const tx = db.transaction('llaves', 'readwrite')
  const winner = (await tx.store.get(KEY)) ?? made
  await tx.store.put(winner, KEY)
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

/**
 * Forgets everything of everybody, whatever store it lies in. Only the key stays, which tells nothing, and what still
 * waits to be delivered: neither an alert nor an entry that she saved is erased before it has arrived.
 *
 * @param drafts whether what she was writing goes too; not where her session ended by itself, in the middle of a word
 */
export async function eraseStores({ drafts }: { drafts: boolean }): Promise<void> {
  const db = await open()
  const names = [...db.objectStoreNames].filter((name) => name !== 'llaves' && name !== 'pendientes')
  const tx = db.transaction(names, 'readwrite')
  for (const name of names) if (name !== 'borradores') await tx.objectStore(name).clear()
  if (drafts) {
    let cursor = await tx.objectStore('borradores').openCursor()
    for (; cursor; cursor = await cursor.continue()) if (!cursor.value.waiting) await cursor.delete()
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
  const tx = db.transaction(['copias', 'borradores', 'pendientes'], 'readwrite')
  for (const name of ['copias', 'borradores'] as const) {
    await tx.objectStore(name).delete(IDBKeyRange.bound([owner, ''], [owner, '\uffff']))
  }
  let cursor = await tx.objectStore('pendientes').openCursor()
  for (; cursor; cursor = await cursor.continue()) if (cursor.value.owner === owner) await cursor.delete()
  await tx.done
}

/** Where one kind of what she writes waits on the device until the service has it. */
export type DraftBox<Draft> = {
  /** @param waiting she has saved it, and it only waits for the network: signing out does not erase it */
  put(owner: string, name: string, draft: Draft, waiting: boolean): Promise<void>
  /** What can be read of an account's drafts, by name. */
  all(owner: string): Promise<Map<string, Draft>>
  remove(owner: string, name: string): Promise<void>
}

/**
 * Drafts by account and name. Unlike copies they outlive the session: what she wrote is not lost because her sign-in
 * expired, and nobody else's session ever reads it. What is asked of the box happens in the order of asking.
 *
 * @param kind what they are drafts of; a box sees none of another kind
 */
export function deviceDrafts<Draft>(kind: string): DraftBox<Draft> {
  const inOrder = queue()
  const prefix = `${kind}:`
  return {
    put: (owner, name, draft, waiting) =>
      inOrder(async () => {
        const db = await open()
        await db.put('borradores', { ...(await enclose(db, draft)), waiting }, [owner, prefix + name])
      }),
    all: (owner) =>
      inOrder(async () => {
        const db = await open()
        const range = IDBKeyRange.bound([owner, prefix], [owner, `${prefix}\uffff`])
        const names = await db.getAllKeys('borradores', range)
        const found = new Map<string, Draft>()
        for (const [index, content] of (await db.getAll('borradores', range)).entries()) {
          const draft = await disclose<Draft>(db, content).catch(() => undefined)
          if (draft !== undefined) found.set(names[index]![1].slice(prefix.length), draft)
        }
        return found
      }),
    remove: (owner, name) => inOrder(async () => (await open()).delete('borradores', [owner, prefix + name])),
  }
}

/** Writes are queued: encrypting takes a moment, and an earlier write must not overwrite a later one. */
function queue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

/** The device's shelf for things on their way to the service. What is asked of it happens in the order of asking. */
export function deviceShelf<Body>(): Shelf<Body> {
  const inOrder = queue()
  return {
    put: ({ body, ...rest }) =>
      inOrder(async () => {
        const db = await open()
        await db.put('pendientes', { ...rest, content: await enclose(db, body) })
      }),
    async all() {
      const db = await open()
      const found: Pending<Body>[] = []
      for (const { content, ...rest } of await db.getAll('pendientes')) {
        // An entry that cannot be decrypted is skipped, so that it does not hide the others.
        const body = await disclose<Body>(db, content).catch(() => undefined)
        if (body !== undefined) found.push({ ...rest, body })
      }
      return found
    },
    remove: (id) => inOrder(async () => (await open()).delete('pendientes', id)),
  }
}
