/** A value that several places watch; the shape that React's `useSyncExternalStore` wants. */
export type Store<Value> = {
  get: () => Value
  set: (next: Value) => void
  /** @returns how to stop listening */
  subscribe: (listener: () => void) => () => void
}

/** One that fails to listen keeps none of the others from hearing: what it threw is reported as if nobody had caught it. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of [...listeners]) {
        try {
          listener()
        } catch (failure) {
          queueMicrotask(() => {
            throw failure
          })
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
