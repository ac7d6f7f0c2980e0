import { toServiceError } from '../../lib/api/errors.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import type { QueueLane } from '../../lib/offline/queueLane.ts'
import { uuid } from '../../lib/random.ts'
import { createArrivals, createCatchUp } from './catchUp.ts'
import { createHeld } from './held.ts'
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
 * One circle as it is being talked in. Knows nothing of React nor of sockets: what is held is `held.ts`, how it stays complete
 * is `catchUp.ts`, and here is what she does.
 */
export function createCharla({ salaId, userId, service, lane, onSendFailure, onLoadFailure }: Options) {
  const held = createHeld({ salaId, userId, lane, fetchAutoras: service.fetchAutoras })
  const catching = createCatchUp({ salaId, held, service, onLoadFailure })
  const arrivals = createArrivals(held, catching)

  function deliver(entry: Entry<Mensaje>) {
    lane.send(entry).then(
      (message) => held.take([message]),
      (failure) => {
        // Its answer was lost, and the circle has it all the same.
        if (!held.has(entry.id)) onSendFailure(toServiceError(failure))
      },
    )
  }

  async function loadOlder(): Promise<void> {
    const [first] = held.get().mensajes
    if (!first || !held.get().hasOlder || held.get().loadingOlder) return
    held.set({ loadingOlder: true })
    try {
      const rows = await service.fetchPage(salaId, first)
      held.follow(false)
      held.takeWithAuthors(rows)
      held.set({ hasOlder: rows.length === PAGINA })
    } finally {
      held.set({ loadingOlder: false })
    }
  }

  return {
    get: held.get,
    subscribe: held.subscribe,
    catchUp: catching.catchUp,
    reload: catching.reload,
    receive: arrivals.receive,
    correct: arrivals.correct,
    remove: (id: string) => held.remove(id),
    remember: held.remember,
    follow: held.follow,

    /** Shows what an earlier visit could not send, and follows what becomes of it. @returns how to stop */
    open(): () => void {
      const stop = lane.subscribe(held.showUnsent)
      const stopCatching = catching.watch()
      void lane.open(userId)
      held.showUnsent()
      return () => {
        stop()
        stopCatching()
        arrivals.stop()
      }
    },

    /** A message of hers has just arrived. */
    confirm: (message: Mensaje) => held.take([message]),

    /** Everything of one author leaves the screen: she was blocked. */
    dismiss: (authorId: string) => held.keep(({ user_id }) => user_id !== authorId),

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
        const [first] = held.get().mensajes
        if (!first || first.creado_en <= moment || !held.get().hasOlder) return
        await loadOlder()
      }
    },

    async delete(id: string): Promise<void> {
      await service.deleteMensaje(id)
      held.remove(id)
    },
  }
}

export type CharlaAbierta = ReturnType<typeof createCharla>
