import { brand } from '../../lib/installation/brand.ts'
import { addDays, type Fecha, fromFecha, mesOf, monthRange } from '../../lib/time/fechas.ts'
import { untilOf } from './agendaDrafts.ts'

/* What a rule of RFC 5545 says, in words, and the rules that the form offers. Which days it has, `recurrencia.ts` knows. */

export const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const WORKDAYS = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
const LAST_OF_FEBRUARY = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'

const weekday = new Intl.DateTimeFormat(brand.locale, { weekday: 'long' })
const dayOfYear = new Intl.DateTimeFormat(brand.locale, { day: 'numeric', month: 'long' })
const dayOfAnyYear = new Intl.DateTimeFormat(brand.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const both = new Intl.ListFormat(brand.locale, { type: 'conjunction' })

// A Monday.
const nameOfDay = (code: string) => weekday.format(fromFecha(addDays('2024-01-01', CODES.indexOf(code))))

export const codeOf = (fecha: Fecha) => CODES[(fromFecha(fecha).getDay() + 6) % 7]!

const ORDINALS: Record<string, string> = {
  '1': 'primer',
  '2': 'segundo',
  '3': 'tercer',
  '4': 'cuarto',
  '5': 'quinto',
  '-1': 'último',
  '-2': 'penúltimo',
}

const isLastOfMonth = (fecha: Fecha) => mesOf(addDays(fecha, 1)).month !== mesOf(fecha).month

export type Clave =
  | 'nunca'
  | 'diaria'
  | 'laborable'
  | 'semanal'
  | 'quincenal'
  | 'mensual'
  | 'ordinal'
  | 'ultimo'
  | 'anual'

/** The yearly rule of a day: that of a leap day is on the 28th in other years. */
export const anual = (fecha: Fecha | ''): string =>
  fecha.endsWith('02-29') ? LAST_OF_FEBRUARY : 'FREQ=YEARLY'

/** The rules that she may choose for an event that begins on a day, without an end. */
export function reglasFor(fecha: Fecha): Record<Clave, string> {
  const day = Number(fecha.slice(8))
  const last = monthRange(mesOf(fecha).year, mesOf(fecha).month).last
  const ordinal = Number(last.slice(8)) - day < 7 ? -1 : Math.ceil(day / 7)
  return {
    nunca: '',
    diaria: 'FREQ=DAILY',
    laborable: WORKDAYS,
    semanal: 'FREQ=WEEKLY',
    quincenal: 'FREQ=WEEKLY;INTERVAL=2',
    mensual: 'FREQ=MONTHLY',
    ordinal: `FREQ=MONTHLY;BYDAY=${ordinal}${codeOf(fecha)}`,
    ultimo: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    anual: anual(fecha),
  }
}

/** Which of them can be chosen for this day: the last of the month only on such a day. */
export function clavesFor(fecha: Fecha): Clave[] {
  const claves = Object.keys(reglasFor(fecha)) as Clave[]
  return claves.filter((clave) => clave !== 'ultimo' || isLastOfMonth(fecha))
}

export type Fin = { como: 'nunca' } | { como: 'dia'; dia: Fecha | '' } | { como: 'veces'; veces: string }

/** A rule in two: how it repeats, and when it ends. */
export function splitRegla(regla: string): { base: string; fin: Fin } {
  const [, base = '', end = '', value = ''] = /^(.*?)(?:;(COUNT|UNTIL)=(\w*))?$/.exec(regla) ?? []
  if (end === 'COUNT') return { base, fin: { como: 'veces', veces: value } }
  if (end === 'UNTIL') return { base, fin: { como: 'dia', dia: untilOf(regla) ?? '' } }
  return { base, fin: { como: 'nunca' } }
}

/** The rule of both; while the field of its end is empty, so is that, and the form refuses it (`eventoSchema`). */
export function joinRegla(base: string, fin: Fin): string {
  if (!base || fin.como === 'nunca') return base
  return fin.como === 'veces' ? `${base};COUNT=${fin.veces}` : `${base};UNTIL=${fin.dia.replaceAll('-', '')}`
}

/** Which of the offered rules it is; null for one that a file brought. */
export function claveOf(base: string, fecha: Fecha): Clave | null {
  const rules = reglasFor(fecha)
  return (Object.keys(rules) as Clave[]).find((clave) => rules[clave] === base) ?? null
}

/** The same choice for another day: «the second Tuesday» becomes «the third Friday». */
export function moveRegla(regla: string, from: Fecha, to: Fecha): string {
  const { base, fin } = splitRegla(regla)
  const clave = base && claveOf(base, from)
  if (!clave) return regla
  return joinRegla(clave === 'ultimo' && !isLastOfMonth(to) ? 'FREQ=MONTHLY' : reglasFor(to)[clave], fin)
}

/** «Cada semana, el martes, hasta el 3 mar 2027»: a rule in words. */
export function describeRegla(regla: string, fecha: Fecha): string {
  const { base, fin } = splitRegla(regla)
  const how = describeBase(base, fecha)
  if (fin.como === 'dia' && fin.dia) return `${how}, hasta el ${dayOfAnyYear.format(fromFecha(fin.dia))}`
  if (fin.como === 'veces') return `${how}, ${fin.veces} ${fin.veces === '1' ? 'vez' : 'veces'}`
  return how
}

/** «Cada día a las 9:00»: when a reminder comes again and again. */
export function describeCadaVez({
  regla,
  fecha,
  hora,
}: {
  regla: string
  fecha: Fecha
  hora: string | null
}): string {
  const how = describeRegla(regla, fecha)
  if (!hora) return how
  const at = hora.slice(0, 5).replace(/^0/, '')
  return `${how} ${at.startsWith('1:') ? 'a la' : 'a las'} ${at}`
}

function describeBase(base: string, fecha: Fecha): string {
  const part = (name: string) => new RegExp(`${name}=([^;]+)`).exec(base)?.[1]
  const every = Number(part('INTERVAL') ?? 1)
  const cada = (one: string, more: string) => (every === 1 ? `Cada ${one}` : `Cada ${every} ${more}`)
  const days = part('BYDAY')?.split(',')
  const numbers = part('BYMONTHDAY')?.split(',')
  switch (part('FREQ')) {
    case 'DAILY':
      return cada('día', 'días')
    case 'WEEKLY': {
      if (base === WORKDAYS) return 'De lunes a viernes'
      const names = (days ?? [codeOf(fecha)]).map(nameOfDay)
      return `${cada('semana', 'semanas')}, el ${both.format(names)}`
    }
    case 'MONTHLY': {
      const which = days
        ? days.map(
            (day) =>
              `el ${ORDINALS[day.slice(0, -2)] ?? `${day.slice(0, -2)}.º`} ${nameOfDay(day.slice(-2))}`,
          )
        : (numbers ?? [String(Number(fecha.slice(8)))]).map(numberWords)
      return `${cada('mes', 'meses')}, ${both.format(which)}`
    }
    default: {
      const year = cada('año', 'años')
      if (base === LAST_OF_FEBRUARY) return `${year}, el 29 de febrero o el 28`
      if (days)
        return `${year}, ${both.format(days.map((day) => `el ${ORDINALS[day.slice(0, -2)] ?? ''} ${nameOfDay(day.slice(-2))}`))} de ${monthName(fecha)}`
      return `${year}, el ${dayOfYear.format(fromFecha(fecha))}`
    }
  }
}

const monthName = (fecha: Fecha) =>
  new Intl.DateTimeFormat(brand.locale, { month: 'long' }).format(fromFecha(fecha))

function numberWords(number: string): string {
  if (number === '-1') return 'el último día'
  return number.startsWith('-') ? `${number.slice(1)} días antes de acabar` : `el día ${number}`
}

/** What a choice does that may surprise her: months without such a day. */
export function warnRegla(regla: string, fecha: Fecha): string | null {
  const { base } = splitRegla(regla)
  const day = Number(fecha.slice(8))
  return base === 'FREQ=MONTHLY' && day > 28 ? `Los meses que no tienen día ${day} se saltan.` : null
}
