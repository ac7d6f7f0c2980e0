import { createStore } from '../store.ts'

/** Whether the worker that keeps the app has taken in a newer release than the one this page runs (record 420). */
export const newer = createStore(false)

/** How much is under way that loading the page anew would end. */
export const underWay = createStore(0)

/** Something of the kind begins. @returns what says that it has ended */
export function hold(): () => void {
  underWay.set(underWay.get() + 1)
  return () => underWay.set(underWay.get() - 1)
}

/**
 * Watches for it, from before the first paint on: a page that comes from the device is of the release before, and the newer one may be
 * there a second later. A device that has kept nothing so far has no older one either.
 */
export function watchRelease(): void {
  const workers = navigator.serviceWorker
  if (workers?.controller) workers.addEventListener('controllerchange', () => newer.set(true))
}
