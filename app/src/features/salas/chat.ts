import { toServiceError } from '../../lib/api/errors.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import type { QueueLane } from '../../lib/offline/queueLane.ts'
import { uuid } from '../../lib/random.ts'
import { createArrivals, createCatchUp } from './catchUp.ts'
import { createChatMessages } from './chatMessages.ts'
import type { Mensaje } from './lineas.ts'
import type * as mensajes from './mensajes.ts'
import { PAGINA } from './mensajes.ts'

type Service = Pick<
  typeof mensajes,
  'fetchPage' | 'fetchSince' | 'fetchExisting' | 'deleteMensaje' | 'fetchAutoras'
>

type Options = {
  salaId: string
  userId: string
  service: Service
  /** What she wrote and has not arrived, of every circle. */
  lane: QueueLane<Mensaje, Mensaje>
  /** A message of hers was refused or did not arrive. */
  onSendFailure: (failure: unknown) => void
  /** The messages themselves could not be loaded. */
  onLoadFailure: (failure: unknown) => void
}

/** Of what she has not read, so many pages are loaded before she sees it. */
const MOST_BACK = 4

/**
 * One circle as it is being talked in. Knows nothing of React nor of sockets: its messages are in `chatMessages.ts`, how it stays complete
 * is `catchUp.ts`, and here is what she does.
 */
export function createChat({ salaId, userId, service, lane, onSendFailure, onLoadFailure }: Options) {
  const messages = createChatMessages({ salaId, userId, lane, fetchAutoras: service.fetchAutoras })
  const catching = createCatchUp({ salaId, messages, service, onLoadFailure })
  const arrivals = createArrivals(messages, catching)

  function deliver(entry: Entry<Mensaje>) {
    lane.send(entry).then(
      (message) => messages.take([message]),
      (failure) => {
        // Its answer was lost, and the circle has it all the same.
        if (!messages.has(entry.id)) onSendFailure(toServiceError(failure))
      },
    )
  }

  async function loadOlder(): Promise<void> {
    const [first] = messages.get().mensajes
    if (!first || !messages.get().hasOlder || messages.get().loadingOlder) return
    messages.set({ loadingOlder: true })
    try {
      const rows = await service.fetchPage(salaId, first)
      messages.follow(false)
      messages.takeWithAuthors(rows)
      messages.set({ hasOlder: rows.length === PAGINA })
    } finally {
      messages.set({ loadingOlder: false })
    }
  }

  return {
    get: messages.get,
    subscribe: messages.subscribe,
    catchUp: catching.catchUp,
    reload: catching.reload,
    receive: arrivals.receive,
    correct: arrivals.correct,
    remove: (id: string) => messages.remove(id),
    remember: messages.remember,
    follow: messages.follow,

    /** Shows what an earlier visit could not send, and follows what becomes of it. @returns how to stop */
    open(): () => void {
      const stop = lane.subscribe(messages.showUnsent)
      const stopCatching = catching.watch()
      void lane.open(userId)
      messages.showUnsent()
      return () => {
        stop()
        stopCatching()
        arrivals.stop()
      }
    },

    /** A message of hers has just arrived. */
    confirm: (message: Mensaje) => messages.take([message]),

    /** Everything of one author leaves the screen: she was blocked. */
    dismiss: (authorId: string) => messages.keep(({ user_id }) => user_id !== authorId),

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

    loadOlder,

    /** Loads upwards until a moment is in it, a few pages at most. */
    async loadBackTo(moment: string): Promise<void> {
      for (let pages = 0; pages < MOST_BACK; pages += 1) {
        const [first] = messages.get().mensajes
        if (!first || first.creado_en <= moment || !messages.get().hasOlder) return
        await loadOlder()
      }
    },

    async delete(id: string): Promise<void> {
      await service.deleteMensaje(id)
      messages.remove(id)
    },
  }
}

export type Chat = ReturnType<typeof createChat>
