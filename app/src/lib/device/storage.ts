/** What a browser's `Storage` offers, as far as we need it. */
export type Keeper = {
  getItem: (key: string) => string | null
  /** @returns whether the browser keeps it beyond this page */
  setItem: (key: string, value: string) => boolean
  removeItem: (key: string) => void
  keys: () => string[]
}

/**
 * The browser's storage, which never throws: it may be forbidden (all cookies blocked), missing (`null` in some WebViews) or full. What the browser
 * does not take, this page holds for as long as it is open.
 *
 * @param find the storage; reading the property may throw already
 */
export function createKeeper(find: () => Storage | null): Keeper {
  const unkept = new Map<string, string>()

  function attempt<Value>(work: (storage: Storage) => Value, otherwise: Value): Value {
    try {
      return work(find()!)
    } catch {
      return otherwise
    }
  }

  return {
    getItem: (key) => unkept.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      unkept.set(key, value)
      return attempt((storage) => {
        storage.setItem(key, value)
        return unkept.delete(key)
      }, false)
    },
    removeItem(key) {
      unkept.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...new Set([...attempt((storage) => Object.keys(storage), []), ...unkept.keys()])],
  }
}

/** What outlives the tab: `localStorage`. */
export const onDevice = createKeeper(() => localStorage)

/** What ends with the tab: `sessionStorage`. */
export const inTab = createKeeper(() => sessionStorage)

/** A session with a long name and a second step takes about as much. */
const SESSION_SIZE = 4_096
const PROBE = 'espacio'

/** Whether this device would keep something of the size of a session now. */
export function hasRoom(): boolean {
  const done = onDevice.setItem(PROBE, 'x'.repeat(SESSION_SIZE))
  onDevice.removeItem(PROBE)
  return done
}
