import ICAL from 'ical.js'
import { weekOf } from '../../components/calendar/calendario.ts'
import { addDays, addMonths, type Fecha, fromFecha } from '../../lib/time/fechas.ts'
import { byHora, type Corte, type Cuando, isCadaVez, type Ocurrencia, ULTIMO_DIA } from './dias.ts'

/*
 * The days of a repeated event, by ical.js: loaded where there is one. `interno.ocurrencias` in the database has the same days for
 * reminders; `tests/ocurrencias.test.ts` asks both. Days and hours are of her own clock, so nine o'clock stays nine o'clock.
 */

/** The part of an event that decides on which days it is. */
export type Repetible = Pick<Cuando, 'fecha' | 'regla' | 'excepto' | 'ultima'>

const DAY_MS = 86_400_000

const daysBetween = (one: Fecha, other: Fecha) =>
  Math.round((fromFecha(other).getTime() - fromFecha(one).getTime()) / DAY_MS)

const monthsOf = (fecha: Fecha) => Number(fecha.slice(0, 4)) * 12 + Number(fecha.slice(5, 7)) - 1

/**
 * A rule, and a first day from which it has the same days, close before the wanted one: ical.js takes 20 to 400 microseconds for each of
 * them, and years of a daily rule would be counted through.
 */
function begin({ fecha, regla, ultima }: Repetible & { regla: string }, desde: Fecha): [ICAL.Recur, Fecha] {
  // Where the database has counted to its last day, nothing has to be counted here.
  const text = ultima ? withoutEnd(regla) : regla
  const rule = ICAL.Recur.fromString(text)
  const from = desde > fecha ? desde : fecha
  if (rule.freq === 'DAILY' || rule.freq === 'WEEKLY') {
    if (rule.count) return [rule, fecha]
    const period = rule.interval * (rule.freq === 'DAILY' ? 1 : 7)
    const whole = Math.max(0, Math.floor(daysBetween(fecha, from) / period) - 1)
    return [rule, addDays(fecha, whole * period)]
  }
  // Said in full: of a bare yearly rule of the 29th of February ical.js makes the 1st of March.
  if (!/BY(MONTH)?DAY=/.test(text)) rule.parts.BYMONTHDAY = [Number(fecha.slice(8))]
  if (rule.freq === 'YEARLY') {
    rule.parts.BYMONTH = [Number(fecha.slice(5, 7))]
    if (rule.count) return [rule, fecha]
    const whole =
      Math.floor((Number(from.slice(0, 4)) - Number(fecha.slice(0, 4))) / rule.interval) * rule.interval
    return [rule, whole === 0 ? fecha : `${Number(fecha.slice(0, 4)) + whole}-01-01`]
  }
  if (rule.count) return [rule, fecha]
  const whole = Math.floor((monthsOf(from) - monthsOf(fecha)) / rule.interval) * rule.interval
  return [rule, whole === 0 ? fecha : addMonths(`${fecha.slice(0, 7)}-01`, whole)]
}

/** Of a yearly rule every day is in the month of its first: most of what repeats are birthdays, and a week is computed without them. */
const isOfOtherMonth = (fecha: Fecha, regla: string, desde: Fecha, hasta: Fecha) =>
  regla.startsWith('FREQ=YEARLY') &&
  hasta < addDays(desde, 28) &&
  ![desde, hasta].some((dia) => dia.slice(5, 7) === fecha.slice(5, 7))

/** The days of an event between two days, both included, soonest first; as many as are asked for. */
export function diasOf(
  { fecha, regla, excepto, ultima }: Repetible,
  desde: Fecha,
  hasta: Fecha = ULTIMO_DIA,
  cuantas = Number.POSITIVE_INFINITY,
): Fecha[] {
  if (!regla) return fecha >= desde && fecha <= hasta ? [fecha] : []
  const last = ultima && ultima < hasta ? ultima : hasta
  if (desde > last || fecha > last) return []
  if (isOfOtherMonth(fecha, regla, desde, last)) return []
  const [rule, first] = begin({ fecha, regla, excepto, ultima }, desde)
  const days = rule.iterator(ICAL.Time.fromDateString(first))
  const found: Fecha[] = []
  while (found.length < cuantas) {
    const dia = days.next()?.toString()
    if (!dia || dia > last) break
    if (dia >= desde && !excepto.includes(dia)) found.push(dia)
  }
  return found
}

/**
 * Of events that are looked at one after the other the days that may be among the next ones: what lies behind as many as are wanted is not
 * computed.
 */
export function nextOfEach<Evento extends Repetible>(
  desde: Fecha,
  cuantas: number,
): (evento: Evento) => { evento: Evento; dia: Fecha }[] {
  let next: Fecha[] = []
  return (evento) => {
    const dias = diasOf(evento, desde, next[cuantas - 1], cuantas)
    next = [...next, ...dias].sort().slice(0, cuantas)
    return dias.map((dia) => ({ evento, dia }))
  }
}

/** The first day of a rule from a day on: an event «from Monday to Friday» that is written on a Saturday begins on Monday. */
export function primeraVez(fecha: Fecha, regla: string | null): Fecha {
  return diasOf({ fecha, regla, excepto: [], ultima: null }, fecha, ULTIMO_DIA, 1)[0] ?? fecha
}

const known = new WeakMap<object, Map<string, Fecha[]>>()

/** What is between two days of all events, by day and hour; what lasts the whole day first. The same days of the same event are computed once. */
export function ocurrencias<Evento extends Cuando>(
  eventos: readonly Evento[],
  desde: Fecha,
  hasta: Fecha,
): Ocurrencia<Evento>[] {
  const key = `${desde} ${hasta}`
  return eventos
    .flatMap((evento) => {
      if (!evento.regla) return diasOf(evento, desde, hasta).map((dia) => ({ evento, dia }))
      const spans = known.get(evento) ?? new Map<string, Fecha[]>()
      known.set(evento, spans)
      const dias = spans.get(key) ?? diasOf(evento, desde, hasta)
      spans.set(key, dias)
      return dias.map((dia) => ({ evento, dia }))
    })
    .sort(byHora)
}

const weekOfDia = (dia: Fecha): [monday: Fecha, sunday: Fecha] => {
  const week = weekOf(dia)
  return [week[0]!, week[6]!]
}

/** What is on a day, for any day: weeks are computed as they are asked for, since a telephone shows one. */
export function byDia<Evento extends Cuando>(
  eventos: readonly Evento[],
): (dia: Fecha) => Ocurrencia<Evento>[] {
  const weeks = new Map<Fecha, Map<Fecha, Ocurrencia<Evento>[]>>()
  return (dia) => {
    const [monday, sunday] = weekOfDia(dia)
    let days = weeks.get(monday)
    if (!days) {
      days = new Map()
      for (const one of ocurrencias(eventos, monday, sunday))
        days.set(one.dia, [...(days.get(one.dia) ?? []), one])
      weeks.set(monday, days)
    }
    return days.get(dia) ?? []
  }
}

/** In how many weeks every time of an event is what comes next; further away each is named once, and only where none of it comes before. */
const WEEKS = 8

/** What is from a day on, soonest first: as many as are asked for. */
export function siguientes<Evento extends Cuando>(
  eventos: readonly Evento[],
  desde: Fecha,
  cuantas: number,
): Ocurrencia<Evento>[] {
  const found: Ocurrencia<Evento>[] = []
  let [monday, sunday] = weekOfDia(desde)
  for (let week = 0; week < WEEKS && found.length < cuantas; week += 1) {
    found.push(...ocurrencias(eventos, monday, sunday).filter(({ dia }) => dia >= desde))
    monday = addDays(monday, 7)
    sunday = addDays(sunday, 7)
  }
  if (found.length < cuantas) {
    const known = new Set(found.map(({ evento }) => evento))
    found.push(
      ...eventos
        .filter((evento) => !known.has(evento))
        .flatMap((evento) => diasOf(evento, monday, ULTIMO_DIA, 1).map((dia) => ({ evento, dia })))
        .sort(byHora),
    )
  }
  return found.slice(0, cuantas)
}

/** The same with reminders that come again and again behind it, each once. */
export function siguientesConRecordatorios<Evento extends Cuando>(
  eventos: readonly Evento[],
  desde: Fecha,
  cuantas: number,
): Ocurrencia<Evento>[] {
  const recordatorios = eventos
    .filter(isCadaVez)
    .flatMap((evento) => diasOf(evento, desde, ULTIMO_DIA, 1).map((dia) => ({ evento, dia })))
    .sort((one, other) => ((one.evento.hora ?? '') < (other.evento.hora ?? '') ? -1 : 1))
  const others = eventos.filter((evento) => !isCadaVez(evento))
  return [...siguientes(others, desde, cuantas), ...recordatorios].slice(0, cuantas)
}

/** The day on which the calendar of a day shows an event: that day or the next one on which it is, else its own. */
export function seenOn(evento: Repetible, dia: Fecha): Fecha {
  return diasOf(evento, dia, ULTIMO_DIA, 1)[0] ?? evento.fecha
}

/** Whether a repeated event has had its last day: nothing is promised for it any more. */
export function isOver(evento: Repetible, hoy: Fecha): boolean {
  return Boolean(evento.regla) && diasOf(evento, hoy, ULTIMO_DIA, 1).length === 0
}

const withoutEnd = (regla: string) => regla.replace(/;(COUNT|UNTIL)=\w+$/, '')

/** @returns the event without those days; null where none is left */
export function cortar<Evento extends Repetible>(
  evento: Evento,
  { dia, cuales }: Omit<Corte, 'id'>,
): Evento | null {
  if (!evento.regla) return evento.fecha === dia ? null : evento
  const cut =
    cuales === 'esta'
      ? { ...evento, ultima: null, excepto: [...new Set([...evento.excepto, dia])].sort() }
      : dia <= evento.fecha
        ? null
        : {
            ...evento,
            ultima: null,
            regla: `${withoutEnd(evento.regla)};UNTIL=${earlier(evento.regla, addDays(dia, -1))}`,
            excepto: evento.excepto.filter((day) => day < dia),
          }
  return cut && diasOf(cut, cut.fecha, ULTIMO_DIA, 1).length > 0 ? cut : null
}

const compact = (fecha: Fecha) => fecha.replaceAll('-', '')

/** The last day of a rule that ends on this one, if not before. */
function earlier(regla: string, dia: Fecha): string {
  const until = /UNTIL=(\d{8})/.exec(regla)?.[1]
  return until && until < compact(dia) ? until : compact(dia)
}

/** The rule of what is left from one of its days on, and its exceptions. */
export function resto(
  { fecha, regla, excepto }: Repetible,
  dia: Fecha,
): Pick<Repetible, 'regla' | 'excepto'> {
  const count = Number(/COUNT=(\d+)/.exec(regla ?? '')?.[1] ?? 0)
  if (!regla || count === 0) return { regla, excepto: excepto.filter((day) => day > dia) }
  const before = diasOf({ fecha, regla, excepto: [], ultima: null }, fecha, addDays(dia, -1)).length
  return {
    regla: `${withoutEnd(regla)};COUNT=${count - before}`,
    excepto: excepto.filter((day) => day > dia),
  }
}
