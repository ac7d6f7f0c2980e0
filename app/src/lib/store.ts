/** Something that several places listen to. */
export type Signal = {
  emit: () => void
  /** @returns how to stop listening */
  subscribe: (listener: () => void) => () => void
}

/** A value that several places watch; the shape that React's `useSyncExternalStore` wants. */
export type Store<Value> = Pick<Signal, 'subscribe'> & {
  get: () => Value
  set: (next: Value) => void
}

/** A listener that throws does not keep the others from hearing: what it threw is reported as if nobody had caught it. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>()
  return {
    emit() {
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

export function createStore<Value>(initial: Value): Store<Value> {
  const { emit, subscribe } = createSignal()
  let value = initial
  return {
    get: () => value,
    set(next) {
      value = next
      emit()
    },
    subscribe,
  }
}

/** A signal that is heard too when another tab has changed what the browser keeps. */
export function createStorageSignal(): Signal {
  const { emit, subscribe } = createSignal()
  return {
    emit,
    subscribe(listener) {
      const stop = subscribe(listener)
      window.addEventListener('storage', listener)
      return () => {
        stop()
        window.removeEventListener('storage', listener)
      }
    },
  }
}
