import { type RefObject, useEffect, useRef } from 'react'
import { createStore } from '../../lib/store.ts'

/*
 * Open modal dialogs, topmost last. Everything outside of a modal dialog is inert, so a toast that should be seen,
 * heard and pressed must be drawn inside the topmost one.
 */
const open = createStore<readonly HTMLElement[]>([])

/** Registers an open modal dialog. @returns what unregisters it */
function addLayer(element: HTMLElement): () => void {
  open.set([...open.get(), element])
  return () => open.set(open.get().filter((other) => other !== element))
}

/** For `useSyncExternalStore`. */
export const layers = {
  // While the app is closed by her PIN, its dialogs stand outside of the document.
  top: (): HTMLElement | null => open.get().findLast((element) => element.isConnected) ?? null,
  subscribe: open.subscribe,
}

/** Lays an element over everything while it is `open`; then the focus goes back to where it was. @returns for the `<dialog>` */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const opener = document.activeElement
    dialog.showModal()
    const removeLayer = addLayer(dialog)
    return () => {
      removeLayer()
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [open])
  return ref
}
