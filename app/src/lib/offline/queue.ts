import type { Pages } from './openPages.ts'
import type { LaneOptions, Shelf } from './queueEntry.ts'
import { ALONE, createQueueLane, type QueueLane } from './queueLane.ts'

/*
 * The one durable queue: what she does must reach the service once, whatever happens to the page, the network or the session.
 * Each kind of thing has a lane of its own, and lanes share nothing but the device: one that throws, hangs, or whose part of the
 * device is damaged holds up none of the others. Neither this module nor what it is made of (`queueLane.ts`) imports React, the query library or
 * the client, so that the panic button's lane works when everything else of the app is broken.
 */

/**
 * All lanes of the app.
 *
 * @param shelf where they outlive the page
 * @param pages the others that are open on this device
 */
export function createQueue(shelf: Shelf, now: () => number = Date.now, pages: Pages = ALONE) {
  const lanes: { open(account: string): unknown; close(): void; wake(): void }[] = []
  let owner: string | null = null

  let watching = false

  const wake = () => each(lanes, (lane) => lane.wake())
  const seen = () => {
    if (document.visibilityState === 'visible') wake()
  }

  /** Tries again when the network is back and when she comes back to the app. */
  function watch(): void {
    if (watching || typeof document === 'undefined') return
    watching = true
    window.addEventListener('online', wake)
    window.addEventListener('pageshow', seen)
    document.addEventListener('visibilitychange', seen)
  }

  return {
    /** Makes a lane; one that is made late, with its page, begins at once. */
    lane<Body, Answer = void>(name: string, options: LaneOptions<Body, Answer>): QueueLane<Body, Answer> {
      const lane = createQueueLane(name, shelf, options, now, pages)
      lanes.push(lane)
      if (owner !== null) void lane.open(owner)
      return lane
    },

    /** From now on sends what belongs to this account. */
    open(account: string): void {
      owner = account
      watch()
      each(lanes, (lane) => void lane.open(account))
    },

    /** Nobody is signed in any more. */
    close(): void {
      owner = null
      each(lanes, (lane) => lane.close())
    },

    wake,
  }
}

/** An error in one lane must not stop the others. */
function each<Item>(items: Item[], work: (item: Item) => void): void {
  for (const item of items) {
    try {
      work(item)
    } catch (failure) {
      queueMicrotask(() => {
        throw failure
      })
    }
  }
}
