import { addDays, type Fecha, fromFecha, toFecha } from '../../lib/time/fechas.ts'
import { shortFecha } from '../../lib/time/shortFecha.ts'

export const TIPOS = ['evento', 'cita', 'recordatorio', 'cumpleaños'] as const
export type Tipo = (typeof TIPOS)[number]

/** The part of an event that decides when it is. */
export type Cuando = { id: string; tipo: Tipo; fecha: Fecha; hora: string | null }

const monthAndDay = (fecha: Fecha) => fecha.slice(5)

/**
 * Whether an event is on a day. Birthdays are every year from their own on; that of a leap day is on the 28th in other
 * years, as `interno.cumple` has it in the database.
 */
export function isOnDia({ tipo, fecha }: Pick<Cuando, 'tipo' | 'fecha'>, dia: Fecha): boolean {
  if (tipo !== 'cumpleaños') return fecha === dia
  if (fecha > dia) return false
  if (monthAndDay(fecha) === monthAndDay(dia)) return true
  return (
    monthAndDay(fecha) === '02-29' && monthAndDay(dia) === '02-28' && monthAndDay(addDays(dia, 1)) === '03-01'
  )
}

/** The events of a day: those for the whole day first, then by hour. */
export function eventosOfDia<Evento extends Cuando>(eventos: readonly Evento[], dia: Fecha): Evento[] {
  return eventos
    .filter((evento) => isOnDia(evento, dia))
    .sort((one, other) => (one.hora ?? '').localeCompare(other.hora ?? ''))
}

/** The first and the last day that the database takes. */
export const PRIMER_DIA: Fecha = '1900-01-01'
export const ULTIMO_DIA: Fecha = '2199-12-31'

/** Whether an event can be on this day: one of the calendar, that the database takes. What a date field holds meanwhile may be none. */
export function isPossible(fecha: string): fecha is Fecha {
  if (!/^\d{4}-\d\d-\d\d$/.test(fecha) || fecha < PRIMER_DIA || fecha > ULTIMO_DIA) return false
  try {
    fromFecha(fecha)
    return true
  } catch {
    return false
  }
}

/**
 * The day on which the calendar of a day shows an event: a birthday on that of the same year, or its first one; anything else on its own.
 */
export function seenOn({ tipo, fecha }: Pick<Cuando, 'tipo' | 'fecha'>, dia: Fecha): Fecha {
  const year = dia.slice(0, 4)
  if (tipo !== 'cumpleaños' || year <= fecha.slice(0, 4)) return fecha
  const same = `${year}-${monthAndDay(fecha)}`
  return isPossible(same) ? same : `${year}-02-28`
}

/** «09:05», as the database's `09:05:00` is shown. */
export function visibleHora(hora: string): string {
  return hora.slice(0, 5)
}

/** What comes next of what she has to go to or to think of: of today until its hour has passed; birthdays are none of it. */
export function nextEvento<Evento extends Cuando>(eventos: readonly Evento[], now: Date): Evento | null {
  const hoy = toFecha(now)
  const minute = now.toTimeString().slice(0, 5)
  const when = ({ fecha, hora }: Cuando) => `${fecha} ${hora ?? ''}`
  return (
    eventos
      .filter(({ tipo, fecha, hora }) => {
        return (
          tipo !== 'cumpleaños' && (fecha > hoy || (fecha === hoy && (!hora || visibleHora(hora) >= minute)))
        )
      })
      .sort((one, other) => when(one).localeCompare(when(other)))[0] ?? null
  )
}

/** The first day after a day on which an event is; of one that is past, its own. */
function nextDia(evento: Pick<Cuando, 'tipo' | 'fecha'>, after: Fecha): Fecha {
  const dia = seenOn(evento, addDays(after, 1))
  if (dia > after || evento.tipo !== 'cumpleaños') return dia
  return seenOn(evento, `${Number(after.slice(0, 4)) + 1}-01-01`)
}

/**
 * What follows the chosen day, soonest first, or what comes from today on where that day is past; a birthday on the day on which it comes
 * round.
 */
export function followingEventos<Evento extends Cuando>(
  eventos: readonly Evento[],
  dia: Fecha,
  hoy: Fecha,
): { evento: Evento; dia: Fecha }[] {
  const after = dia < hoy ? addDays(hoy, -1) : dia
  const when = (one: { evento: Cuando; dia: Fecha }) => `${one.dia} ${one.evento.hora ?? ''}`
  return eventos
    .map((evento) => ({ evento, dia: nextDia(evento, after) }))
    .filter((one) => one.dia > after)
    .sort((one, other) => when(one).localeCompare(when(other)))
}

/** «Hoy», «17:00»: the day and the hour of an event, and not a word of what it is. */
export function whenWords({ fecha, hora }: Pick<Cuando, 'fecha' | 'hora'>, hoy: Fecha) {
  const dia = fecha === hoy ? 'Hoy' : fecha === addDays(hoy, 1) ? 'Mañana' : shortFecha(fecha, hoy)
  return { dia, hora: hora ? visibleHora(hora) : 'Todo el día' }
}

const HOUR_MS = 3_600_000

/**
 * When a reminder is due on her own clock, and until when it is still worth anything: an hour before, until it begins; at
 * nine for a whole day, until the day is over.
 */
export function recordatorioTime(dia: Fecha, hora: string | null): { vence: number; hasta: number } {
  const at = (hours: number, minutes: number) => fromFecha(dia).setHours(hours, minutes, 0, 0)
  if (hora === null) return { vence: at(9, 0), hasta: fromFecha(addDays(dia, 1)).setHours(0, 0, 0, 0) }
  const [hours = 0, minutes = 0] = hora.split(':').map(Number)
  const begins = at(hours, minutes)
  return { vence: begins - HOUR_MS, hasta: begins }
}

/** When she would be reminded of it, in words. A birthday comes again. */
export function describeAviso(
  { fecha, hora, tipo }: { fecha: Fecha; hora: string; tipo: string },
  now: number,
): string {
  if (tipo !== 'cumpleaños' && fecha && recordatorioTime(fecha, hora || null).vence < now)
    return 'No habrá aviso: su hora ya pasó.'
  return hora ? 'Una hora antes.' : 'Ese día a las 9:00, porque no tiene hora.'
}

export type Recordatorio = { clave: string; vence: number; hasta: number }

/**
 * The reminders that matter around now, soonest first: due and not over yet, or due within a day.
 *
 * @param now milliseconds of the device's clock
 */
export function upcomingRecordatorios(
  eventos: readonly (Cuando & { notificar: boolean; actualizado_en: string })[],
  hoy: Fecha,
  now: number,
): Recordatorio[] {
  const dias = [-1, 0, 1, 2].map((days) => addDays(hoy, days))
  return eventos
    .filter(({ notificar }) => notificar)
    .flatMap((evento) =>
      dias
        .filter((dia) => isOnDia(evento, dia))
        .map((dia) => ({ evento, dia, ...recordatorioTime(dia, evento.hora) })),
    )
    .filter(({ evento, vence, hasta }) => {
      // An event written down after its reminder was due needs none.
      return hasta > now && vence < now + 24 * HOUR_MS && Date.parse(evento.actualizado_en) <= vence
    })
    .map(({ evento, dia, vence, hasta }) => ({ clave: `${evento.id} ${dia} ${evento.hora}`, vence, hasta }))
    .sort((one, other) => one.vence - other.vence)
}
