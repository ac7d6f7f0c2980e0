import { createStore } from '../store.ts'
import { createCourier } from './delivery.ts'
import { createLaneStorage, patient } from './laneStorage.ts'
import type { Pages } from './openPages.ts'
import { type Entry, keyOf, type LaneOptions, type Shelf } from './queueEntry.ts'

type Entries<Body> = ReadonlyMap<string, Entry<Body>>
type LaneState<Body> = {
  /** Whose entries are sent now. */
  owner: string | null
  /** False until what earlier pages left on the device has been read, or the device has taken too long to say. */
  opened: boolean
  /** True once all of that is held: on a slow device some time after `opened`, on one that is stuck never. */
  whole: boolean
  /** False when the device could not keep the last thing that was put in: it then lives in this page alone. */
  durable: boolean
  held: ReadonlyMap<string, Entries<Body>>
}

const NONE: Entries<never> = new Map()

/** For who is the only page. */
export const ALONE: Pages = { own: '', isOver: async () => true }

/**
 * One kind of thing on its way to the service: what is held of it, in memory first (`queueEntry.ts` has the life of an entry). The device's part
 * is `laneStorage.ts`, the service's `delivery.ts`.
 */
export function createQueueLane<Body, Answer = void>(
  name: string,
  shelf: Shelf,
  options: LaneOptions<Body, Answer>,
  now: () => number = Date.now,
  pages: Pages = ALONE,
) {
  const store = createStore<LaneState<Body>>({
    owner: null,
    opened: false,
    whole: false,
    durable: true,
    held: new Map(),
  })
  /** Counts the changes of each entry: what is on its way is compared by it with what is there now. */
  const revisions = new Map<string, number>()
  /** Put in or taken out since the device was asked what it holds: its answer is older. */
  const touched = new Set<string>()
  const waiters = createWaiters<Answer>()
  let opening: Promise<void> | undefined

  const update = (part: Partial<LaneState<Body>>) => store.set({ ...store.get(), ...part })
  const of = (owner: string): Entries<Body> => store.get().held.get(owner) ?? NONE
  const revisionOf = (key: string) => revisions.get(key) ?? 0

  const keeping = createLaneStorage<Body>({
    name,
    shelf,
    pages,
    options,
    onWritten(owner, id, durable, first) {
      if (owner !== store.get().owner) return
      // Of what is saved, screens say where it is; of what she types, once the device has some of it.
      if (durable !== store.get().durable || first || of(owner).get(id)?.state === 'ready')
        update({ durable })
    },
  })
  const courier = createCourier<Body, Answer>(
    { due, dueIn: untilAbandoned, revisionOf, onArrived, onFailed },
    options,
  )

  /** In memory at once. */
  function hold(owner: string, id: string, entry: Entry<Body> | null): void {
    const key = keyOf(owner, id)
    revisions.set(key, revisionOf(key) + 1)
    touched.add(key)
    const mine = new Map(of(owner))
    if (entry) mine.set(id, entry)
    else mine.delete(id)
    update({ held: new Map(store.get().held).set(owner, mine) })
  }

  async function replace(owner: string, id: string, entry: Entry<Body> | null): Promise<boolean> {
    // First, so that nobody who hears of it takes what the device had for this.
    const kept = keeping.keep(owner, id, entry)
    hold(owner, id, entry)
    return kept
  }

  function due(): Entry<Body>[] | null {
    const { owner, opened } = store.get()
    if (owner === null) return null
    // What an earlier page left goes first: nothing overtakes it before it has been read.
    if (options.inOrder && !opened) return null
    return [...of(owner).values()].filter(isDue)
  }

  function isDue({ state, at }: Entry<Body>): boolean {
    if (state !== 'draft') return state === 'ready'
    const { abandonedAfter } = options
    return abandonedAfter !== undefined && (now() - at > abandonedAfter || at > now())
  }

  function untilAbandoned(): number | null {
    const { owner } = store.get()
    const { abandonedAfter } = options
    if (owner === null || abandonedAfter === undefined) return null
    const begun = [...of(owner).values()].flatMap(({ state, at }) => (state === 'draft' ? at : []))
    return begun.length === 0 ? null : Math.max(1, Math.min(...begun) + abandonedAfter - now() + 1)
  }

  function onArrived(sent: Entry<Body>, revision: number, answer: Answer): boolean {
    const { owner, id } = sent
    const key = keyOf(owner, id)
    const entry = of(owner).get(id)
    const same = revisionOf(key) === revision
    let stays = false
    if (entry) {
      const left = options.arrived ? options.arrived(answer, sent, entry) : same ? null : entry
      if (left !== entry) void replace(owner, id, left)
      else stays = same
    } else if (same) {
      // The session ended meanwhile and the entry was dropped from memory: remove it from the device too.
      void keeping.keep(owner, id, null)
    }
    waiters.tell(key, revision, ({ resolve }) => resolve(answer))
    return stays
  }

  function onFailed(sent: Entry<Body>, revision: number, failure: unknown): boolean {
    const { owner, id } = sent
    const key = keyOf(owner, id)
    const entry = of(owner).get(id)
    let again = false
    // If it was changed while being delivered, the new version counts as not tried yet.
    if (entry && revisionOf(key) === revision) {
      const how = { awaited: waiters.has(key), durable: keeping.has(key) }
      const verdict = options.failed?.(failure, sent, how) ?? 'again'
      again = verdict === 'again'
      if (verdict !== 'again')
        void replace(owner, id, verdict === 'over' ? null : { ...entry, state: verdict })
    }
    waiters.tell(key, revision, ({ reject }) => reject(failure))
    return again
  }

  /** What earlier pages left is held, beside what was put in meanwhile. */
  async function read(account: string): Promise<void> {
    const left = await keeping.read(account)
    if (store.get().owner !== account) return
    const mine = new Map(of(account))
    const taken = left.filter(({ entry: { id } }) => !mine.has(id) && !touched.has(keyOf(account, id)))
    for (const one of taken) {
      const entry = { ...one.entry, state: options.reopen?.(one.entry.state) ?? one.entry.state }
      mine.set(entry.id, entry)
      void keeping.begin(one, entry)
    }
    update({ whole: true, held: new Map(store.get().held).set(account, mine) })
    courier.pump()
  }

  const lane = {
    name,
    get: store.get,
    subscribe: store.subscribe,
    /** What is held of an account, by id; the same object as long as nothing changed. */
    of,

    /**
     * Puts something in, or in the place of what has its id: in memory and on the device first, then on its way once it is ready.
     *
     * @returns whether the device keeps it beyond this page
     */
    async put(entry: Entry<Body>): Promise<boolean> {
      courier.refresh(keyOf(entry.owner, entry.id))
      const durable = await replace(entry.owner, entry.id, entry)
      courier.pump()
      return durable
    },

    /** Changes what is held under this id, if it still waits; what the service has already stays as it is. */
    amend(owner: string, id: string, change: (entry: Entry<Body>) => Entry<Body>): Promise<boolean> {
      const entry = of(owner).get(id)
      return entry ? lane.put(change(entry)) : Promise.resolve(true)
    },

    /** It is not wanted any more; what is on its way may still arrive. */
    async remove(owner: string, id: string): Promise<void> {
      await replace(owner, id, null)
    },

    /**
     * Puts something in and waits for how this attempt ends.
     *
     * @returns the service's answer
     * @throws whatever the delivery failed with, once the device has said whether it keeps the entry (`durable`); what becomes of the entry
     *   then, the lane says (`failed`)
     */
    send(entry: Entry<Body>): Promise<Answer> {
      void lane.open(entry.owner)
      const ready: Entry<Body> = { ...entry, state: 'ready' }
      const end = new Promise<Answer>((resolve, reject) => {
        const key = keyOf(entry.owner, entry.id)
        waiters.add(key, { revision: revisionOf(key) + 1, resolve, reject })
      })
      const kept = lane.put(ready)
      return end.catch(async (failure) => {
        await kept
        throw failure
      })
    },

    /** Whether the device has what is held under this id as it is now. */
    isKept: (owner: string, id: string): boolean => keeping.has(keyOf(owner, id)),

    /** Whether the device has it, be it without her last word, which follows. */
    isBegun: (owner: string, id: string): boolean => keeping.hasSome(keyOf(owner, id)),

    /** Whether a `send` of this page waits for how it ends; what an earlier page left on its way nobody waits for. */
    isAwaited: (owner: string, id: string): boolean => waiters.has(keyOf(owner, id)),

    /** From now on sends what belongs to this account, beginning with what earlier pages left on the device. */
    open(account: string): Promise<void> {
      if (store.get().owner === account && opening) return opening
      courier.stop()
      touched.clear()
      update({ owner: account, opened: false, whole: false, durable: true })
      opening = patient(read(account), undefined).then(() => {
        if (store.get().owner !== account) return
        update({ opened: true })
        courier.pump()
      })
      return opening
    },

    /** Hands over nothing any more until the next `open`. Memory keeps only what must arrive and the device could not keep. */
    close(): void {
      courier.stop()
      opening = undefined
      const held = new Map<string, Entries<Body>>()
      for (const [owner, entries] of store.get().held) {
        const left = [...entries].filter(
          ([id, { state, body }]) =>
            options.until(state, body) === 'delivered' && !keeping.has(keyOf(owner, id)),
        )
        if (left.length > 0) held.set(owner, new Map(left))
      }
      update({ owner: null, opened: false, whole: false, durable: true, held })
    },

    wake: courier.wake,
  }
  return lane
}

export type QueueLane<Body, Answer = void> = ReturnType<typeof createQueueLane<Body, Answer>>

type Waiter<Answer> = {
  revision: number
  resolve: (answer: Answer) => void
  reject: (failure: unknown) => void
}

/** Who waits for how the delivery of an entry ends, from which of its changes on. */
function createWaiters<Answer>() {
  const waiters = new Map<string, Waiter<Answer>[]>()
  return {
    has: (key: string) => waiters.has(key),
    add: (key: string, waiter: Waiter<Answer>) =>
      void waiters.set(key, [...(waiters.get(key) ?? []), waiter]),
    /** That change was delivered: resolves those that wait for it or for an earlier one. */
    tell(key: string, revision: number, end: (waiter: Waiter<Answer>) => void): void {
      const all = waiters.get(key)
      if (!all) return
      const later = all.filter((waiter) => waiter.revision > revision)
      if (later.length > 0) waiters.set(key, later)
      else waiters.delete(key)
      for (const waiter of all) if (waiter.revision <= revision) end(waiter)
    },
  }
}
