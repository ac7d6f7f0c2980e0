import { createStore } from '../../../lib/store.ts'

/** Long enough that nothing in a pocket and no curious finger does it, short enough for somebody who is afraid. */
export const HOLD_MS = 1_000
/** A hand that shakes lets go for a moment: what was held so far counts as long as this. */
export const GRACE_MS = 700
/** A second activation by a screen reader or a switch, which cannot hold, confirms the first within this time. */
const CONFIRM_MS = 8_000

export type Hold = {
  /** `confirm`: once more does it. */
  state: 'rest' | 'held' | 'let go' | 'confirm'
  /** Milliseconds held when it came into this state. */
  held: number
}

/**
 * A press that has to be held, without React.
 *
 * @param onDone it was held long enough; called within no tap
 * @param longEnough in milliseconds
 */
export function createHold(
  onDone: () => void,
  now: () => number = () => performance.now(),
  longEnough = HOLD_MS,
) {
  const rest: Hold = { state: 'rest', held: 0 }
  const store = createStore<Hold>(rest)
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const go = (next: Hold, ms?: number, then?: () => void) => {
    clearTimeout(timer)
    store.set(next)
    if (then) timer = setTimeout(then, ms)
  }
  const done = () => {
    go(rest)
    onDone()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    down(): void {
      const { state, held } = store.get()
      if (state === 'held') return
      since = now()
      const so = state === 'let go' ? held : 0
      go({ state: 'held', held: so }, longEnough - so, done)
    },
    up(): void {
      const { state, held } = store.get()
      if (state !== 'held') return
      go({ state: 'let go', held: Math.min(longEnough, held + now() - since) }, GRACE_MS, () => go(rest))
    },
    /** Activated by something that can neither press nor hold. */
    activate(): void {
      if (store.get().state === 'confirm') done()
      else go({ state: 'confirm', held: 0 }, CONFIRM_MS, () => go(rest))
    },
    /** The screen is gone. */
    stop: () => go(rest),
  }
}
