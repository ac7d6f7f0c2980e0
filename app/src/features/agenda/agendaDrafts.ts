import * as z from 'zod/mini'
import { isDuplicate } from '../../lib/api/errors.ts'
import type { Ilegible, Palabras } from '../../lib/cofre/palabras.ts'
import { filled, required } from '../../lib/form/schema.ts'
import { brand } from '../../lib/installation/brand.ts'
import type { State } from '../../lib/offline/queueEntry.ts'
import { storable } from '../../lib/text/storable.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { type Corte, type Cuando, isPossible, rangeOf, type Tipo, visibleHora } from './dias.ts'

/**
 * An event as the service has it, with her words opened. They are kept apart from when it is: screens alone read them, and nothing that
 * reminds of an event does.
 */
export type Evento = Palabras &
  Cuando & {
    ilegible: Ilegible
    notificar: boolean
    /** Minutes before it; null for what is usual. */
    recordatorios: number[] | null
    actualizado_en: string
  }

/** An event as it stands in the form: empty where a field is. */
export type Campos = {
  titulo: string
  lugar: string
  notas: string
  tipo: Tipo
  fecha: Fecha | ''
  /** Empty for the whole day. */
  hora: string
  hora_fin: string
  /** Empty for once. */
  regla: string
  excepto: Fecha[]
  notificar: boolean
  recordatorios: number[] | null
  /** Its words are not known here: they stay as they are, and when it is can be changed. */
  ilegible: Ilegible
}

/** What she writes of an event, new or changed, as this device keeps it. */
export type Apunte = Campos & {
  /** `actualizado_en` of the event she began from; null for a new one. */
  base: string | null
  /** What this one takes the place of: one time of a repeated event, or that and all later ones. */
  corte?: Corte
  /** She chose the day in the form itself; else a new event follows the calendar. */
  propia: boolean
  /** When she last wrote on it: the newest is open when she comes back. */
  en: number
}

export const camposOf = (evento: Omit<Evento, 'id' | 'actualizado_en' | 'ultima'>): Campos => ({
  titulo: evento.titulo,
  lugar: evento.lugar ?? '',
  notas: evento.notas ?? '',
  tipo: evento.tipo,
  fecha: evento.fecha,
  hora: evento.hora ? visibleHora(evento.hora) : '',
  hora_fin: evento.hora_fin ? visibleHora(evento.hora_fin) : '',
  regla: evento.regla ?? '',
  excepto: evento.excepto,
  notificar: evento.notificar,
  recordatorios: evento.recordatorios,
  ilegible: evento.ilegible,
})

/** The form before she writes: nothing of the event before stays in it. */
export const vacio = (dia: Fecha): Campos => ({
  titulo: '',
  lugar: '',
  notas: '',
  tipo: 'evento',
  fecha: dia,
  hora: '',
  hora_fin: '',
  regla: '',
  excepto: [],
  notificar: true,
  recordatorios: null,
  ilegible: null,
})

const FIELDS = Object.keys(vacio('')) as (keyof Campos)[]

/** The fields of the form alone, of what holds more. */
export const onlyCampos = (of: Campos): Campos =>
  Object.fromEntries(FIELDS.map((field) => [field, of[field]])) as Campos

export const areAlike = (one: Campos, other: Campos): boolean =>
  FIELDS.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]))

/** The last day of a rule that has one. */
export const untilOf = (regla: string): Fecha | undefined =>
  /UNTIL=(\d{4})(\d\d)(\d\d)$/.exec(regla)?.slice(1).join('-')

const schemaOf = (titulo: z.ZodMiniType<string, string>) =>
  z
    .object({
      titulo,
      fecha: required('Elige una fecha.').check(z.refine(isPossible, 'Elige un día entre 1900 y 2199.')),
      hora: z.string(),
      hora_fin: z.string(),
      regla: z.string(),
    })
    .check(
      z.refine(({ hora, hora_fin }) => !hora_fin || hora_fin !== hora, {
        error: 'Elige otra hora de fin.',
        path: ['hora_fin'],
      }),
      z.refine(({ regla }) => !/COUNT=0*$/.test(regla), {
        error: 'Escribe cuántas veces, de 1 a 999.',
        path: ['regla'],
      }),
      z.refine(({ regla }) => !/UNTIL=$/.test(regla), { error: 'Elige el último día.', path: ['regla'] }),
      z.refine(({ fecha, regla }) => (untilOf(regla) ?? fecha) >= fecha, {
        error: 'Termina antes de empezar: elige un día posterior.',
        path: ['regla'],
      }),
    )

export const eventoSchema = schemaOf(filled('Escribe un título.'))
/** Of an event whose words are not known here. */
export const movedSchema = schemaOf(z.string())

/** The row of an event as it is written; without words, those that are there stay. */
export type Fila = Omit<Evento, 'id' | 'actualizado_en' | 'ultima' | 'ilegible' | keyof Palabras> &
  Partial<Palabras>

const textOrNull = (typed: string) => storable(typed.trim()) || null

const palabrasOf = (campos: Campos): Palabras => ({
  titulo: storable(campos.titulo.trim()),
  lugar: textOrNull(campos.lugar),
  notas: textOrNull(campos.notas),
})

export const filaOf = (campos: Campos): Fila => ({
  ...(!campos.ilegible && palabrasOf(campos)),
  ...cuandoOf(campos),
})

/** As it will be seen once it has arrived. */
export const eventoOf = (campos: Campos): Omit<Evento, 'id' | 'actualizado_en' | 'ultima'> => ({
  ...palabrasOf(campos),
  ...cuandoOf(campos),
  ilegible: campos.ilegible,
})

/** Of the row what is not her words. */
export const cuandoOf = (campos: Campos): Fila => ({
  tipo: campos.tipo,
  fecha: campos.fecha,
  hora: campos.hora || null,
  hora_fin: (campos.hora && campos.hora_fin) || null,
  regla: campos.regla || null,
  excepto: campos.regla ? campos.excepto : [],
  notificar: campos.notificar,
  recordatorios: campos.recordatorios,
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
  return { evento, arrived: evento !== null && areAlike(camposOf(evento), camposOf({ ...evento, ...fila })) }
}

/** What she deleted and the service still has: whole events, and days of repeated ones. */
export type Borrados = { ids: ReadonlySet<string>; cortes: readonly Corte[] }

export const NADA_BORRADO: Borrados = { ids: new Set(), cortes: [] }

/** What she began and has not saved, or must decide upon; what she wrote last comes first. */
export function unfinished(registros: ReadonlyMap<string, Apunte & { state: State }>): string[] {
  return [...registros]
    .filter(([, { state }]) => state !== 'ready')
    .sort(([, one], [, other]) => other.en - one.en)
    .map(([id]) => id)
}

/** How an event is called, also one without a title yet, or whose words cannot be read here. */
export function nameOf({ titulo, ilegible }: Pick<Evento, 'titulo' | 'ilegible'>): string {
  if (ilegible) return ilegible === 'cerrada' ? 'Cerrada con tu llave' : 'No se puede abrir'
  return titulo.trim() || 'Sin título'
}

/** «21 nov, 17:00», of an event as it is written or stored. */
export function whenOf({
  fecha,
  hora,
  hora_fin,
}: {
  fecha: string
  hora: string | null
  hora_fin: string | null
}): string {
  const dia = isPossible(fecha) ? short.format(new Date(`${fecha}T12:00`)) : 'sin fecha'
  return hora ? `${dia}, ${rangeOf(hora, hora_fin)}` : dia
}

const short = new Intl.DateTimeFormat(brand.locale, { day: 'numeric', month: 'short', year: 'numeric' })
