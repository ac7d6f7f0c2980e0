import { createStore } from '../store.ts'

/*
 * That the first steps are not wanted on this device. It says nothing about anybody, and stays when somebody signs out: who has said no is
 * not asked again.
 */
const KEY = 'pasos'

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    // Where nothing can be remembered she would be asked each time: then never.
    return true
  }
}

const skipped = createStore(read())

export const arePasosSkipped = skipped.get
export const watchPasosSkipped = skipped.subscribe

/** She wants to begin without them: they are not offered again on this device. */
export function skipPasos(): void {
  try {
    localStorage.setItem(KEY, 'no')
  } catch {
    // For this visit it holds all the same.
  }
  skipped.set(true)
}
