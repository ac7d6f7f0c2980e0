import { toServiceError } from '../../data/errors.ts'
import { uuid } from '../../lib/uuid.ts'
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
  'fetchPage' | 'fetchSince' | 'fetchExisting' | 'insertMensaje' | 'deleteMensaje' | 'fetchAutoras'
>

type Options = {
  salaId: string
  userId: string
  service: Service
  /** A message of hers was refused or did not arrive. */
  onSendFailure: (failure: unknown) => void
  /** The messages themselves could not be loaded. */
  onLoadFailure: (failure: unknown) => void
}

/** Live messages are drawn together, this many milliseconds after the first: a hundred a second stay readable. */
const TOGETHER_MS = 60
/** A message gets its moment before it is committed: one with an earlier moment may become visible later. */
const OVERLAP_MS = 15_000
/** After so many missed messages the circle begins anew at its end. */
const MOST_ROUNDS = 5
/** What is held while she reads the newest; older ones come back as pages. */
const MOST_HELD = 400

/** One circle as it is being talked in. Knows nothing of React nor of sockets. */
export function createCharla({ salaId, userId, service, onSendFailure, onLoadFailure }: Options) {
  let state: Charla = {
    fase: 'cargando',
    mensajes: [],
    porEnviar: [],
    autoras: new Map(),
    hasOlder: false,
    loadingOlder: false,
  }
  const listeners = new Set<() => void>()
  const deleted = new Set<string>()
  const asked = new Set<string>()
  let arrived: Mensaje[] = []
  const changed = new Map<string, Mensaje>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> = Promise.resolve()
  let catching: Promise<void> | null = null
  let again = false
  let anew = false
  let follows = true

  const set = (change: Partial<Charla>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  /** Takes messages in; hers among them have been sent, whoever says so first. */
  function take(more: readonly Mensaje[]) {
    let all = merge(state.mensajes, deleted.size ? more.filter(({ id }) => !deleted.has(id)) : more)
    if (all === state.mensajes && state.fase === 'lista') return settle(more)
    let { hasOlder } = state
    if (follows && all.length > MOST_HELD) {
      all = all.slice(-MOST_HELD / 2)
      hasOlder = true
    }
    set({ mensajes: all, hasOlder, porEnviar: unsent(more), fase: 'lista' })
    void nameAuthors(more)
  }

  const unsent = (there: readonly Mensaje[]) => {
    if (state.porEnviar.length === 0) return state.porEnviar
    const ids = new Set(there.map(({ id }) => id))
    const left = state.porEnviar.filter(({ id }) => !ids.has(id))
    return left.length === state.porEnviar.length ? state.porEnviar : left
  }

  function settle(there: readonly Mensaje[]) {
    const porEnviar = unsent(there)
    if (porEnviar !== state.porEnviar) set({ porEnviar })
  }

  function takeWithAuthors(rows: MensajeConAutora[]) {
    const known = rows.filter(({ user_id, profiles }) => user_id && profiles)
    if (known.length > 0) {
      set({
        autoras: new Map([...state.autoras, ...known.map((row) => [row.user_id!, row.profiles!] as const)]),
      })
    }
    take(rows.map(({ profiles: _, ...message }) => message))
  }

  async function nameAuthors(messages: readonly Mensaje[]) {
    const unknown = new Set<string>()
    for (const { user_id } of messages)
      if (user_id && !state.autoras.has(user_id) && !asked.has(user_id)) unknown.add(user_id)
    if (unknown.size === 0) return
    for (const id of unknown) asked.add(id)
    try {
      set({ autoras: new Map([...state.autoras, ...(await service.fetchAutoras([...unknown]))]) })
    } catch {
      // Shown as «Anónimo» until a later message asks again.
      for (const id of unknown) asked.delete(id)
    }
  }

  async function loadLast() {
    const rows = await service.fetchPage(salaId)
    state = { ...state, mensajes: [], hasOlder: rows.length === PAGINA, fase: 'cargando' }
    takeWithAuthors(rows)
  }

  async function round() {
    const last = state.mensajes.at(-1)
    if (!last || anew) {
      anew = false
      return loadLast()
    }
    // Not before what is held: that is for the pages upwards.
    const first = state.mensajes[0]!.creado_en
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
    const held = state.mensajes
    const there = await service.fetchExisting(salaId, held[0]?.creado_en ?? first)
    // Only what was held before the question was asked can be missing from the answer.
    const kept = new Set(keepOnly(held, there, there.length < REVISION))
    const gone = new Set(held.filter((message) => !kept.has(message)).map(({ id }) => id))
    if (gone.size > 0) set({ mensajes: state.mensajes.filter(({ id }) => !gone.has(id)) })
  }

  /** Asks for whatever it does not have. A second call while one is under way adds one more behind it. */
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
        // With messages on screen the next occasion tries again; without any she has to be told.
        if (state.mensajes.length === 0) {
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
    // Before the first page, a lone message would look like the whole circle.
    if (state.fase === 'error') void catchUp()
    if (state.fase === 'cargando') again = true
    if (state.fase !== 'lista') return
    if (state.mensajes.some(({ id }) => changed.has(id)))
      set({ mensajes: state.mensajes.map((message) => changed.get(message.id) ?? message) })
    changed.clear()
    if (more.length > 0) take(more)
  }

  function deliver(line: Linea) {
    sending = sending.then(async () => {
      if (!state.porEnviar.some(({ id, estado }) => id === line.id && estado === 'pendiente')) return
      try {
        take([await service.insertMensaje(line)])
      } catch (failure) {
        mark(line.id, 'fallido')
        onSendFailure(toServiceError(failure))
      }
    })
  }

  const mark = (id: string, estado: Linea['estado']) =>
    set({ porEnviar: state.porEnviar.map((line) => (line.id === id ? { ...line, estado } : line)) })

  return {
    get: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    catchUp,

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
      if (state.mensajes.some((message) => message.id === id))
        set({ mensajes: state.mensajes.filter((message) => message.id !== id) })
    },

    /** Everything of one author leaves the screen: she was blocked. */
    dismiss(authorId: string): void {
      set({ mensajes: state.mensajes.filter(({ user_id }) => user_id !== authorId) })
    },

    send(contenido: string): void {
      const creado_en = new Date().toISOString()
      const line: Linea = {
        id: uuid(),
        sala_id: salaId,
        user_id: userId,
        contenido,
        creado_en,
        estado: 'pendiente',
      }
      set({ porEnviar: [...state.porEnviar, line] })
      deliver(line)
    },

    retry(id: string): void {
      const line = state.porEnviar.find((held) => held.id === id)
      if (line?.estado !== 'fallido') return
      mark(id, 'pendiente')
      deliver(line)
    },

    /** Gives up a message that did not arrive. @returns its text */
    discard(id: string): string {
      const line = state.porEnviar.find((held) => held.id === id)
      set({ porEnviar: state.porEnviar.filter((held) => held.id !== id) })
      return line?.contenido ?? ''
    },

    /** Puts back what an earlier visit could not send: she decides whether it still goes. */
    restore(lines: readonly Linea[]): void {
      const held = new Set(state.porEnviar.map(({ id }) => id))
      const left = lines
        .filter(({ id }) => !held.has(id) && !state.mensajes.some((message) => message.id === id))
        .map((line) => ({ ...line, estado: 'fallido' as const }))
      if (left.length > 0) set({ porEnviar: [...left, ...state.porEnviar] })
    },

    async loadOlder(): Promise<void> {
      const first = state.mensajes[0]
      if (!first || !state.hasOlder || state.loadingOlder) return
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
      set({ mensajes: state.mensajes.filter((message) => message.id !== id) })
    },

    /** Whether she reads the newest messages; only then does the circle let go of older ones. */
    follow(value: boolean): void {
      follows = value
    },

    close(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

export type CharlaAbierta = ReturnType<typeof createCharla>
