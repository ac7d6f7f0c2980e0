/*
 * Open modal dialogs, topmost last. Everything outside of a modal dialog is inert, so a toast that should be seen,
 * heard and pressed must be drawn inside the topmost one.
 */
let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function set(next: readonly HTMLElement[]) {
  open = next
  for (const listener of listeners) listener()
}

/** Registers an open modal dialog. @returns what unregisters it */
export function addLayer(element: HTMLElement): () => void {
  set([...open, element])
  return () => set(open.filter((other) => other !== element))
}

/** For `useSyncExternalStore`. */
export const layers = {
  // While the app is closed by her PIN, its dialogs stand outside of the document.
  top: (): HTMLElement | null => open.findLast((element) => element.isConnected) ?? null,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
