import type { ChatMessages } from './chatMessages.ts'
import { keepOnly, type Mensaje } from './lineas.ts'
import type * as mensajes from './mensajes.ts'
import { PAGINA, REVISION } from './mensajes.ts'

/** `creado_en` is set before the commit, so a message with an earlier time may become visible later. */
const OVERLAP_MS = 15_000
/** How long after a round that failed the next one begins, where nobody asks for one before. */
const AGAIN_MS = 10_000
/** After this many missed messages the list is reloaded from its end. */
const MOST_ROUNDS = 5
/** Live messages are batched for this many milliseconds before drawing, so that a hundred a second stay readable. */
const TOGETHER_MS = 60

type Options = {
  salaId: string
  messages: ChatMessages
  service: Pick<typeof mensajes, 'fetchPage' | 'fetchSince' | 'fetchExisting'>
  /** The messages themselves could not be loaded. */
  onLoadFailure: (failure: unknown) => void
}

/** Asks the circle for what is missing from what is held, and for what is held and no longer there. */
export function createCatchUp({ salaId, messages, service, onLoadFailure }: Options) {
  let catching: Promise<void> | null = null
  let again = false
  let anew = false
  let watched = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /**
   * Up to where nothing is missing (`creado_en`): the last message that a round which ended well had seen. The last one held may be far
   * behind a gap: hers, or one that came live after a broken connection.
   */
  let completeTo = ''

  async function loadLast() {
    const rows = await service.fetchPage(salaId)
    messages.takeWithAuthors(rows, { hasOlder: rows.length === PAGINA })
    completeTo = rows.at(-1)?.creado_en ?? ''
  }

  /** What came after `completeTo`. @returns whether that was all, rather than too much to fetch in rounds */
  async function fetchMissed(first: Mensaje): Promise<boolean> {
    const start = Date.parse(completeTo) - OVERLAP_MS
    // Not before what is held: that is for the pages upwards.
    let from = start > Date.parse(first.creado_en) ? new Date(start).toISOString() : first.creado_en
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
      const rows = await service.fetchSince(salaId, from)
      messages.takeWithAuthors(rows)
      const end = rows.at(-1)?.creado_en
      if (end && end > completeTo) completeTo = end
      if (rows.length < PAGINA * 4 || !end || end === from) return true
      from = end
    }
    return false
  }

  /** Lets go of what was deleted while nobody listened, and of the names of those who left. */
  async function dropGone(oldest: string) {
    const before = messages.get().mensajes
    const there = await service.fetchExisting(salaId, before[0]?.creado_en ?? oldest)
    // Only what was held before the question was asked can be missing from the answer.
    const kept = new Set(keepOnly(before, there, there.length < REVISION))
    const gone = new Set(before.filter((message) => !kept.has(message)).map(({ id }) => id))
    messages.keep(({ id }) => !gone.has(id))
    const nameless = new Set(there.filter(({ user_id }) => user_id === null).map(({ id }) => id))
    const left = before.filter(({ id, user_id }) => user_id !== null && nameless.has(id))
    messages.correct(new Map(left.map((message) => [message.id, { ...message, user_id: null }])))
  }

  async function round() {
    const [first] = messages.get().mensajes
    if (!first || !completeTo || anew) {
      const wanted = anew
      anew = false
      try {
        return await loadLast()
      } catch (failure) {
        anew ||= wanted
        throw failure
      }
    }
    if (await fetchMissed(first)) await dropGone(first.creado_en)
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
      // Where the circle is live nobody else may ask again for a long time.
      if (watched) timer ??= setTimeout(retry, AGAIN_MS)
      // With messages on screen a later attempt is enough; on an empty screen the failure is shown.
      if (messages.get().mensajes.length > 0) return
      messages.set({ fase: 'error' })
      onLoadFailure(failure)
    } finally {
      catching = null
    }
  }

  function retry() {
    timer = undefined
    // A page that becomes visible again asks by itself, and an empty screen has its own «Reintentar».
    if (globalThis.document?.visibilityState !== 'hidden' && messages.get().mensajes.length > 0)
      void catchUp()
  }

  /** Fetches missed messages. A call while one is running schedules one more run after it. */
  function catchUp(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
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

    /** The page is visible: what failed is tried again. @returns how to stop */
    watch(): () => void {
      watched = true
      return () => {
        watched = false
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

/** What comes over the live channel: drawn together with what comes in the same moment. */
export function createArrivals(
  messages: ChatMessages,
  { catchUp, askAgain }: ReturnType<typeof createCatchUp>,
) {
  let arrived: Mensaje[] = []
  const changed = new Map<string, Mensaje>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function takeTogether() {
    timer = undefined
    const more = arrived.map((message) => changed.get(message.id) ?? message)
    arrived = []
    // Before the first page has loaded, a single live message would look like the whole circle.
    const { fase } = messages.get()
    if (fase === 'error') void catchUp()
    if (fase === 'cargando') askAgain()
    if (fase !== 'lista') return
    messages.correct(changed)
    changed.clear()
    if (more.length > 0) messages.take(more)
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
