import { addDays, type Fecha, fromFecha, isFecha, toFecha } from '../../lib/time/fechas.ts'
import { shortFecha } from '../../lib/time/shortFecha.ts'

export const TIPOS = ['evento', 'cita', 'recordatorio', 'cumpleaños'] as const
export type Tipo = (typeof TIPOS)[number]

/** The part of an event that decides when it is. */
export type Cuando = {
  id: string
  tipo: Tipo
  fecha: Fecha
  hora: string | null
  /** An hour before `hora` is one of the next day. */
  hora_fin: string | null
  /** How it repeats, as RFC 5545 writes it; null for once. */
  regla: string | null
  /** Days of its rule on which it is not. */
  excepto: Fecha[]
  /** Its last day, where the database has computed it. */
  ultima: Fecha | null
}

/** An event on one of its days. */
export type Ocurrencia<Evento extends Pick<Cuando, 'hora'> = Cuando> = { evento: Evento; dia: Fecha }

/** What is taken out of a repeated event: one of its days, or that and all later ones. */
export type Corte = {
  /** Of the repeated event. */
  id: string
  dia: Fecha
  cuales: 'esta' | 'siguientes'
}

/** By day, then by hour; what lasts the whole day first. */
export function byHora(
  one: Ocurrencia<Pick<Cuando, 'hora'>>,
  other: Ocurrencia<Pick<Cuando, 'hora'>>,
): number {
  const [mine, theirs] =
    one.dia === other.dia ? [one.evento.hora ?? '', other.evento.hora ?? ''] : [one.dia, other.dia]
  return mine < theirs ? -1 : mine > theirs ? 1 : 0
}

/** The first and the last day that the database takes. */
export const PRIMER_DIA: Fecha = '1900-01-01'
export const ULTIMO_DIA: Fecha = '2199-12-31'

/** Whether an event can be on this day: one of the calendar, that the database takes. What a date field holds meanwhile may be none. */
export function isPossible(fecha: string): fecha is Fecha {
  return isFecha(fecha) && fecha >= PRIMER_DIA && fecha <= ULTIMO_DIA
}

/** «09:05», as the database's `09:05:00` is shown. */
export function visibleHora(hora: string): string {
  return hora.slice(0, 5)
}

/** «09:05–10:30», or «22:00–06:00 del día siguiente». */
export function rangeOf(hora: string, fin: string | null): string {
  if (!fin) return visibleHora(hora)
  return `${visibleHora(hora)}–${visibleHora(fin)}${fin < hora ? ' del día siguiente' : ''}`
}

/** A reminder that comes again and again: of a medicine, of a while for herself. It stands behind what is on a day of its own. */
export const isCadaVez = ({ tipo, regla }: Pick<Cuando, 'tipo' | 'regla'>): boolean =>
  tipo === 'recordatorio' && regla !== null

/**
 * What comes next of what she has to go to or to think of: of today until its hour has passed; birthdays are none of it, and a reminder that
 * comes again and again is only where there is nothing else.
 */
export function nextEvento<Evento extends Cuando>(
  ocurrencias: readonly Ocurrencia<Evento>[],
  now: Date,
): Ocurrencia<Evento> | null {
  const hoy = toFecha(now)
  const minute = now.toTimeString().slice(0, 5)
  const ahead = ocurrencias
    .filter(({ evento: { tipo, hora }, dia }) => {
      return tipo !== 'cumpleaños' && (dia > hoy || (dia === hoy && (!hora || visibleHora(hora) >= minute)))
    })
    .sort(byHora)
  return ahead.find(({ evento }) => !isCadaVez(evento)) ?? ahead[0] ?? null
}

/** «Hoy», «17:00»: the day and the hour of an event, and not a word of what it is. */
export function whenWords({ fecha, hora }: Pick<Cuando, 'fecha' | 'hora'>, hoy: Fecha) {
  const dia = fecha === hoy ? 'Hoy' : fecha === addDays(hoy, 1) ? 'Mañana' : shortFecha(fecha, hoy)
  return { dia, hora: hora ? visibleHora(hora) : 'Todo el día' }
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
/** How far before an event its first reminder may be. */
export const MAX_ANTES = 7 * DAY_MINUTES

/** How many minutes before an event she is reminded: those of her choice, else an hour, or at nine for a whole day. */
export const recordatoriosOf = (
  recordatorios: readonly number[] | null,
  hora: string | null,
): readonly number[] => recordatorios ?? [hora ? 60 : 0]

/**
 * When a reminder is due on her own clock, and until when it is still worth anything: so many minutes before the event, or before nine
 * o'clock of a whole day, until it begins or the day is over; a quarter of an hour at least. Whole days before are days of her clock.
 */
export function recordatorioTime(
  dia: Fecha,
  hora: string | null,
  antes: number,
): { vence: number; hasta: number } {
  const [hours = 0, minutes = 0] = (hora ?? '09:00').split(':').map(Number)
  const at = (day: Fecha) => fromFecha(day).setHours(hours, minutes, 0, 0)
  const vence = at(addDays(dia, -Math.floor(antes / DAY_MINUTES))) - (antes % DAY_MINUTES) * MINUTE_MS
  const ends = hora === null ? fromFecha(addDays(dia, 1)).setHours(0, 0, 0, 0) : at(dia)
  return { vence, hasta: Math.max(ends, vence + 15 * MINUTE_MS) }
}

/** «10 minutos antes»: when that is, in words. */
export function recordatorioWords(antes: number, hora: string | null): string {
  const days = Math.floor(antes / DAY_MINUTES)
  if (!hora) {
    if (antes % DAY_MINUTES !== 0) return `${spanWords(antes)} antes de las 9:00`
    if (days === 0) return 'Ese día a las 9:00'
    return days === 1 ? 'El día anterior a las 9:00' : `${spanWords(antes)} antes, a las 9:00`
  }
  if (antes === 0) return 'A su hora'
  return `${spanWords(antes)} antes`
}

function spanWords(minutes: number): string {
  const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`
  if (minutes === MAX_ANTES) return '1 semana'
  if (minutes > 0 && minutes % DAY_MINUTES === 0) return count(minutes / DAY_MINUTES, 'día', 'días')
  if (minutes > 0 && minutes % 60 === 0) return count(minutes / 60, 'hora', 'horas')
  return count(minutes, 'minuto', 'minutos')
}

/** What she may choose; what a file or another app chose is shown beside it. */
export const recordatoriosToChoose = (hora: string | null): number[] =>
  hora ? [0, 10, 30, 60, DAY_MINUTES, MAX_ANTES] : [0, DAY_MINUTES, 2 * DAY_MINUTES, MAX_ANTES]

/** When she would be reminded of it, in words. */
export function describeAviso(
  {
    fecha,
    hora,
    recordatorios,
    regla,
  }: { fecha: Fecha | ''; hora: string; recordatorios: number[] | null; regla: string },
  now: number,
): string {
  const all = recordatoriosOf(recordatorios, hora || null)
  // A repeated one comes again.
  const over =
    regla || !fecha ? [] : all.filter((antes) => recordatorioTime(fecha, hora || null, antes).vence < now)
  if (over.length === all.length && all.length > 0) return 'No habrá aviso: su hora ya pasó.'
  if (recordatorios === null) return hora ? 'Una hora antes.' : 'Ese día a las 9:00, porque no tiene hora.'
  const words = all
    .filter((antes) => !over.includes(antes))
    .map((antes) => recordatorioWords(antes, hora || null))
  const [first = '', ...rest] = words
  return `${[first, ...rest.map((one) => one.charAt(0).toLowerCase() + one.slice(1))].join(' y ')}.${
    over.length > 0 ? ' Otro ya pasó.' : ''
  }`
}

export type Recordatorio = { clave: string; vence: number; hasta: number }

type Recordado = Cuando & { notificar: boolean; recordatorios: number[] | null; actualizado_en: string }

/** The days whose reminders matter around now: a week ahead, as far as one may be before its event. */
export const diasOfRecordatorios = (hoy: Fecha): [desde: Fecha, hasta: Fecha] => [
  addDays(hoy, -1),
  addDays(hoy, 2 + MAX_ANTES / DAY_MINUTES),
]

/**
 * The reminders that matter around now, soonest first: due and not over yet, or due within a day.
 *
 * @param list what is on the days of {@link diasOfRecordatorios}
 * @param now milliseconds of the device's clock
 */
export function upcomingRecordatorios(list: readonly Ocurrencia<Recordado>[], now: number): Recordatorio[] {
  return list
    .filter(({ evento }) => evento.notificar)
    .flatMap(({ evento, dia }) =>
      [...new Set(recordatoriosOf(evento.recordatorios, evento.hora))].map((antes) => ({
        evento,
        clave: `${evento.id} ${dia} ${evento.hora} ${antes}`,
        ...recordatorioTime(dia, evento.hora, antes),
      })),
    )
    .filter(({ evento, vence, hasta }) => {
      // An event written down after its reminder was due needs none.
      return (
        hasta > now && vence < now + DAY_MINUTES * MINUTE_MS && Date.parse(evento.actualizado_en) <= vence
      )
    })
    .map(({ clave, vence, hasta }) => ({ clave, vence, hasta }))
    .sort((one, other) => one.vence - other.vence)
}
