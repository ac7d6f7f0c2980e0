import { isPassing, toServiceError } from '../api/errors.ts'
import type { Entry, LaneOptions, State } from './queueEntry.ts'
import type { QueueLane } from './queueLane.ts'

/** What this device holds of something and the service does not have (yet). */
export type Registro<Body> = Body & {
  state: State
  /** Whether the device has it, so that it outlives this page: what is `ready` as it is, a draft but for her last word, which follows. */
  kept: boolean
}

export type WrittenState<Body> = {
  /** False until what earlier pages left on the device has been read. */
  listo: boolean
  /** False when the device could not keep the last thing she typed: it then lives in this page alone. */
  durable: boolean
  registros: ReadonlyMap<string, Registro<Body>>
}

export type Resultado = 'saved' | 'ready' | 'held'

type Options<Body> = Pick<LaneOptions<Body, string | null>, 'turn'> & {
  /** Makes the lane. */
  lane: (options: LaneOptions<Body, string | null>) => QueueLane<Body, string | null>
  /**
   * Hands one over. Being called twice for the same words must change nothing.
   *
   * @returns the new version's `actualizado_en`; null when another device changed or deleted it since `base`
   * @throws ServiceError
   */
  deliver: (owner: string, id: string, body: Body) => Promise<string | null>
}

/**
 * Keeps every word of hers on the device from the moment it is typed until the service has it: through a reload, a crash, an ended
 * session and days without a network. What she has not saved is a draft, and goes when she signs out; what she saved stays until it has
 * arrived. What another device changed or deleted meanwhile is never overwritten unseen: it waits for her decision.
 *
 * `base` is `actualizado_en` of what she began from; null where she knew of nothing.
 */
export function createWritten<Body extends { base: string | null }>({
  lane: makeLane,
  deliver,
  ...rest
}: Options<Body>) {
  const lane = makeLane({
    ...rest,
    until: (state) => (state === 'draft' ? 'signedOut' : 'delivered'),
    // The same thing is written in two tabs: each keeps its words until she saves them there.
    apart: true,
    deliver: ({ owner, id, body }) => deliver(owner, id, body),
    arrived(version, sent, now) {
      if (version === null) return now === sent ? { ...now, state: 'held' } : now
      // Written on while it was on its way: what is on the device now stands on what has just arrived.
      return now === sent ? null : { ...now, body: { ...now.body, base: version } }
    },
    failed(failure, _, { awaited, durable }) {
      if (!awaited) return isPassing(failure) ? 'again' : 'draft'
      const { isOffline, code } = toServiceError(failure)
      return (isOffline || code === 'request_timeout') && durable ? 'again' : 'draft'
    },
  })

  const asRegistro = ({ owner, id, state, body }: Entry<Body>): Registro<Body> => ({
    ...body,
    state,
    kept: state === 'draft' ? lane.isBegun(owner, id) : lane.isKept(owner, id),
  })

  let seen: { of: ReturnType<typeof lane.get>; estado: WrittenState<Body> } | undefined

  /** The same object as long as nothing changed. */
  function get(): WrittenState<Body> {
    const state = lane.get()
    if (seen?.of === state) return seen.estado
    const { owner, opened, durable } = state
    const mine = owner === null ? [] : [...lane.of(owner)]
    const registros = new Map(mine.map(([id, entry]) => [id, asRegistro(entry)]))
    seen = { of: state, estado: { listo: opened, durable, registros } }
    return seen.estado
  }

  const held = (id: string) => {
    const { owner } = lane.get()
    return owner === null ? undefined : lane.of(owner).get(id)
  }

  async function send(entry: Entry<Body>): Promise<Resultado> {
    try {
      return (await lane.send(entry)) === null ? 'held' : 'saved'
    } catch (failure) {
      if (held(entry.id)?.state === 'ready') return 'ready'
      throw failure
    }
  }

  return {
    get,
    subscribe: lane.subscribe,

    /** Reads what earlier pages of this account left on the device, and delivers what waits. */
    open: lane.open,

    /** She typed. */
    write(id: string, body: Body): void {
      const { owner } = lane.get()
      if (owner === null) return
      void lane.put({ id, owner, at: Date.now(), state: 'draft', body })
    },

    /** What the device holds of this is not wanted any more. */
    async discard(id: string): Promise<void> {
      const entry = held(id)
      if (entry) await lane.remove(entry.owner, id)
    },

    /**
     * Saves what is written: on the device first, then at the service.
     *
     * @returns `ready` when only the device has it so far
     * @throws ServiceError when the service refuses it, or could not be reached and the device keeps nothing; it is then a
     *   draft as before
     */
    async save(id: string): Promise<Resultado> {
      const entry = held(id)
      return entry ? send(entry) : 'saved'
    },

    /** Saves what she has not typed but brought, such as a file: it is no draft on the way. Like {@link save} otherwise. */
    async add(id: string, body: Body): Promise<Resultado> {
      const { owner } = lane.get()
      return owner === null ? 'held' : send({ id, owner, at: Date.now(), state: 'ready', body })
    },
  }
}
