import type { DraftBox } from '../../data/device.ts'
import { toServiceError } from '../../data/errors.ts'
import type { Fecha } from '../../lib/fechas.ts'
import { retryDelay } from '../../lib/outbox.ts'
import { inRounds } from '../../data/rounds.ts'

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

type Options = {
  box: DraftBox<Registro>
  /**
   * Hands an entry over. Being called twice for the same text must change nothing.
   *
   * @returns the new version's `actualizado_en`; null when another device wrote the day since `base`
   * @throws ServiceError
   */
  deliver: (owner: string, fecha: Fecha, registro: Registro) => Promise<string | null>
}

/** The device's store is slow or stuck: what is in memory goes on without it. */
const PATIENCE_MS = 1_000

const EMPTY: EstadoDelCuaderno = { listo: false, durable: true, registros: new Map() }

/**
 * Keeps every word of hers on the device from the moment it is typed until the service has it: through a reload, a crash,
 * an ended session and days without a network.
 */
export function createCuaderno({ box, deliver }: Options) {
  let state = EMPTY
  let owner: string | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let delivering: Promise<unknown> = Promise.resolve()
  const writers = new Map<Fecha, () => Promise<void>>()
  const listeners = new Set<() => void>()

  function update(part: Partial<EstadoDelCuaderno>): void {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  /** In memory at once; on the device as fast as it can write, always the newest word. */
  function put(fecha: Fecha, registro: Registro | null): Promise<void> {
    const registros = new Map(state.registros)
    if (registro) registros.set(fecha, registro)
    else registros.delete(fecha)
    update({ registros })
    return persist(fecha)
  }

  function persist(fecha: Fecha): Promise<void> {
    const write = writers.get(fecha) ?? inRounds(() => writeDown(fecha))
    writers.set(fecha, write)
    return write()
  }

  async function writeDown(fecha: Fecha): Promise<void> {
    const whose = owner
    if (whose === null) return
    const registro = state.registros.get(fecha)
    const durable = await succeeds(
      registro ? box.put(whose, fecha, registro, registro.estado !== 'borrador') : box.remove(whose, fecha),
    )
    if (owner === whose && durable !== state.durable) update({ durable })
  }

  async function handOver(fecha: Fecha): Promise<Resultado> {
    const whose = owner
    const registro = state.registros.get(fecha)
    if (whose === null || registro?.estado !== 'por enviar') return 'guardada'
    const version = await deliver(whose, fecha, registro)
    if (owner !== whose) return 'guardada'
    failures = 0
    const current = state.registros.get(fecha)
    if (version === null) {
      if (current === registro) await put(fecha, { ...registro, estado: 'conflicto' })
      return 'conflicto'
    }
    // Written on while it was on its way: what is on the device now stands on what has just arrived.
    if (current && current !== registro) await put(fecha, { ...current, base: version })
    else await put(fecha, null)
    return 'guardada'
  }

  /** One after the other: two saves of a day must not overtake each other. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = delivering.then(work, work)
    delivering = next.catch(() => {})
    return next
  }

  function backToDraft(fecha: Fecha): void {
    const registro = state.registros.get(fecha)
    if (registro?.estado === 'por enviar') void put(fecha, { ...registro, estado: 'borrador' })
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    for (const [fecha, { estado }] of state.registros) {
      if (estado !== 'por enviar') continue
      try {
        await inTurn(() => handOver(fecha))
      } catch (failure) {
        if (!isPassing(failure)) backToDraft(fecha)
        else failures++
      }
    }
    const left = [...state.registros.values()].some(({ estado }) => estado === 'por enviar')
    if (owner !== null && left) timer = setTimeout(flush, retryDelay(failures))
  }

  return {
    get: (): EstadoDelCuaderno => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Reads what earlier pages of this account left on the device, and delivers what waits. */
    async open(account: string): Promise<void> {
      if (owner === account) return
      owner = account
      failures = 0
      update(EMPTY)
      const reading = box.all(account)
      const left = await Promise.race([reading.catch(() => null), delay(PATIENCE_MS)])
      if (owner !== account) return
      if (left) update({ registros: new Map([...left, ...state.registros]) })
      update({ listo: true })
      await flush()
    },

    /** Holds nothing in memory any more; what is on the device stays for its owner. */
    close(): void {
      owner = null
      clearTimeout(timer)
      update(EMPTY)
    },

    /** She typed. */
    write(fecha: Fecha, contenido: string, base: string | null): void {
      void put(fecha, { contenido, base, estado: 'borrador' })
    },

    /** What the device holds of this day is not wanted any more. */
    discard: (fecha: Fecha): Promise<void> => put(fecha, null),

    /**
     * Saves what is written for a day: on the device first, then at the service.
     *
     * @returns `por enviar` when only the device has it so far
     * @throws ServiceError when the service refuses it, or could not be reached and the device keeps nothing; it is then a
     *   draft as before
     */
    async save(fecha: Fecha): Promise<Resultado> {
      const registro = state.registros.get(fecha)
      if (!registro) return 'guardada'
      await put(fecha, { ...registro, estado: 'por enviar' })
      try {
        return await inTurn(() => handOver(fecha))
      } catch (failure) {
        const { isOffline, code } = toServiceError(failure)
        if ((isOffline || code === 'request_timeout') && state.durable) {
          failures++
          clearTimeout(timer)
          timer = setTimeout(flush, retryDelay(failures))
          return 'por enviar'
        }
        backToDraft(fecha)
        throw failure
      }
    },

    /** Something changed for the better (network, foreground): tries again without waiting. */
    wake(): void {
      failures = 0
      if (owner !== null && state.listo) void flush()
    },
  }
}

export type Cuaderno = ReturnType<typeof createCuaderno>

/** What may go away by itself: no network, a service that is busy or broken, a session that is being renewed. */
function isPassing(failure: unknown): boolean {
  const { isOffline, code, status } = toServiceError(failure)
  return isOffline || code === 'request_timeout' || status >= 500 || status === 401 || status === 429
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  )
  return (await Promise.race([done, delay(PATIENCE_MS)])) === true
}

function delay(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, null)
  })
}
