import { flushSync } from 'react-dom'

/** What a view transition moves, by the name that the stylesheet knows. */
const NAME = 'detalle'

/**
 * Changes what is on screen so that the detail is seen to come out of its row, or to go back into it: 160 ms, where the browser has view
 * transitions and she has nothing against motion; at once elsewhere.
 *
 * @param change what brings it
 * @param from where it comes from, of what is on screen now
 * @param to where it goes, of what is on screen then
 */
export function glide(change: () => void, from: Element | null, to: () => Element | null): void {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change()
    return
  }
  name(from, NAME)
  const transition = document.startViewTransition(() => {
    // She has left in between: nothing may stand in the history after that.
    if (document.documentElement.classList.contains('cubierto')) return
    flushSync(change)
    name(from, '')
    name(to(), NAME)
  })
  // One that the next one cuts short has nothing to say.
  transition.ready.catch(() => {})
  const done = () => {
    if (to()?.isConnected) name(to(), '')
  }
  transition.finished.then(done, done)
}

function name(element: Element | null, name: string): void {
  if (element instanceof HTMLElement) element.style.viewTransitionName = name
}

/** The whole page. */
export const stage = () => document.getElementById('contenido')
