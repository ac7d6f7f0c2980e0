import { toServiceError } from '../../data/errors.ts'
import type { Entry, Lane } from '../../data/queue.ts'
import { uuid } from '../../lib/random.ts'
import { createStore } from '../../lib/store.ts'
import { keepOnly, type Linea, type Mensaje, merge } from './lineas.ts'
import type * as mensajes from './mensajes.ts'
import type { Autora, MensajeConAutora } from './mensajes.ts'
import { PAGINA, REVISION } from './mensajes.ts'

/** What a circle's screen draws. */
export type Charla = {
  fase: 'cargando' | 'lista' | 'error'
  mensajes: readonly Mensaje[]
  /** Hers that the service does not have yet, in the order of writing. */
  porEnviar: readonly Linea[]
  autoras: ReadonlyMap<string, Autora>
  hasOlder: boolean
  loadingOlder: boolean
}

type Service = Pick<
  typeof mensajes,
  'fetchPage' | 'fetchSince' | 'fetchExisting' | 'deleteMensaje' | 'fetchAutoras'
>

type Options = {
  salaId: string
  userId: string
  service: Service
  /** What she wrote and has not arrived, of every circle. */
  lane: Lane<Mensaje, Mensaje>
  /** A message of hers was refused or did not arrive. */
  onSendFailure: (failure: unknown) => void
  /** The messages themselves could not be loaded. */
  onLoadFailure: (failure: unknown) => void
}

/** Live messages are batched for this many milliseconds before drawing, so that a hundred a second stay readable. */
const TOGETHER_MS = 60
/** `creado_en` is set before the commit, so a message with an earlier time may become visible later. */
const OVERLAP_MS = 15_000
/** After this many missed messages the list is reloaded from its end. */
const MOST_ROUNDS = 5
/** What is held while she reads the newest; older ones come back as pages. */
const MOST_HELD = 400

/** One circle as it is being talked in. Knows nothing of React nor of sockets. */
export function createCharla({ salaId, userId, service, lane, onSendFailure, onLoadFailure }: Options) {
  const store = createStore<Charla>({
    fase: 'cargando',
    mensajes: [],
    porEnviar: [],
    autoras: new Map(),
    hasOlder: false,
    loadingOlder: false,
  })
  const deleted = new Set<string>()
  const asked = new Set<string>()
  let arrived: Mensaje[] = []
  const changed = new Map<string, Mensaje>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let catching: Promise<void> | null = null
  let again = false
  let anew = false
  let follows = true

  const set = (change: Partial<Charla>) => store.set({ ...store.get(), ...change })

  /**
   * Adds messages; a message of hers among them counts as sent, whether the answer or the live channel brings it first.
   *
   * @param anew given where they take the place of what was held
   */
  function take(more: readonly Mensaje[], anew?: Pick<Charla, 'hasOlder'>) {
    const before = anew ? [] : store.get().mensajes
    let all = merge(before, deleted.size ? more.filter(({ id }) => !deleted.has(id)) : more)
    if (all === before && store.get().fase === 'lista') return settle(more)
    let { hasOlder } = anew ?? store.get()
    if (follows && all.length > MOST_HELD) {
      all = all.slice(-MOST_HELD / 2)
      hasOlder = true
    }
    set({ mensajes: all, hasOlder, porEnviar: unsent(all), fase: 'lista' })
    settle(more)
    void nameAuthors(more)
  }

  /** Hers that wait, below what has arrived; the same list as long as nothing changed. */
  function unsent(there: readonly Mensaje[]): readonly Linea[] {
    const ids = new Set(there.map(({ id }) => id))
    const lines = [...lane.of(userId).values()]
      .filter(({ id, body }) => body.sala_id === salaId && !ids.has(id))
      .sort((one, other) => one.at - other.at)
      .map(({ state, body }): Linea => ({ ...body, estado: state === 'ready' ? 'pendiente' : 'fallido' }))
    const { porEnviar } = store.get()
    const same =
      lines.length === porEnviar.length &&
      lines.every(
        ({ id, estado }, place) => id === porEnviar[place]?.id && estado === porEnviar[place].estado,
      )
    return same ? porEnviar : lines
  }

  /** What has arrived does not wait any more, whoever says so first. */
  function settle(there: readonly Mensaje[]) {
    const waiting = lane.of(userId)
    for (const { id } of there) if (waiting.has(id)) void lane.remove(userId, id)
  }

  function showUnsent() {
    const porEnviar = unsent(store.get().mensajes)
    if (porEnviar !== store.get().porEnviar) set({ porEnviar })
  }

  function takeWithAuthors(rows: MensajeConAutora[], anew?: Pick<Charla, 'hasOlder'>) {
    const known = rows.filter(({ user_id, profiles }) => user_id && profiles)
    if (known.length > 0) {
      set({
        autoras: new Map([
          ...store.get().autoras,
          ...known.map((row) => [row.user_id!, row.profiles!] as const),
        ]),
      })
    }
    take(
      rows.map(({ profiles: _, ...message }) => message),
      anew,
    )
  }

  async function nameAuthors(messages: readonly Mensaje[]) {
    const unknown = new Set<string>()
    for (const { user_id } of messages)
      if (user_id && !store.get().autoras.has(user_id) && !asked.has(user_id)) unknown.add(user_id)
    if (unknown.size === 0) return
    for (const id of unknown) asked.add(id)
    try {
      set({ autoras: new Map([...store.get().autoras, ...(await service.fetchAutoras([...unknown]))]) })
    } catch {
      // Shown as «Anónimo» until a later message asks again.
      for (const id of unknown) asked.delete(id)
    }
  }

  async function loadLast() {
    const rows = await service.fetchPage(salaId)
    takeWithAuthors(rows, { hasOlder: rows.length === PAGINA })
  }

  async function round() {
    const last = store.get().mensajes.at(-1)
    if (!last || anew) {
      anew = false
      return loadLast()
    }
    // Not before what is held: that is for the pages upwards.
    const first = store.get().mensajes[0]!.creado_en
    const start = Date.parse(last.creado_en) - OVERLAP_MS
    let from = start > Date.parse(first) ? new Date(start).toISOString() : first
    for (let rounds = 0; ; rounds += 1) {
      if (rounds === MOST_ROUNDS) return loadLast()
      const rows = await service.fetchSince(salaId, from)
      takeWithAuthors(rows)
      const end = rows.at(-1)?.creado_en
      if (rows.length < PAGINA * 4 || !end || end === from) break
      from = end
    }
    const held = store.get().mensajes
    const there = await service.fetchExisting(salaId, held[0]?.creado_en ?? first)
    // Only what was held before the question was asked can be missing from the answer.
    const kept = new Set(keepOnly(held, there, there.length < REVISION))
    const gone = new Set(held.filter((message) => !kept.has(message)).map(({ id }) => id))
    if (gone.size > 0) set({ mensajes: store.get().mensajes.filter(({ id }) => !gone.has(id)) })
  }

  /** Fetches missed messages. A call while one is running schedules one more run after it. */
  function catchUp(): Promise<void> {
    if (catching) {
      again = true
      return catching
    }
    catching = (async () => {
      try {
        do {
          again = false
          await round()
        } while (again)
      } catch (failure) {
        again = false
        // With messages on screen a later attempt is enough; on an empty screen the failure is shown.
        if (store.get().mensajes.length === 0) {
          set({ fase: 'error' })
          onLoadFailure(failure)
        }
      } finally {
        catching = null
      }
    })()
    return catching
  }

  /** What came over the live door within a moment. */
  function takeTogether() {
    timer = undefined
    const more = arrived.map((message) => changed.get(message.id) ?? message)
    arrived = []
    // Before the first page has loaded, a single live message would look like the whole circle.
    if (store.get().fase === 'error') void catchUp()
    if (store.get().fase === 'cargando') again = true
    if (store.get().fase !== 'lista') return
    if (store.get().mensajes.some(({ id }) => changed.has(id)))
      set({ mensajes: store.get().mensajes.map((message) => changed.get(message.id) ?? message) })
    changed.clear()
    if (more.length > 0) take(more)
  }

  function deliver(entry: Entry<Mensaje>) {
    lane.send(entry).then(
      (message) => take([message]),
      (failure) => {
        // Its answer was lost, and the circle has it all the same.
        if (store.get().mensajes.some(({ id }) => id === entry.id)) return
        onSendFailure(toServiceError(failure))
      },
    )
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    catchUp,

    /** Shows what an earlier visit could not send, and follows what becomes of it. @returns how to stop */
    open(): () => void {
      const stop = lane.subscribe(showUnsent)
      void lane.open(userId)
      showUnsent()
      return () => {
        stop()
        clearTimeout(timer)
        timer = undefined
      }
    },

    /** A message of hers has just arrived. */
    confirm: (message: Mensaje) => take([message]),

    /** What she may see has changed, perhaps in the middle: begins anew at the end of the circle. */
    async reload(): Promise<void> {
      await catching
      anew = true
      await catchUp()
    },

    /** A message came over the live door. */
    receive(message: Mensaje): void {
      arrived.push(message)
      timer ??= setTimeout(takeTogether, TOGETHER_MS)
    },

    /** A message that is held reads differently now: who wrote it has left Amparo. */
    correct(message: Mensaje): void {
      changed.set(message.id, message)
      timer ??= setTimeout(takeTogether, TOGETHER_MS)
    },

    /** A message was deleted, here or elsewhere. */
    remove(id: string): void {
      deleted.add(id)
      if (store.get().mensajes.some((message) => message.id === id))
        set({ mensajes: store.get().mensajes.filter((message) => message.id !== id) })
    },

    /** Everything of one author leaves the screen: she was blocked. */
    dismiss(authorId: string): void {
      set({ mensajes: store.get().mensajes.filter(({ user_id }) => user_id !== authorId) })
    },

    send(contenido: string): void {
      const creado_en = new Date().toISOString()
      const body: Mensaje = { id: uuid(), sala_id: salaId, user_id: userId, contenido, creado_en }
      deliver({ id: body.id, owner: userId, at: Date.parse(creado_en), state: 'ready', body })
    },

    retry(id: string): void {
      const entry = lane.of(userId).get(id)
      if (entry?.state === 'held') deliver(entry)
    },

    /** Gives up a message that did not arrive. @returns its text */
    discard(id: string): string {
      const entry = lane.of(userId).get(id)
      void lane.remove(userId, id)
      return entry?.body.contenido ?? ''
    },

    async loadOlder(): Promise<void> {
      const first = store.get().mensajes[0]
      if (!first || !store.get().hasOlder || store.get().loadingOlder) return
      set({ loadingOlder: true })
      try {
        const rows = await service.fetchPage(salaId, first)
        follows = false
        takeWithAuthors(rows)
        set({ hasOlder: rows.length === PAGINA })
      } finally {
        set({ loadingOlder: false })
      }
    },

    async delete(id: string): Promise<void> {
      await service.deleteMensaje(id)
      deleted.add(id)
      set({ mensajes: store.get().mensajes.filter((message) => message.id !== id) })
    },

    /** Whether she reads the newest messages; only then does the circle let go of older ones. */
    follow(value: boolean): void {
      follows = value
    },
  }
}

export type CharlaAbierta = ReturnType<typeof createCharla>
