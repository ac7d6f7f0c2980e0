import { useSyncExternalStore } from 'react'
import { type Cierre, onCierre, readCierre } from './sessionStorage.ts'

/** The PIN of this device, as far as it is known; null where there is none. */
export const useCierre = (): Cierre | null => useSyncExternalStore(onCierre, readCierre, () => null)
