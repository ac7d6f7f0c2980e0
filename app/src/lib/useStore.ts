import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** What stands in a store, as it is now; in a prerendered page, as it begins. */
export const useStore = <Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get, get)
