import { createStore } from '../store.ts'
import { hasSpace, onDevice } from './storage.ts'

/*
 * That the first steps are not wanted on this device. It says nothing about anybody, and stays when somebody signs out: who has said no is
 * not asked again.
 */
const KEY = 'pasos'

// Where nothing can be remembered she would be asked each time: then never.
const skipped = createStore(onDevice.getItem(KEY) !== null || !hasSpace())

export const arePasosSkipped = skipped.get
export const watchPasosSkipped = skipped.subscribe

/** She wants to begin without them: they are not offered again on this device. */
export function skipPasos(): void {
  onDevice.setItem(KEY, 'no')
  skipped.set(true)
}
