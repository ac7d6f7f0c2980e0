import { isPassing, toServiceError } from '../../data/errors.ts'
import type { Entry, Lane, LaneOptions, State } from '../../data/queue.ts'
import type { Fecha } from '../../lib/time/fechas.ts'

/** What this device holds of a day and the service does not have (yet). */
export type Registro = {
  contenido: string
  /** `actualizado_en` of the entry she began from; null where she knew of none. */
  base: string | null
  /** Being written; saved and waiting for the network; or another device wrote the same day meanwhile. */
  estado: 'borrador' | 'por enviar' | 'conflicto'
}

export type EstadoDelCuaderno = {
  /** False until what earlier pages left on the device has been read. */
  listo: boolean
  /** False when the device could not keep the last thing she typed: it then lives in this page alone. */
  durable: boolean
  registros: ReadonlyMap<Fecha, Registro>
}

export type Resultado = 'guardada' | 'por enviar' | 'conflicto'

/** What the queue carries of a day; its id is the day. */
export type Pagina = Pick<Registro, 'contenido' | 'base'>

export const STATES: Record<Registro['estado'], State> = {
  borrador: 'draft',
  'por enviar': 'ready',
  conflicto: 'held',
}
export const ESTADOS: Record<State, Registro['estado']> = {
  draft: 'borrador',
  ready: 'por enviar',
  held: 'conflicto',
}

type Options = Pick<LaneOptions<Pagina, string | null>, 'adopt'> & {
  /** Makes the lane of the diary. */
  lane: (options: LaneOptions<Pagina, string | null>) => Lane<Pagina, string | null>
  /**
   * Hands an entry over. Being called twice for the same text must change nothing.
   *
   * @returns the new version's `actualizado_en`; null when another device wrote the day since `base`
   * @throws ServiceError
   */
  deliver: (owner: string, fecha: Fecha, pagina: Pagina) => Promise<string | null>
}

/**
 * Keeps every word of hers on the device from the moment it is typed until the service has it: through a reload, a crash, an ended
 * session and days without a network. What she has not saved is a draft, and goes when she signs out; what she saved stays until it has
 * arrived.
 */
export function createCuaderno({ lane: makeLane, deliver, adopt }: Options) {
  const lane = makeLane({
    keep: (state) => (state === 'draft' ? 'signedOut' : 'delivered'),
    // Two saves of a day must not overtake each other.
    turn: () => 'diario',
    // A day is written in two tabs: each keeps its words until she saves them there.
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
    adopt,
  })

  const asRegistro = ({ state, body }: Entry<Pagina>): Registro => ({ ...body, estado: ESTADOS[state] })

  let seen: { of: ReturnType<typeof lane.get>; estado: EstadoDelCuaderno } | undefined

  /** The same object as long as nothing changed. */
  function get(): EstadoDelCuaderno {
    const state = lane.get()
    if (seen?.of === state) return seen.estado
    const { owner, opened, durable } = state
    const mine = owner === null ? [] : [...lane.of(owner)]
    const registros = new Map(mine.map(([fecha, entry]) => [fecha, asRegistro(entry)]))
    seen = { of: state, estado: { listo: opened, durable, registros } }
    return seen.estado
  }

  const held = (fecha: Fecha) => {
    const { owner } = lane.get()
    return owner === null ? undefined : lane.of(owner).get(fecha)
  }

  return {
    get,
    subscribe: lane.subscribe,

    /** Reads what earlier pages of this account left on the device, and delivers what waits. */
    open: lane.open,

    /** She typed. */
    write(fecha: Fecha, contenido: string, base: string | null): void {
      const { owner } = lane.get()
      if (owner === null) return
      void lane.put({ id: fecha, owner, at: Date.now(), state: 'draft', body: { contenido, base } })
    },

    /** What the device holds of this day is not wanted any more. */
    async discard(fecha: Fecha): Promise<void> {
      const entry = held(fecha)
      if (entry) await lane.remove(entry.owner, fecha)
    },

    /**
     * Saves what is written for a day: on the device first, then at the service.
     *
     * @returns `por enviar` when only the device has it so far
     * @throws ServiceError when the service refuses it, or could not be reached and the device keeps nothing; it is then a
     *   draft as before
     */
    async save(fecha: Fecha): Promise<Resultado> {
      const entry = held(fecha)
      if (!entry) return 'guardada'
      try {
        return (await lane.send(entry)) === null ? 'conflicto' : 'guardada'
      } catch (failure) {
        if (held(fecha)?.state === 'ready') return 'por enviar'
        throw failure
      }
    },
  }
}

export type Cuaderno = ReturnType<typeof createCuaderno>
