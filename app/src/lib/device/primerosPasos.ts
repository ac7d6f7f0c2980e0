import { createStore } from '../store.ts'
import { useStore } from '../useStore.ts'
import { hasSpace, onDevice } from './storage.ts'

/*
 * Whether the first steps are offered on this device. It says nothing about anybody, and stays when somebody signs out: who has said no is
 * not asked again.
 */
const KEY = 'pasos'

/** `primero`: Home begins with them, known before anything is drawn. `no`: done, or not wanted. */
type Pasos = 'primero' | 'no' | null

const read = (): Pasos => {
  const kept = onDevice.getItem(KEY)
  if (kept === 'primero') return kept
  // Where nothing can be remembered she would be asked each time: then never.
  return kept !== null || !hasSpace() ? 'no' : null
}
const pasos = createStore<Pasos>(read())

export const readPasos = pasos.get
export const usePasosOffer = () => useStore(pasos)

function write(next: 'primero' | 'no'): void {
  onDevice.setItem(KEY, next)
  pasos.set(next)
}

/** Somebody is new here: her Home begins with them. */
export function offerPasos(): void {
  if (pasos.get() === null) write('primero')
}

/** They are done, or she wants to begin without them: they are not offered again on this device. */
export function skipPasos(): void {
  write('no')
}
