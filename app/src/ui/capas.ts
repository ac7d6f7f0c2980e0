import { createStore } from '../lib/store.ts'

/*
 * Open modal dialogs, topmost last. Everything outside of a modal dialog is inert, so a toast that should be seen,
 * heard and pressed must be drawn inside the topmost one.
 */
const open = createStore<readonly HTMLElement[]>([])

/** Registers an open modal dialog. @returns what unregisters it */
export function addLayer(element: HTMLElement): () => void {
  open.set([...open.get(), element])
  return () => open.set(open.get().filter((other) => other !== element))
}

/** For `useSyncExternalStore`. */
export const layers = {
  // While the app is closed by her PIN, its dialogs stand outside of the document.
  top: (): HTMLElement | null => open.get().findLast((element) => element.isConnected) ?? null,
  subscribe: open.subscribe,
}
