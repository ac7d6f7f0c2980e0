import type { Held } from './held.ts'
import { keepOnly, type Mensaje } from './lineas.ts'
import type * as mensajes from './mensajes.ts'
import { PAGINA, REVISION } from './mensajes.ts'

/** `creado_en` is set before the commit, so a message with an earlier time may become visible later. */
const OVERLAP_MS = 15_000
/** After this many missed messages the list is reloaded from its end. */
const MOST_ROUNDS = 5
/** Live messages are batched for this many milliseconds before drawing, so that a hundred a second stay readable. */
const TOGETHER_MS = 60

type Options = {
  salaId: string
  held: Held
  service: Pick<typeof mensajes, 'fetchPage' | 'fetchSince' | 'fetchExisting'>
  /** The messages themselves could not be loaded. */
  onLoadFailure: (failure: unknown) => void
}

/** Asks the circle for what is missing from what is held, and for what is held and no longer there. */
export function createCatchUp({ salaId, held, service, onLoadFailure }: Options) {
  let catching: Promise<void> | null = null
  let again = false
  let anew = false

  async function loadLast() {
    const rows = await service.fetchPage(salaId)
    held.takeWithAuthors(rows, { hasOlder: rows.length === PAGINA })
  }

  /** What came after the last one held. @returns whether that was all, rather than too much to fetch in rounds */
  async function fetchMissed(first: Mensaje, last: Mensaje): Promise<boolean> {
    const start = Date.parse(last.creado_en) - OVERLAP_MS
    // Not before what is held: that is for the pages upwards.
    let from = start > Date.parse(first.creado_en) ? new Date(start).toISOString() : first.creado_en
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      const rows = await service.fetchSince(salaId, from)
      held.takeWithAuthors(rows)
      const end = rows.at(-1)?.creado_en
      if (rows.length < PAGINA * 4 || !end || end === from) return true
      from = end
    }
    return false
  }

  /** Lets go of what was deleted while nobody listened, and of the names of those who left. */
  async function dropGone(oldest: string) {
    const before = held.get().mensajes
    const there = await service.fetchExisting(salaId, before[0]?.creado_en ?? oldest)
    // Only what was held before the question was asked can be missing from the answer.
    const kept = new Set(keepOnly(before, there, there.length < REVISION))
    const gone = new Set(before.filter((message) => !kept.has(message)).map(({ id }) => id))
    held.keep(({ id }) => !gone.has(id))
    const nameless = new Set(there.filter(({ user_id }) => user_id === null).map(({ id }) => id))
    const left = before.filter(({ id, user_id }) => user_id !== null && nameless.has(id))
    held.correct(new Map(left.map((message) => [message.id, { ...message, user_id: null }])))
  }

  async function round() {
    const [first, last] = [held.get().mensajes[0], held.get().mensajes.at(-1)]
    if (!first || !last || anew) {
      anew = false
      return loadLast()
    }
    if (await fetchMissed(first, last)) await dropGone(first.creado_en)
    else await loadLast()
  }

  async function rounds() {
    try {
      do {
        again = false
        await round()
      } while (again)
    } catch (failure) {
      again = false
      // With messages on screen a later attempt is enough; on an empty screen the failure is shown.
      if (held.get().mensajes.length > 0) return
      held.set({ fase: 'error' })
      onLoadFailure(failure)
    } finally {
      catching = null
    }
  }

  /** Fetches missed messages. A call while one is running schedules one more run after it. */
  function catchUp(): Promise<void> {
    if (catching) again = true
    catching ??= rounds()
    return catching
  }

  return {
    catchUp,

    /** The running one, if there is one, goes round once more. */
    askAgain() {
      again = true
    },

    /** What she may see has changed, perhaps in the middle: begins anew at the end of the circle. */
    async reload(): Promise<void> {
      await catching
      anew = true
      await catchUp()
    },
  }
}

/** What comes over the live door: drawn together with what comes in the same moment. */
export function createArrivals(held: Held, { catchUp, askAgain }: ReturnType<typeof createCatchUp>) {
  let arrived: Mensaje[] = []
  const changed = new Map<string, Mensaje>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function takeTogether() {
    timer = undefined
    const more = arrived.map((message) => changed.get(message.id) ?? message)
    arrived = []
    // Before the first page has loaded, a single live message would look like the whole circle.
    const { fase } = held.get()
    if (fase === 'error') void catchUp()
    if (fase === 'cargando') askAgain()
    if (fase !== 'lista') return
    held.correct(changed)
    changed.clear()
    if (more.length > 0) held.take(more)
  }

  return {
    /** A message came. */
    receive(message: Mensaje): void {
      arrived.push(message)
      timer ??= setTimeout(takeTogether, TOGETHER_MS)
    },

    /** A message that is held reads differently now: who wrote it has left Amparo. */
    correct(message: Mensaje): void {
      changed.set(message.id, message)
      timer ??= setTimeout(takeTogether, TOGETHER_MS)
    },

    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
