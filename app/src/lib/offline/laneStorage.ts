import { inRounds } from './coalescedRuns.ts'
import type { Pages } from './openPages.ts'
import { type Entry, keyOf, type LaneOptions, type Shelf } from './queueEntry.ts'

/** The device's store is slow or stuck: what is in memory goes on without it. */
const SHELF_PATIENCE_MS = 1_000

/** Stands between an id and the page that it is kept for. */
const BY = '\n'

/** What a page begins with, of what pages left under one name. */
export type Left<Body> = {
  entry: Entry<Body>
  /** Rows of pages that are gone, which this page goes on with; what else they left under the name waits for another time. */
  inherited: string[]
  /** The row of another page that is still writing it. */
  elsewhere: string | null
}

/** What the device has of one lane. */
type Options<Body> = {
  name: string
  shelf: Shelf
  pages: Pages
  options: Pick<LaneOptions<Body, never>, 'until' | 'apart' | 'cut'>
  /** Hears after each write whether the device could; `first`: it had nothing of the entry before. */
  onWritten: (owner: string, id: string, done: boolean, first: boolean) => void
}

/**
 * Keeps one lane's entries on the device, and knows which of them are there. Nothing of it ever throws or hangs: a device that cannot keep
 * something is an answer.
 */
export function createLaneStorage<Body>({ name, shelf, pages, options, onWritten }: Options<Body>) {
  /** What the device does not have yet, null where it is to have nothing: that the session ends meanwhile changes nothing of it. */
  const wanted = new Map<string, Entry<Body> | null>()
  /** Whether the last write of an entry succeeded. */
  const shelved = new Map<string, boolean>()
  /** What the device has a row of, be it as it was a moment ago. */
  const present = new Set<string>()
  const writers = new Map<string, () => Promise<void>>()
  /** Of what is also being written in another page: the row there, and what it said when it was read. */
  const begunFrom = new Map<string, { row: string; text: string }>()
  /** Rows of pages that are gone: off the device once it has what this page made of them, or is to have nothing. */
  const leftOver = new Map<string, string[]>()

  /** Under which name the device keeps it. */
  const rowOf = (id: string) => (options.apart && pages.own ? `${id}${BY}${pages.own}` : id)

  async function writeDown(owner: string, id: string): Promise<void> {
    const key = keyOf(owner, id)
    const entry = wanted.get(key)
    // The round before has written it.
    if (entry === undefined) return
    const row = rowOf(id)
    const work = (async () =>
      entry
        ? shelf.put(name, { ...entry, id: row }, options.until(entry.state, entry.body))
        : takeAway(owner, id))()
    const done = await inTime(() => work)
    // Changed meanwhile, it is written anew.
    if (wanted.get(key) === entry) {
      shelved.set(key, done)
      if (done) wanted.delete(key)
    }
    tell(owner, id, entry, done)
    if (!entry) writers.delete(key)
    if (!done) {
      // Refused, it is written with her next word, or not at all: why was told by the answer.
      const refused = () => wanted.get(key) === entry && wanted.delete(key)
      void work.then(() => cameLate(owner, id, entry), refused)
    }
  }

  function tell(owner: string, id: string, entry: Entry<Body> | null, done: boolean): void {
    const key = keyOf(owner, id)
    const first = done && entry !== null && !present.has(key)
    if (done && entry) present.add(key)
    if (done && !entry) present.delete(key)
    if (done) void inTime(() => dropLeftOver(owner, key))
    onWritten(owner, id, done, first)
  }

  /** A slow phone had it after all, when nobody waited for it any more; where nothing newer is being written, that is how it is kept. */
  function cameLate(owner: string, id: string, entry: Entry<Body> | null): void {
    const key = keyOf(owner, id)
    if (wanted.get(key) !== entry) return
    wanted.delete(key)
    shelved.set(key, true)
    tell(owner, id, entry, true)
  }

  async function dropLeftOver(owner: string, key: string): Promise<void> {
    for (const row of leftOver.get(key) ?? []) await shelf.remove(name, owner, row)
    leftOver.delete(key)
  }

  /** Takes a row off the device, and those it was begun from: of pages that are gone, and in another page, where nobody wrote on there since. */
  async function takeAway(owner: string, id: string): Promise<void> {
    await shelf.remove(name, owner, rowOf(id))
    await dropLeftOver(owner, keyOf(owner, id))
    const from = begunFrom.get(keyOf(owner, id))
    if (!from) return
    begunFrom.delete(keyOf(owner, id))
    const rows = await shelf.all(name, owner)
    const same = rows.some((row) => row.id === from.row && JSON.stringify(row.body) === from.text)
    if (same) await shelf.remove(name, owner, from.row)
  }

  /** What an entry is now, null where it is gone, on the device as fast as it can write, always the newest. @returns whether it is there */
  async function keep(owner: string, id: string, entry: Entry<Body> | null): Promise<boolean> {
    const key = keyOf(owner, id)
    wanted.set(key, entry)
    shelved.delete(key)
    const write = writers.get(key) ?? inRounds(() => writeDown(owner, id))
    writers.set(key, write)
    await write()
    return shelved.get(key) ?? false
  }

  /** Those that have not ended; the others are taken away, however long that takes, and are not shown where it fails. */
  function withoutCut(owner: string, rows: Entry<Body>[]): Entry<Body>[] {
    const { cut } = options
    const end = cut?.at() ?? null
    if (!cut || end === null) return rows
    const over = rows.filter(({ at }) => at <= end)
    void Promise.all(over.map(({ id }) => shelf.remove(name, owner, id))).then(
      () => cut.obeyed(end),
      () => {},
    )
    return rows.filter((row) => !over.includes(row))
  }

  return {
    keep,

    /** Whether the device has an entry as it is. */
    has: (key: string) => shelved.get(key) === true,

    /** Whether it has the entry, be it without her last word. */
    hasSome: (key: string) => present.has(key),

    /** What earlier pages left, and others are writing. */
    async read(owner: string): Promise<Left<Body>[]> {
      const rows = withoutCut(owner, (await shelf.all(name, owner)) as Entry<Body>[])
      return options.apart
        ? foremost(rows, pages)
        : rows.map((entry) => ({ entry, inherited: [], elsewhere: null }))
    },

    /** One that was read is held from now on: what a page that is gone left becomes this page's own. @param entry as it is now */
    async begin({ inherited, elsewhere, ...left }: Left<Body>, entry: Entry<Body>): Promise<void> {
      const { owner, id } = entry
      const key = keyOf(owner, id)
      shelved.set(key, true)
      present.add(key)
      if (elsewhere !== null) begunFrom.set(key, { row: elsewhere, text: JSON.stringify(left.entry.body) })
      if (inherited.length === 0) return
      leftOver.set(key, inherited)
      const isKept = await keep(owner, id, entry)
      // Without room for it twice the device has it under the other name.
      if (isKept || (wanted.get(key) ?? entry) !== entry) return
      shelved.set(key, true)
      onWritten(owner, id, true, false)
    },
  }
}

const [THIS_PAGE, LEFT_BEHIND, ELSEWHERE] = [0, 1, 2]

/**
 * Of the rows under each name, the one that this page begins with: its own, else the newest of a page that is gone, else the newest that
 * another page is writing.
 */
async function foremost<Body>(rows: Entry<Body>[], pages: Pages): Promise<Left<Body>[]> {
  const over = new Map<string, Promise<boolean>>()
  const isOver = (page: string) => {
    const known = over.get(page) ?? pages.isOver(page)
    over.set(page, known)
    return known
  }
  const found = await Promise.all(
    rows.map(async (entry) => {
      const [id = '', page = ''] = entry.id.split(BY)
      const rank = page === pages.own ? THIS_PAGE : (await isOver(page)) ? LEFT_BEHIND : ELSEWHERE
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

function inTime(work: () => Promise<void>): Promise<boolean> {
  return patient(
    Promise.resolve()
      .then(work)
      .then(() => true),
    false,
  )
}

/** The result of a promise; `otherwise` if it fails or takes longer than a second. */
export function patient<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SHELF_PATIENCE_MS, otherwise)
    work.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer))
  })
}
