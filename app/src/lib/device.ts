import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Pending, Shelf } from './outbox.ts'
import { createKey, type Sealed, seal, unseal } from './sello.ts'
import { storedSession } from './session-storage.ts'

/*
 * What a member's device keeps so that the app works without a network. It is sealed with a key that never leaves the
 * browser; only ids and times lie in the open. Names are plain words: the list of a browser's databases tells nothing.
 */

/** Sealed, or plain where the browser has no cryptography: an alert matters more than its secrecy. */
type Content = Sealed | { plain: unknown }

interface Schema extends DBSchema {
  llaves: { key: string; value: CryptoKey }
  copias: { key: [owner: string, name: string]; value: Content }
  pendientes: {
    key: string
    value: { id: string; owner: string; at: number; ready: boolean; content: Content }
  }
}

const DATABASE = 'espacio'
const KEY = 'unica'

let opening: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore('llaves')
      db.createObjectStore('copias')
      db.createObjectStore('pendientes', { keyPath: 'id' })
    },
    // A newer version of the app in another tab must not have to wait for this one.
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
  // Two tabs may be here at once: the first key stays, and both use it.
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
 * waits to be delivered: an alert is not erased before it has arrived.
 */
export async function forgetDevice(): Promise<void> {
  const db = await open()
  const names = [...db.objectStoreNames].filter((name) => name !== 'llaves' && name !== 'pendientes')
  const tx = db.transaction(names, 'readwrite')
  for (const name of names) await tx.objectStore(name).clear()
  await tx.done
}

/** Forgets every copy of every account but this one. What still waits to be delivered stays. */
export async function forgetCopies(exceptOwner: string): Promise<void> {
  const db = await open()
  const tx = db.transaction('copias', 'readwrite')
  for (const copy of await tx.store.getAllKeys()) if (copy[0] !== exceptOwner) await tx.store.delete(copy)
  await tx.done
}

/** The device's shelf for things on their way to the service. What is asked of it happens in the order of asking. */
export function deviceShelf<Body>(): Shelf<Body> {
  let last: Promise<unknown> = Promise.resolve()
  // Sealing takes a moment; without this, something half filled in could overwrite what was completed right after it.
  const inOrder = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work)
    last = next
    return next
  }
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
        // One that cannot be read any more must not hide the others.
        const body = await disclose<Body>(db, content).catch(() => undefined)
        if (body !== undefined) found.push({ ...rest, body })
      }
      return found
    },
    remove: (id) => inOrder(async () => (await open()).delete('pendientes', id)),
  }
}
