/** What a browser's `Storage` offers, as far as we need it. */
export type SafeStorage = {
  getItem: (key: string) => string | null
  /** @returns whether the browser keeps it beyond this page */
  setItem: (key: string, value: string) => boolean
  removeItem: (key: string) => void
  keys: () => string[]
}

/**
 * The browser's storage, which never throws: it may be forbidden (all cookies blocked), missing (`null` in some WebViews) or full. What the browser
 * does not take stays in memory for as long as the page is open.
 *
 * @param find the storage; reading the property may throw already
 */
export function createSafeStorage(find: () => Storage | null): SafeStorage {
  const memory = new Map<string, string>()

  function attempt<Value>(work: (storage: Storage) => Value, otherwise: Value): Value {
    try {
      return work(find()!)
    } catch {
      return otherwise
    }
  }

  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      memory.set(key, value)
      return attempt((storage) => {
        storage.setItem(key, value)
        return memory.delete(key)
      }, false)
    },
    removeItem(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...new Set([...attempt((storage) => Object.keys(storage), []), ...memory.keys()])],
  }
}

/** What outlives the tab: `localStorage`. */
export const onDevice = createSafeStorage(() => localStorage)

/** What ends with the tab: `sessionStorage`. */
export const inTab = createSafeStorage(() => sessionStorage)

/** A session with a long name and a second step takes about as much. */
const SESSION_SIZE = 4_096
const PROBE = 'espacio'

/** Whether this device would store something of the size of a session now. */
export function hasSpace(): boolean {
  const done = onDevice.setItem(PROBE, 'x'.repeat(SESSION_SIZE))
  onDevice.removeItem(PROBE)
  return done
}
