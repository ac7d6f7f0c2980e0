import type { LaneOptions } from '../../lib/offline/queueEntry.ts'
import type { QueueLane } from '../../lib/offline/queueLane.ts'
import { createWritten, type Registro as Held } from '../../lib/offline/savedWriting.ts'
import type { Fecha } from '../../lib/time/fechas.ts'

/** What the queue carries of a day; its id is the day. */
export type Pagina = {
  contenido: string
  /** `actualizado_en` of the entry she began from; null where she knew of none. */
  base: string | null
}

/** What this device holds of a day and the service does not have (yet). */
export type Registro = Held<Pagina>

type Options = {
  /** Makes the lane of the diary. */
  lane: (options: LaneOptions<Pagina, string | null>) => QueueLane<Pagina, string | null>
  /** See `createWritten`. */
  deliver: (owner: string, fecha: Fecha, pagina: Pagina) => Promise<string | null>
}

/** The diary on this device: what she writes of each day, until the service has it. */
export function createDiaryDrafts(options: Options) {
  // Two saves of a day must not overtake each other.
  const { write, ...rest } = createWritten<Pagina>({ ...options, turn: () => 'diario' })
  return {
    ...rest,
    /** She typed. */
    write: (fecha: Fecha, contenido: string, base: string | null): void => write(fecha, { contenido, base }),
  }
}

export type DiaryDrafts = ReturnType<typeof createDiaryDrafts>
