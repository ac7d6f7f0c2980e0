import * as z from 'zod/mini'
import { isDuplicate } from '../../lib/api/errors.ts'
import { filled, required } from '../../lib/form/schema.ts'
import { brand } from '../../lib/installation/brand.ts'
import type { Registro } from '../../lib/offline/savedWriting.ts'
import { storable } from '../../lib/text/storable.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { isPossible, type Tipo, visibleHora } from './dias.ts'

/** An event as the service has it. */
export type Evento = {
  id: string
  titulo: string
  tipo: Tipo
  fecha: Fecha
  hora: string | null
  notificar: boolean
  actualizado_en: string
}

/** An event as it stands in the form. */
export type Campos = {
  titulo: string
  tipo: Tipo
  /** Empty where the field of the day is. */
  fecha: Fecha | ''
  /** Empty for the whole day. */
  hora: string
  notificar: boolean
}

/** What she writes of an event, new or changed, as this device keeps it. */
export type Apunte = Campos & {
  /** `actualizado_en` of the event she began from; null for a new one. */
  base: string | null
  /** She chose the day in the form itself; else a new event follows the calendar. */
  propia: boolean
  /** When she last wrote on it: the newest is open when she comes back. */
  en: number
}

export const camposOf = ({ titulo, tipo, fecha, hora, notificar }: Evento): Campos => ({
  titulo,
  tipo,
  fecha,
  hora: hora ? visibleHora(hora) : '',
  notificar,
})

/** The form before she writes: nothing of the event before stays in it. */
export const vacio = (dia: Fecha): Campos => ({
  titulo: '',
  tipo: 'evento',
  fecha: dia,
  hora: '',
  notificar: true,
})

const FIELDS = ['titulo', 'tipo', 'fecha', 'hora', 'notificar'] as const

export const areAlike = (one: Campos, other: Campos): boolean =>
  FIELDS.every((field) => one[field] === other[field])

export const eventoSchema = z.object({
  titulo: filled('Escribe un título.'),
  fecha: required('Elige una fecha.').check(z.refine(isPossible, 'Elige un día entre 1900 y 2199.')),
})

/** The row of an event as it is written. */
export type Fila = Omit<Evento, 'id' | 'actualizado_en'>

const filaOf = ({ titulo, tipo, fecha, hora, notificar }: Campos): Fila => ({
  titulo: storable(titulo.trim()),
  tipo,
  fecha,
  hora: hora || null,
  notificar,
})

/** What the service does for one event. */
export type Servicio = {
  /** @throws ServiceError `23505` where there is one with its id */
  insert: (fila: Fila) => Promise<Evento>
  /** Changes the version that she knows. @returns null where that one is not there any more */
  update: (fila: Fila, base: string) => Promise<Evento | null>
  read: () => Promise<Evento | null>
}

/**
 * Hands an event over. Twice the same changes nothing; what another device changed or deleted meanwhile is left as it is.
 *
 * @returns the event as the service has it now, if it has it, and whether that is what she wrote
 * @throws ServiceError
 */
export async function handOver(
  apunte: Apunte,
  { insert, update, read }: Servicio,
): Promise<{ evento: Evento | null; arrived: boolean }> {
  const fila = filaOf(apunte)
  if (apunte.base === null) {
    try {
      return { evento: await insert(fila), arrived: true }
    } catch (failure) {
      if (!isDuplicate(failure)) throw failure
    }
  } else {
    const evento = await update(fila, apunte.base)
    if (evento) return { evento, arrived: true }
  }
  // No row was changed: this very text is there already, its answer lost; or another device was here.
  const evento = await read()
  return {
    evento,
    arrived: evento !== null && areAlike(camposOf(evento), { ...apunte, titulo: fila.titulo }),
  }
}

/**
 * Her events as they will be once what waits on this device has arrived; but for the one whose first answer she is waiting for.
 *
 * @param borrados ids of those that she deleted
 */
export function withPending(
  eventos: readonly Evento[],
  registros: ReadonlyMap<string, Registro<Apunte>>,
  saving: string | null,
  borrados: ReadonlySet<string> = new Set(),
): (Evento & { pendiente?: boolean })[] {
  const waiting = [...registros].filter(([id, { state }]) => state === 'ready' && id !== saving)
  const ids = new Set([...waiting.map(([id]) => id), ...borrados])
  return [
    ...eventos.filter(({ id }) => !ids.has(id)),
    ...waiting.map(([id, apunte]) => ({
      id,
      ...filaOf(apunte),
      actualizado_en: apunte.base ?? '',
      pendiente: true,
    })),
  ]
}

/** What she began and has not saved, or must decide upon; what she wrote last comes first. */
export function unfinished(registros: ReadonlyMap<string, Registro<Apunte>>): string[] {
  return [...registros]
    .filter(([, { state }]) => state !== 'ready')
    .sort(([, one], [, other]) => other.en - one.en)
    .map(([id]) => id)
}

/** How an event without a title yet is called. */
export const nameOf = ({ titulo }: { titulo: string }): string => titulo.trim() || 'Sin título'

/** «21 nov, 17:00», of an event as it is written or stored. */
export function whenOf({ fecha, hora }: { fecha: string; hora: string | null }): string {
  const dia = isPossible(fecha) ? short.format(new Date(`${fecha}T12:00`)) : 'sin fecha'
  return hora ? `${dia}, ${visibleHora(hora)}` : dia
}

const short = new Intl.DateTimeFormat(brand.locale, { day: 'numeric', month: 'short', year: 'numeric' })
