import { ServiceError } from '../../lib/api/errors.ts'
import type { State } from '../../lib/offline/queueEntry.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import {
  type Apunte,
  areAlike,
  type Borrados,
  camposOf,
  cuandoOf,
  type Evento,
  eventoOf,
  NADA_BORRADO,
  type Servicio,
} from './agendaDrafts.ts'
import type { Corte } from './dias.ts'
import { cortar, resto } from './recurrencia.ts'

/* What takes days out of a repeated event: one time of it that she changes or deletes, or that and all later ones. */

/** What a new event is that takes the place of one time of a repeated one, or of that and all later ones. */
export function apunteOfCorte(evento: Evento, dia: Fecha, cuales: Corte['cuales']): Omit<Apunte, 'en'> {
  const rest = cuales === 'siguientes' ? resto(evento, dia) : { regla: null, excepto: [] }
  return {
    ...camposOf({ ...evento, ...rest }),
    // A birthday by itself would come every year.
    ...(cuales === 'esta' && evento.tipo === 'cumpleaños' && { tipo: 'evento' }),
    fecha: dia,
    base: null,
    corte: { id: evento.id, dia, cuales },
    propia: true,
  }
}

/** How many of its days an event may leave out (`agenda_personal.excepto`). */
export const MAX_EXCEPTO = 500
const FULL =
  'Ya quitaste 500 días de este evento, y no caben más. Cámbialo desde hoy («Esta y las siguientes») y sigue ahí.'

/**
 * Takes days out of a repeated event, as the service has it by now: whatever else another device changed of it stays. Twice the same
 * changes nothing.
 *
 * @throws ServiceError
 */
export async function handOverCorte(
  corte: Omit<Corte, 'id'>,
  {
    read,
    update,
    remove,
  }: Pick<Servicio, 'read' | 'update'> & { remove: (base: string) => Promise<boolean> },
): Promise<Evento | null> {
  for (;;) {
    const evento = await read()
    if (!evento) return null
    const cut = cortar(evento, corte)
    if (cut && areAlike(camposOf(cut), camposOf(evento))) return evento
    if (cut && cut.excepto.length > MAX_EXCEPTO) throw new ServiceError(FULL, 'PT422', 422)
    const { actualizado_en: base } = evento
    // Another device was quicker: what it wrote is read first.
    if (cut) {
      const written = await update(cuandoOf(camposOf(cut)), base)
      if (written) return written
    } else if (await remove(base)) return null
  }
}

/**
 * Her events as they will be once what waits on this device has arrived; but for the one whose first answer she is waiting for.
 */
export function withPending(
  eventos: readonly Evento[],
  registros: ReadonlyMap<string, Apunte & { state: State }>,
  saving: string | null,
  borrados: Borrados = NADA_BORRADO,
): (Evento & { pendiente?: boolean })[] {
  const waiting = [...registros].filter(([id, { state }]) => state === 'ready' && id !== saving)
  const known = new Map(
    eventos.map(({ id, titulo, lugar, notas, ilegible }) => [id, { titulo, lugar, notas, ilegible }]),
  )
  const gone = new Set([...waiting.map(([id]) => id), ...borrados.ids])
  const all: (Evento & { pendiente?: boolean })[] = [
    ...eventos.filter(({ id }) => !gone.has(id)),
    ...waiting
      .filter(([id]) => !borrados.ids.has(id))
      .map(([id, apunte]) => ({
        id,
        ...eventoOf(apunte),
        ...(apunte.ilegible && known.get(id)),
        ultima: null,
        actualizado_en: apunte.base ?? '',
        pendiente: true,
      })),
  ]
  const cortes = [...borrados.cortes, ...waiting.flatMap(([, { corte }]) => corte ?? [])]
  if (cortes.length === 0) return all
  return all.flatMap((evento) => {
    const cut = cortes
      .filter(({ id }) => id === evento.id)
      .reduce<typeof evento | null>((left, corte) => left && cortar(left, corte), evento)
    return cut ?? []
  })
}
