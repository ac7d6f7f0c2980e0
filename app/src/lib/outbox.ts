import { inRounds } from '../data/rounds.ts'

/** Something that must reach the service once, whatever happens to the page, the network or the session. */
export type Pending<Body> = {
  /** Made on the device; the service knows by it what it already has. */
  id: string
  /** Account that it belongs to. Nobody else's session ever carries it. */
  owner: string
  /** When it was put in: milliseconds of the device's clock. */
  at: number
  /** False while the page is still filling it in. */
  ready: boolean
  body: Body
}

/** Where pending things outlive the page. Any of its promises may fail: a full or forbidden store loses nothing here. */
export type Shelf<Body> = {
  put(pending: Pending<Body>): Promise<void>
  all(): Promise<Pending<Body>[]>
  remove(id: string): Promise<void>
}

type Options<Body> = {
  shelf: Shelf<Body>
  /**
   * Hands one over; resolves once the service has it, rejects when it must be tried again. Being called twice for the
   * same id must change nothing.
   */
  deliver: (pending: Pending<Body>) => Promise<void>
  now?: () => number
}

export type Outbox<Body> = ReturnType<typeof createOutbox<Body>>

/** A page that was closed while it filled something in never comes back to it: after this long it goes as it is. */
const ABANDONED_MS = 15_000
/** The device's store is slow or stuck: what is in memory goes on without it. */
const SHELF_PATIENCE_MS = 1_000
/** More than that at once the service refuses, and the last press with them. */
const AT_ONCE = 8
const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 5 * 60_000

/** Milliseconds to wait after that many failed rounds: 2 s, 4 s, 8 s … 5 min. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS)
}

/**
 * Keeps things on the device until the service has them. What is put in is held in memory as well as on the shelf, so
 * that a full, forbidden or stuck store delays nothing while the page lives.
 */
export function createOutbox<Body>({ shelf, deliver, now = Date.now }: Options<Body>) {
  const held = new Map<string, Pending<Body>>()
  const listeners = new Set<() => void>()
  let owner: string | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const changed = () => {
    for (const listener of listeners) listener()
  }

  const isDue = ({ owner: whose, ready, at }: Pending<Body>) =>
    whose === owner && (ready || now() - at > ABANDONED_MS || at > now())

  async function keep(pending: Pending<Body>): Promise<boolean> {
    held.set(pending.id, pending)
    changed()
    return inTime(shelf.put(pending))
  }

  async function handOver(pending: Pending<Body>): Promise<boolean> {
    try {
      await deliver(pending)
    } catch {
      return false
    }
    // Changed while it was on its way: the service hears the rest too.
    if (held.get(pending.id) !== pending) {
      void flush()
      return true
    }
    held.delete(pending.id)
    changed()
    await inTime(shelf.remove(pending.id))
    return true
  }

  async function runRound(): Promise<void> {
    const due = [...held.values()].filter(isDue)
    const rest = due.values()
    let isWhole = true
    // Oldest first; one that is refused or slow holds up none of the others.
    const carry = async () => {
      for (const pending of rest) if (!(await handOver(pending))) isWhole = false
    }
    await Promise.all(Array.from({ length: AT_ONCE }, carry))
    failures = isWhole ? 0 : failures + 1
    schedule()
  }

  function schedule(): void {
    clearTimeout(timer)
    timer = undefined
    const mine = [...held.values()].filter((pending) => pending.owner === owner)
    if (mine.length > 0) timer = setTimeout(flush, failures > 0 ? retryDelay(failures) : ABANDONED_MS)
  }

  /** Delivers what is due now. */
  const flush = inRounds(runRound)

  return {
    /**
     * Puts something in, or replaces what was put in under its id, and delivers it once it is ready.
     *
     * @returns whether the device keeps it beyond this page
     */
    async add(pending: Pending<Body>): Promise<boolean> {
      const durable = await keep(pending)
      if (pending.ready) void flush()
      else schedule()
      return durable
    },

    /** Changes what is put in under this id, if it still waits; what the service has already stays as it is. */
    amend(id: string, change: (body: Body) => Body): void {
      const pending = held.get(id)
      if (pending) void keep({ ...pending, body: change(pending.body) })
    },

    /** From now on delivers what belongs to this account, beginning with what earlier pages left on the device. */
    async open(account: string): Promise<void> {
      owner = account
      failures = 0
      const left = await patient(shelf.all(), [])
      if (owner !== account) return
      for (const pending of left) if (!held.has(pending.id)) held.set(pending.id, pending)
      changed()
      await flush()
    },

    /** Delivers nothing any more until the next `open`; what is held stays. */
    close(): void {
      owner = null
      clearTimeout(timer)
    },

    /** Something changed for the better (network, foreground): tries again without waiting. */
    wake(): void {
      failures = 0
      if (owner !== null) void flush()
    },

    /** How many things of the open account still wait. */
    waiting: (): number => [...held.values()].filter((pending) => pending.owner === owner).length,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function inTime(work: Promise<void>): Promise<boolean> {
  return patient(
    work.then(() => true),
    false,
  )
}

async function patient<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stuck = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, SHELF_PATIENCE_MS, otherwise)
  })
  try {
    return await Promise.race([work, stuck])
  } catch {
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}
