import type { QueueLane } from '../../lib/offline/queueLane.ts'
import { createStore } from '../../lib/store.ts'
import { type Linea, type Mensaje, merge } from './lineas.ts'
import type { Autora, MensajeConAutora } from './mensajes.ts'

/** What a circle's screen draws. */
export type ChatState = {
  fase: 'cargando' | 'lista' | 'error'
  mensajes: readonly Mensaje[]
  /** Hers that the service does not have yet, in the order of writing. */
  porEnviar: readonly Linea[]
  autoras: ReadonlyMap<string, Autora>
  hasOlder: boolean
  loadingOlder: boolean
  /** The messages are what the device remembers: the service has not answered yet. */
  recordados: boolean
}

type Options = {
  salaId: string
  userId: string
  /** What she wrote and has not arrived, of every circle. */
  lane: QueueLane<Mensaje, Mensaje>
  fetchAutoras: (ids: string[]) => Promise<ReadonlyMap<string, Autora>>
}

/** Messages in memory while she reads the newest; older ones are fetched again, by pages, when she scrolls up. */
const MOST_HELD = 400

/**
 * The messages of one circle as far as this page has them, each once and in order, and below them hers that wait. What was
 * deleted stays deleted, whatever source brings it again.
 */
export function createChatMessages({ salaId, userId, lane, fetchAutoras }: Options) {
  const store = createStore<ChatState>({
    fase: 'cargando',
    mensajes: [],
    porEnviar: [],
    autoras: new Map(),
    hasOlder: false,
    loadingOlder: false,
    recordados: false,
  })
  const deleted = new Set<string>()
  let follows = true

  const set = (change: Partial<ChatState>) => store.set({ ...store.get(), ...change })
  const know = (autoras: Iterable<readonly [string, Autora]>) =>
    set({ autoras: new Map([...store.get().autoras, ...autoras]) })
  const nameAuthors = createNaming(fetchAutoras, store.get, know)
  /** Hers that wait, below what has arrived. */
  const unsent = (there: readonly Mensaje[]) =>
    linesOf(lane.of(userId).values(), salaId, there, store.get().porEnviar)

  /** What has arrived does not wait any more, whichever source says so first. */
  function settle(there: readonly Mensaje[]) {
    const waiting = lane.of(userId)
    for (const { id } of there) if (waiting.has(id)) void lane.remove(userId, id)
  }

  /**
   * Adds messages; a message of hers among them counts as sent, whether the answer or the live channel brings it first.
   *
   * @param anew given where they take the place of what was held
   */
  function take(more: readonly Mensaje[], anew?: Pick<ChatState, 'hasOlder'>) {
    const before = anew ? [] : store.get().mensajes
    let all = merge(before, deleted.size ? more.filter(({ id }) => !deleted.has(id)) : more)
    if (all === before && store.get().fase === 'lista' && !anew) return settle(more)
    let { hasOlder } = anew ?? store.get()
    const recordados = store.get().recordados && !anew
    if (follows && all.length > MOST_HELD) {
      all = all.slice(-MOST_HELD / 2)
      hasOlder = true
    }
    set({ mensajes: all, hasOlder, porEnviar: unsent(all), fase: 'lista', recordados })
    settle(more)
    void nameAuthors(more)
  }

  /** Keeps those messages alone. */
  function keep(wanted: (message: Mensaje) => boolean) {
    const { mensajes } = store.get()
    const kept = mensajes.filter(wanted)
    if (kept.length < mensajes.length) set({ mensajes: kept })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    set,
    take,

    /** {@link take}, of messages that bring their authors along. */
    takeWithAuthors(rows: readonly MensajeConAutora[], anew?: Pick<ChatState, 'hasOlder'>) {
      const known = rows.filter(({ user_id, profiles }) => user_id && profiles)
      if (known.length > 0) know(known.map((row) => [row.user_id!, row.profiles!] as const))
      take(
        rows.map(({ profiles: _, ...message }) => message),
        anew,
      )
    },

    /** Shows what the device remembers, until there is an answer of the service: that takes its place. */
    remember({ mensajes, autoras }: Pick<ChatState, 'mensajes'> & { autoras: [string, Autora][] }) {
      if (store.get().fase !== 'cargando' || mensajes.length === 0) return
      know(autoras)
      set({ mensajes, porEnviar: unsent(mensajes), fase: 'lista', recordados: true })
    },

    /** What waits has changed. */
    showUnsent() {
      const porEnviar = unsent(store.get().mensajes)
      if (porEnviar !== store.get().porEnviar) set({ porEnviar })
    },

    has: (id: string) => store.get().mensajes.some((message) => message.id === id),

    keep,

    /** A message was deleted, here or elsewhere: it does not come back. */
    remove(id: string) {
      deleted.add(id)
      keep((message) => message.id !== id)
    },

    /** Messages that are held read differently now. */
    correct(changed: ReadonlyMap<string, Mensaje>) {
      const { mensajes } = store.get()
      if (mensajes.some(({ id }) => changed.has(id)))
        set({ mensajes: mensajes.map((message) => changed.get(message.id) ?? message) })
    },

    /** Whether she reads the newest messages; only then older ones are let go of. */
    follow(value: boolean) {
      follows = value
    },
  }
}

export type ChatMessages = ReturnType<typeof createChatMessages>

/** Hers of this circle that wait and have not arrived; the same list as `before` as long as nothing changed. */
function linesOf(
  waiting: Iterable<{ id: string; at: number; state: string; body: Mensaje }>,
  salaId: string,
  there: readonly Mensaje[],
  before: readonly Linea[],
): readonly Linea[] {
  const ids = new Set(there.map(({ id }) => id))
  const lines = [...waiting]
    .filter(({ id, body }) => body.sala_id === salaId && !ids.has(id))
    .sort((one, other) => one.at - other.at)
    .map(({ state, body }): Linea => ({ ...body, estado: state === 'ready' ? 'pendiente' : 'fallido' }))
  const same =
    lines.length === before.length &&
    lines.every(({ id, estado }, place) => id === before[place]?.id && estado === before[place].estado)
  return same ? before : lines
}

/** Asks who wrote messages that came without their authors: each author once, however often she writes meanwhile. */
function createNaming(
  fetchAutoras: Options['fetchAutoras'],
  get: () => ChatState,
  know: (autoras: ReadonlyMap<string, Autora>) => void,
) {
  const asked = new Set<string>()
  return async (messages: readonly Mensaje[]) => {
    const unknown = new Set<string>()
    for (const { user_id } of messages)
      if (user_id && !get().autoras.has(user_id) && !asked.has(user_id)) unknown.add(user_id)
    if (unknown.size === 0) return
    for (const id of unknown) asked.add(id)
    try {
      know(await fetchAutoras([...unknown]))
    } catch {
      // Shown as «Anónimo» until a later message asks again.
      for (const id of unknown) asked.delete(id)
    }
  }
}
