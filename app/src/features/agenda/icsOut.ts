import ICAL from 'ical.js'
import { addDays, type Fecha } from '../../lib/time/fechas.ts'
import { type Evento, nameOf } from './agendaDrafts.ts'
import { recordatoriosOf, visibleHora } from './dias.ts'

/** Of a whole day reminders are counted from nine o'clock, and in a file from its beginning. */
export const NINE = 540

/** Hours without a zone: an event is at its hour wherever she is. */
const timeOf = (fecha: Fecha, hora: string | null) =>
  hora ? ICAL.Time.fromDateTimeString(`${fecha}T${visibleHora(hora)}:00`) : ICAL.Time.fromDateString(fecha)

/** Her whole agenda as iCalendar (RFC 5545). Its name says nothing of this app. */
export function toIcs(eventos: readonly Evento[], now: Date): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//agenda//ES')
  for (const evento of eventos) calendar.addSubcomponent(componentOf(evento, now))
  return `${calendar.toString()}\r\n`
}

function componentOf(evento: Evento, now: Date): ICAL.Component {
  const { id, lugar, notas, tipo, fecha, hora, hora_fin, regla, excepto, notificar, recordatorios } = evento
  const component = new ICAL.Component('vevent')
  const add = (name: string, value: string | ICAL.Time | ICAL.Recur) =>
    component.addPropertyWithValue(name, value)
  add('uid', id)
  add('dtstamp', ICAL.Time.fromJSDate(now, true))
  add('dtstart', timeOf(fecha, hora))
  if (hora && hora_fin) add('dtend', timeOf(hora_fin < hora ? addDays(fecha, 1) : fecha, hora_fin))
  add('summary', nameOf(evento))
  if (lugar) add('location', lugar)
  if (notas) add('description', notas)
  add('categories', tipo)
  if (regla) {
    // The end of a rule is of the same kind as its beginning.
    const rule = ICAL.Recur.fromString(hora ? regla.replace(/(UNTIL=\d{8})$/, '$1T235959') : regla)
    add('rrule', rule)
  }
  for (const dia of excepto) add('exdate', timeOf(dia, hora))
  if (notificar)
    for (const minutes of recordatoriosOf(recordatorios, hora)) {
      const alarm = new ICAL.Component('valarm')
      alarm.addPropertyWithValue('action', 'DISPLAY')
      alarm.addPropertyWithValue('description', 'Recordatorio')
      const seconds = ((hora ? 0 : NINE) - minutes) * 60
      alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(seconds))
      component.addSubcomponent(alarm)
    }
  return component
}
