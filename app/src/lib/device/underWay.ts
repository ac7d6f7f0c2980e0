import { createStore } from '../store.ts'

/** How much is under way that loading the page anew would end. */
export const underWay = createStore(0)

/** Something of the kind begins. @returns what says that it has ended */
export function hold(): () => void {
  underWay.set(underWay.get() + 1)
  return () => underWay.set(underWay.get() - 1)
}
