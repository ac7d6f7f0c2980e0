import { createStore } from '../lib/store.ts'
import type { Pages } from './pages.ts'
import { inRounds } from './rounds.ts'

/*
 * The one durable queue: what she does must reach the service once, whatever happens to the page, the network or the session.
 * Each kind of thing has a lane of its own, and lanes share nothing but the device: one that throws, hangs, or whose part of the
 * device is damaged holds up none of the others. This module imports neither React nor the query library nor the client, so that
 * the panic button's lane works when everything else of the app is broken (docs/decisions/0215).
 *
 * The life of an entry:
 *
 *                 put(draft)               put(ready)
 *   (nothing) ───────────────▶ draft ───────────────▶ ready ◀───────────────┐
 *       ▲                        ▲ abandoned: goes      │ handed over       │ failed: 'again', after a pause
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
 * - The answer is lost, or two tabs deliver the same: it is handed over again under the same id, by which the service knows what it has.
 * - The page is closed: what the device holds is read by the next one (`reopen` may change its state) and goes on from there.
 * - The session ends, or somebody else signs in: nothing is handed over any more, and memory keeps only what the device could not.
 * - The device is full, forbidden or stuck: it lives in memory, and `put` says so within a second.
 * - Two pages write under one name (`apart`): each keeps a row of its own. A page that begins goes on from what a page that is gone left
 *   behind, the newest first, and else sees what another one is writing, without taking it out of its hands (docs/decisions/0269).
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
 * When the device forgets an entry that has not arrived: whenever she leaves it (`left`), when she herself signs out but not when her
 * session ends by itself (`signedOut`), or not before it has arrived (`delivered`).
 */
export type Keep = 'left' | 'signedOut' | 'delivered'

/** Where entries outlive the page. Any of its promises may fail or never end. What is asked for one lane happens in the order of asking. */
export type Shelf = {
  put(lane: string, entry: Entry<unknown>, keep: Keep): Promise<void>
  all(lane: string, owner: string): Promise<Entry<unknown>[]>
  remove(lane: string, owner: string, id: string): Promise<void>
}

/** What becomes of an entry that did not arrive. */
export type Verdict = 'again' | 'draft' | 'held' | 'over'

export type LaneOptions<Body, Answer> = {
  /** Hands one over; rejects when it did not arrive. Being called twice for the same entry must change nothing. */
  deliver: (entry: Entry<Body>) => Promise<Answer>
  /** How long the device keeps an entry in this state. */
  keep: (state: State) => Keep
  /**
   * What is left of an entry once it has arrived; without it nothing, or what she wrote meanwhile.
   *
   * @param sent as it was handed over
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
  /** Milliseconds after which an entry that arrived and is not over is handed over again. */
  beat?: number
  /** Ids are names, under which two pages may write at once: each page keeps, and removes, what is its own. */
  apart?: boolean
  /**
   * Moves what a version before this queue left on the device to the shelf, which is read right after.
   *
   * @param put writes one onto the shelf, as this lane keeps it
   */
  adopt?: (owner: string, put: (entry: Entry<Body>) => Promise<void>) => Promise<void>
}

/** How many entries are delivered at once: the service refuses more, and could refuse the latest press among them. */
const AT_ONCE = 8
/** The device's store is slow or stuck: what is in memory goes on without it. */
const SHELF_PATIENCE_MS = 1_000
/** A delivery without an answer blocks its place no longer than this. */
const LONGEST_DELIVERY_MS = 60_000
const FIRST_DELAY_MS = 2_000
const LONGEST_DELAY_MS = 5 * 60_000

/** Milliseconds to wait after that many failures in a row: 2 s, 4 s, 8 s … 5 min. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS)
}

type Held<Body> = ReadonlyMap<string, Entry<Body>>
type LaneState<Body> = {
  /** Whose entries are handed over now. */
  owner: string | null
  /** False until what earlier pages left on the device has been read. */
  opened: boolean
  /** False when the device could not keep the last thing that was put in: it then lives in this page alone. */
  durable: boolean
  held: ReadonlyMap<string, Held<Body>>
}
type Waiter<Answer> = {
  revision: number
  resolve: (answer: Answer) => void
  reject: (failure: unknown) => void
}

const NONE: Held<never> = new Map()

/** Stands between an id and the page that it is kept for. */
const BY = '\n'
/** For who is the only page. */
const ALONE: Pages = { own: '', isOver: async () => true }

/** One kind of thing on its way to the service. */
export function createLane<Body, Answer = void>(
  name: string,
  shelf: Shelf,
  options: LaneOptions<Body, Answer>,
  now: () => number = Date.now,
  pages: Pages = ALONE,
) {
  const store = createStore<LaneState<Body>>({ owner: null, opened: false, durable: true, held: new Map() })
  /** Counts the changes of each entry: what is on its way is compared by it with what is there now. */
  const revisions = new Map<string, number>()
  /** Whether the last write of an entry succeeded. */
  const shelved = new Map<string, boolean>()
  const writers = new Map<string, () => Promise<void>>()
  const waiters = new Map<string, Waiter<Answer>[]>()
  const underWay = new Set<string>()
  const turns = new Set<string>()
  /** Tried, and not to be tried again before the pause is over. */
  const tired = new Set<string>()
  /** Of what is also being written in another page: the row there, and what it said when it was read. */
  const begunFrom = new Map<string, { row: string; text: string }>()
  /** Put in or taken out since the device was asked what it holds: its answer is older. */
  const touched = new Set<string>()
  let failures = 0
  let opening: Promise<void> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let abandon: ReturnType<typeof setTimeout> | undefined

  const update = (part: Partial<LaneState<Body>>) => store.set({ ...store.get(), ...part })
  const of = (owner: string): Held<Body> => store.get().held.get(owner) ?? NONE
  const revisionOf = (key: string) => revisions.get(key) ?? 0

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

  /** On the device as fast as it can write, always the newest. @returns whether it is there */
  async function keep(owner: string, id: string): Promise<boolean> {
    const key = keyOf(owner, id)
    shelved.delete(key)
    const write = writers.get(key) ?? inRounds(() => writeDown(owner, id))
    writers.set(key, write)
    await write()
    return shelved.get(key) ?? false
  }

  async function writeDown(owner: string, id: string): Promise<void> {
    const key = keyOf(owner, id)
    const entry = of(owner).get(id)
    const row = rowOf(id)
    const done = await inTime(() =>
      entry ? shelf.put(name, { ...entry, id: row }, options.keep(entry.state)) : takeAway(owner, id),
    )
    shelved.set(key, done)
    if (done !== store.get().durable && owner === store.get().owner) update({ durable: done })
    if (!entry) writers.delete(key)
  }

  /** Takes a row off the device, and the one it was begun from in another page, where nobody wrote on there since. */
  async function takeAway(owner: string, id: string): Promise<void> {
    await shelf.remove(name, owner, rowOf(id))
    const from = begunFrom.get(keyOf(owner, id))
    if (!from) return
    begunFrom.delete(keyOf(owner, id))
    const rows = await shelf.all(name, owner)
    const same = rows.some((row) => row.id === from.row && JSON.stringify(row.body) === from.text)
    if (same) await shelf.remove(name, owner, from.row)
  }

  /** Under which name the device keeps it. */
  const rowOf = (id: string) => (options.apart && pages.own ? `${id}${BY}${pages.own}` : id)

  async function replace(owner: string, id: string, entry: Entry<Body> | null): Promise<boolean> {
    hold(owner, id, entry)
    return keep(owner, id)
  }

  function isDue({ owner, state, at }: Entry<Body>): boolean {
    if (owner !== store.get().owner || state === 'held') return false
    if (state === 'ready') return true
    const { abandonedAfter } = options
    return abandonedAfter !== undefined && (now() - at > abandonedAfter || at > now())
  }

  const turnOf = (entry: Entry<Body>) => options.turn?.(entry) ?? entry.id

  /** Hands over whatever can go now. */
  function pump(): void {
    const { owner } = store.get()
    if (owner === null) return
    const due = [...of(owner).values()].filter(isDue).sort((one, other) => one.at - other.at)
    const waiting = new Set<string>()
    for (const entry of due) {
      if (underWay.size >= AT_ONCE) break
      const key = keyOf(owner, entry.id)
      const turn = turnOf(entry)
      if (options.inOrder && tired.has(key)) waiting.add(turn)
      if (!underWay.has(key) && !tired.has(key) && !turns.has(turn) && !waiting.has(turn))
        void carry(entry, key)
    }
    rest()
  }

  async function carry(sent: Entry<Body>, key: string): Promise<void> {
    const revision = revisionOf(key)
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
      if ('answer' in outcome) settle(sent, key, revision, outcome.answer)
      else complain(sent, key, revision, outcome.failure)
    } catch {
      // If `failed` itself throws, the entry is tried again later.
      tired.add(key)
      failures++
    }
    pump()
  }

  function settle(sent: Entry<Body>, key: string, revision: number, answer: Answer): void {
    const { owner, id } = sent
    const entry = of(owner).get(id)
    const same = revisionOf(key) === revision
    failures = 0
    if (entry) {
      const left = options.arrived ? options.arrived(answer, sent, entry) : same ? null : entry
      if (left !== entry) void replace(owner, id, left)
      else if (same) tired.add(key)
    } else if (same) {
      // The session ended meanwhile and the entry was dropped from memory: remove it from the device too.
      void keep(owner, id)
    }
    tell(key, revision, ({ resolve }) => resolve(answer))
  }

  function complain(sent: Entry<Body>, key: string, revision: number, failure: unknown): void {
    const { owner, id } = sent
    const entry = of(owner).get(id)
    // If it was changed while being delivered, the new version counts as not tried yet.
    if (entry && revisionOf(key) === revision) {
      const how = { awaited: waiters.has(key), durable: shelved.get(key) === true }
      const verdict = options.failed?.(failure, sent, how) ?? 'again'
      if (verdict === 'again') tired.add(key)
      else void replace(owner, id, verdict === 'over' ? null : { ...entry, state: verdict })
      if (verdict === 'again' && pause === undefined) failures++
    }
    tell(key, revision, ({ reject }) => reject(failure))
  }

  function tell(key: string, revision: number, end: (waiter: Waiter<Answer>) => void): void {
    const all = waiters.get(key)
    if (!all) return
    const later = all.filter((waiter) => waiter.revision > revision)
    if (later.length > 0) waiters.set(key, later)
    else waiters.delete(key)
    for (const waiter of all) if (waiter.revision <= revision) end(waiter)
  }

  /** Sees to it that what cannot go now is tried again. */
  function rest(): void {
    const { owner } = store.get()
    if (owner === null) return
    if (tired.size > 0 && pause === undefined) {
      const ms = failures > 0 ? (options.delay ?? retryDelay)(failures) : (options.beat ?? FIRST_DELAY_MS)
      pause = setTimeout(again, ms)
    }
    clearTimeout(abandon)
    const { abandonedAfter } = options
    const drafts = [...of(owner).values()].filter(({ state }) => state === 'draft')
    if (abandonedAfter === undefined || drafts.length === 0) return
    const oldest = Math.min(...drafts.map(({ at }) => at))
    abandon = setTimeout(pump, Math.max(1, oldest + abandonedAfter - now() + 1))
  }

  function again(): void {
    clearTimeout(pause)
    pause = undefined
    tired.clear()
    pump()
  }

  function stop(): void {
    clearTimeout(pause)
    clearTimeout(abandon)
    pause = undefined
    tired.clear()
    failures = 0
  }

  async function read(account: string): Promise<void> {
    try {
      await options.adopt?.(account, (entry) => shelf.put(name, entry, options.keep(entry.state)))
    } catch {
      // What cannot be moved now is moved the next time.
    }
    const rows = (await shelf.all(name, account)) as Entry<Body>[]
    const left = options.apart
      ? await foremost(rows, pages)
      : rows.map((entry) => ({ entry, inherited: [] as string[], elsewhere: null }))
    if (store.get().owner !== account) return
    const mine = new Map(of(account))
    const taken: typeof left = []
    for (const one of left) {
      const { entry } = one
      const key = keyOf(account, entry.id)
      if (mine.has(entry.id) || touched.has(key)) continue
      mine.set(entry.id, { ...entry, state: options.reopen?.(entry.state) ?? entry.state })
      shelved.set(key, true)
      if (one.elsewhere !== null) begunFrom.set(key, { row: one.elsewhere, text: JSON.stringify(entry.body) })
      taken.push(one)
    }
    update({ held: new Map(store.get().held).set(account, mine) })
    for (const { entry, inherited } of taken) void inherit(account, entry.id, inherited)
    pump()
  }

  /** What a page that is gone left becomes this page's own: written under its name before it is taken away there. */
  async function inherit(owner: string, id: string, rows: string[]): Promise<void> {
    if (rows.length === 0 || !(await keep(owner, id))) return
    for (const row of rows) await inTime(() => shelf.remove(name, owner, row))
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
      tired.delete(keyOf(entry.owner, entry.id))
      const durable = await replace(entry.owner, entry.id, entry)
      pump()
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
     * @throws whatever the delivery failed with; what becomes of the entry then, the lane says (`failed`)
     */
    send(entry: Entry<Body>): Promise<Answer> {
      void lane.open(entry.owner)
      const ready: Entry<Body> = { ...entry, state: 'ready' }
      const end = new Promise<Answer>((resolve, reject) => {
        const key = keyOf(entry.owner, entry.id)
        const waiter = { revision: revisionOf(key) + 1, resolve, reject }
        waiters.set(key, [...(waiters.get(key) ?? []), waiter])
      })
      void lane.put(ready)
      return end
    },

    /** From now on hands over what belongs to this account, beginning with what earlier pages left on the device. */
    open(account: string): Promise<void> {
      if (store.get().owner === account && opening) return opening
      stop()
      touched.clear()
      update({ owner: account, opened: false, durable: true })
      opening = patient(read(account), undefined).then(() => {
        if (store.get().owner !== account) return
        update({ opened: true })
        pump()
      })
      return opening
    },

    /** Hands over nothing any more until the next `open`. Memory keeps only what must arrive and the device could not keep. */
    close(): void {
      stop()
      opening = undefined
      const held = new Map<string, Held<Body>>()
      for (const [owner, entries] of store.get().held) {
        const left = [...entries].filter(
          ([id, { state }]) => options.keep(state) === 'delivered' && !shelved.get(keyOf(owner, id)),
        )
        if (left.length > 0) held.set(owner, new Map(left))
      }
      update({ owner: null, opened: false, durable: true, held })
    },

    /** Something changed for the better (network, foreground): tries again without waiting. */
    wake(): void {
      failures = 0
      again()
    },
  }
  return lane
}

export type Lane<Body, Answer = void> = ReturnType<typeof createLane<Body, Answer>>

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
    /** Makes a lane; one that is made late, with its room, begins at once. */
    lane<Body, Answer = void>(name: string, options: LaneOptions<Body, Answer>): Lane<Body, Answer> {
      const lane = createLane(name, shelf, options, now, pages)
      lanes.push(lane)
      if (owner !== null) void lane.open(owner)
      return lane
    },

    /** From now on hands over what belongs to this account. */
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

const keyOf = (owner: string, id: string) => `${owner} ${id}`

/** What a page begins with, of what pages left under one name. */
type Foremost<Body> = {
  entry: Entry<Body>
  /** Rows of pages that are gone, which it takes up; what else they left under the name waits for another time. */
  inherited: string[]
  /** The row of another page that is still writing it. */
  elsewhere: string | null
}

const [OWN, LEFT_BEHIND, ELSEWHERE] = [0, 1, 2]

/**
 * Of the rows under each name, the one that this page begins with: its own, else the newest of a page that is gone, else the newest that
 * another page is writing.
 */
async function foremost<Body>(rows: Entry<Body>[], pages: Pages): Promise<Foremost<Body>[]> {
  const over = new Map<string, Promise<boolean>>()
  const isOver = (page: string) => {
    const known = over.get(page) ?? (page === '' ? Promise.resolve(true) : pages.isOver(page))
    over.set(page, known)
    return known
  }
  const found = await Promise.all(
    rows.map(async (entry) => {
      const [id = '', page = ''] = entry.id.split(BY)
      const rank = page === pages.own ? OWN : (await isOver(page)) ? LEFT_BEHIND : ELSEWHERE
      return { row: entry.id, rank, entry: { ...entry, id }, text: JSON.stringify(entry.body) }
    }),
  )
  found.sort((one, other) => one.rank - other.rank || other.entry.at - one.entry.at)
  const first = new Map<string, (typeof found)[number]>()
  for (const one of found) if (!first.has(one.entry.id)) first.set(one.entry.id, one)
  return [...first.values()].map(({ row, rank, entry, text }) => ({
    entry,
    // The same words twice are there once.
    inherited:
      rank === ELSEWHERE
        ? []
        : found
            .filter((one) => one.rank === LEFT_BEHIND && one.entry.id === entry.id && one.text === text)
            .map((one) => one.row),
    elsewhere: rank === ELSEWHERE ? row : null,
  }))
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

function answered<Value>(work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('never answered')), LONGEST_DELIVERY_MS)
    Promise.resolve()
      .then(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

function inTime(work: () => Promise<void>): Promise<boolean> {
  return patient(
    Promise.resolve()
      .then(work)
      .then(() => true),
    false,
  )
}

/** The result of a promise; `otherwise` if it fails or takes longer than a second. */
function patient<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SHELF_PATIENCE_MS, otherwise)
    work.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer))
  })
}
