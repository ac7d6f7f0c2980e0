/*
 * What waits in the durable queue (`queue.ts`), and how one kind of it is treated. The life of an entry:
 *
 *                 put(draft)               put(ready)
 *   (nothing) ───────────────▶ draft ───────────────▶ ready ◀───────────────┐
 *       ▲                        ▲ abandoned: goes      │ sent              │ failed: 'again', after a pause
 *       │                        │ as if it were ready  ▼                   │
 *       │                        └──── failed: 'draft' ─ on its way ────────┤
 *       │                                                │                  │ put(ready) by her
 *       │ arrived and not changed meanwhile, or 'over'   │ failed: 'held'   │
 *       └────────────────────────────────────────────────┤                  │
 *                                                        └───────▶ held ────┘  waits for her decision
 *
 * - `put` while it is on its way: what she wrote last stays. What arrived changes it only where the lane says so (`arrived`), and
 *   if it is ready it goes too, at once.
 * - `remove` while it is on its way: it stays removed, whatever the answer.
 * - The answer is lost, or two tabs deliver the same: it is sent again under the same id, by which the service knows what it has.
 * - The page is closed: what the device holds is read by the next one (`reopen` may change its state) and goes on from there.
 * - The session ends, or somebody else signs in: nothing is sent any more, and memory keeps only what the device could not.
 * - The device is full, forbidden or stuck: it lives in memory, and `put` says so within a second.
 * - Two pages write under one name (`apart`): each keeps a row of its own. A page that begins goes on from what a page that is gone left
 *   behind, the newest first, and else sees what another one is writing, without taking it out of its hands.
 */

export type State = 'draft' | 'ready' | 'held'

export type Entry<Body> = {
  /** Made on the device; the service knows by it what it already has. */
  id: string
  /** Account that it belongs to. Nobody else's session ever carries it. */
  owner: string
  /** When it was made: milliseconds of the device's clock. Older ones go first. */
  at: number
  state: State
  body: Body
}

/**
 * How long the device keeps an entry that has not arrived: until she leaves it in whatever way (`left`), until she herself signs out, a
 * session that ends by itself being no reason (`signedOut`), or until it has arrived (`delivered`).
 */
export type StoredUntil = 'left' | 'signedOut' | 'delivered'

/** Where entries outlive the page. Any of its promises may fail or never end. What is asked for one lane happens in the order of asking. */
export type Shelf = {
  put(lane: string, entry: Entry<unknown>, until: StoredUntil): Promise<void>
  all(lane: string, owner: string): Promise<Entry<unknown>[]>
  remove(lane: string, owner: string, id: string): Promise<void>
}

/** What becomes of an entry that did not arrive. */
export type Verdict = 'again' | 'draft' | 'held' | 'over'

export type LaneOptions<Body, Answer> = {
  /** Hands one over; rejects when it did not arrive. Being called twice for the same entry must change nothing. */
  deliver: (entry: Entry<Body>) => Promise<Answer>
  /** Until when the device keeps an entry in this state, and of these words. */
  until: (state: State, body: Body) => StoredUntil
  /**
   * What is left of an entry once it has arrived; without it nothing, or what she wrote meanwhile.
   *
   * @param sent the entry as it was sent
   * @param now as it is
   */
  arrived?: (answer: Answer, sent: Entry<Body>, now: Entry<Body>) => Entry<Body> | null
  /**
   * What becomes of one that did not arrive and was not changed meanwhile; without it, it is tried again for ever.
   *
   * @param how whether somebody waits for the answer (`send`), and whether the device keeps the entry
   */
  failed?: (failure: unknown, entry: Entry<Body>, how: { awaited: boolean; durable: boolean }) => Verdict
  /** Entries with the same turn go one after the other; without it each goes for itself. */
  turn?: (entry: Entry<Body>) => string
  /** Whether one that waits for another try keeps those behind it waiting too, of the same turn: their order means something. */
  inOrder?: boolean
  /** A page that was closed in the middle of something never comes back to it: after so many milliseconds a draft goes as it is. */
  abandonedAfter?: number
  /** The state in which an entry of an earlier page begins. */
  reopen?: (state: State) => State
  /** Milliseconds to wait after that many failures in a row; see {@link retryDelay}. */
  delay?: (failures: number) => number
  /** Milliseconds after which an entry that arrived and is not over is sent again. */
  beat?: number
  /** Ids are names, under which two pages may write at once: each page keeps, and removes, what is its own. */
  apart?: boolean
  /** What was last written at a moment or before it has ended, though the page that held it could not take it away any more. */
  cut?: Cut
}

export type Cut = {
  /** That moment; null where there is none. */
  at: () => number | null
  /** What it ended has been taken away. */
  obeyed: (at: number) => void
}

/** By which a page knows an entry: ids are made on the device, so two accounts may have the same. */
export const keyOf = (owner: string, id: string) => `${owner} ${id}`
