import { type Entry, keyOf, type LaneOptions } from './queueEntry.ts'

/** What a courier needs to know of its lane. */
type QueueLane<Body, Answer> = {
  /** What may be sent now; null where nobody is signed in. */
  due: () => Entry<Body>[] | null
  /** Milliseconds until something else becomes due by itself; null where nothing does. */
  dueIn: () => number | null
  /** Counts the changes of an entry. */
  revisionOf: (key: string) => number
  /** @returns whether it stays as it is, to be sent again */
  onArrived: (sent: Entry<Body>, revision: number, answer: Answer) => boolean
  /** @returns whether it is tried again */
  onFailed: (sent: Entry<Body>, revision: number, failure: unknown) => boolean
}

/** How many entries are delivered at once: the service refuses more, and could refuse the latest press among them. */
const AT_ONCE = 8
/** A delivery without an answer blocks its place no longer than this. */
const LONGEST_DELIVERY_MS = 60_000
const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 5 * 60_000

/** Somebody may be waiting for help. */
const LONGEST_URGENT_DELAY_MS = 15_000

/** Milliseconds to wait after that many failures in a row: 2 s, 4 s, 8 s … 5 min. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS)
}

/** The same for what cannot wait, never more than 15 s: nothing tells the page that a bad line works again. */
export const urgentDelay = (failures: number): number =>
  Math.min(retryDelay(failures), LONGEST_URGENT_DELAY_MS)

/**
 * Carries one lane's entries to the service: which may go now and which wait for their turn or for a pause to end. What an entry is, and
 * what becomes of it, is the lane's.
 */
export function createCourier<Body, Answer>(
  lane: QueueLane<Body, Answer>,
  options: Pick<LaneOptions<Body, Answer>, 'deliver' | 'turn' | 'inOrder' | 'delay' | 'beat'>,
) {
  const underWay = new Set<string>()
  const turns = new Set<string>()
  /** Tried, and not to be tried again before the pause is over. */
  const tired = new Set<string>()
  let failures = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  let alarm: ReturnType<typeof setTimeout> | undefined

  const turnOf = (entry: Entry<Body>) => options.turn?.(entry) ?? entry.id

  /** Hands over whatever can go now. */
  function pump(): void {
    const due = lane.due()
    if (!due) return
    const waiting = new Set<string>()
    for (const entry of due.sort((one, other) => one.at - other.at)) {
      if (underWay.size >= AT_ONCE) break
      const key = keyOf(entry.owner, entry.id)
      const turn = turnOf(entry)
      if (options.inOrder && tired.has(key)) waiting.add(turn)
      if (!underWay.has(key) && !tired.has(key) && !turns.has(turn) && !waiting.has(turn))
        void carry(entry, key)
    }
    rest()
  }

  async function carry(sent: Entry<Body>, key: string): Promise<void> {
    const revision = lane.revisionOf(key)
    const turn = turnOf(sent)
    underWay.add(key)
    turns.add(turn)
    let outcome: { answer: Answer } | { failure: unknown }
    try {
      outcome = { answer: await answered(() => options.deliver(sent)) }
    } catch (failure) {
      outcome = { failure }
    }
    underWay.delete(key)
    turns.delete(turn)
    try {
      if ('answer' in outcome) {
        failures = 0
        if (lane.onArrived(sent, revision, outcome.answer)) tired.add(key)
      } else if (lane.onFailed(sent, revision, outcome.failure)) {
        tired.add(key)
        // Several that fail together are one failure: the pause begins with the first.
        if (pause === undefined) failures++
      }
    } catch {
      // If `failed` itself throws, the entry is tried again later.
      tired.add(key)
      failures++
    }
    pump()
  }

  /** Sees to it that what cannot go now is tried again. */
  function rest(): void {
    if (tired.size > 0 && pause === undefined) {
      const ms = failures > 0 ? (options.delay ?? retryDelay)(failures) : (options.beat ?? FIRST_DELAY_MS)
      pause = setTimeout(again, ms)
    }
    clearTimeout(alarm)
    const ms = lane.dueIn()
    if (ms !== null) alarm = setTimeout(pump, ms)
  }

  function again(): void {
    clearTimeout(pause)
    pause = undefined
    tired.clear()
    pump()
  }

  return {
    pump,

    /** It was changed: the pause of what was there before is not its own. */
    refresh: (key: string) => void tired.delete(key),

    /** Begins nothing any more; what is on its way still ends. */
    stop(): void {
      clearTimeout(pause)
      clearTimeout(alarm)
      pause = undefined
      tired.clear()
      failures = 0
    },

    /** Something changed for the better (network, foreground): tries again without waiting. */
    wake(): void {
      failures = 0
      again()
    },
  }
}

function answered<Value>(work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('never answered')), LONGEST_DELIVERY_MS)
    Promise.resolve()
      .then(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
