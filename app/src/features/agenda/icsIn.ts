import ICAL from 'ical.js'
import { addDays, type Fecha, fromFecha, longFecha, shortHora, toFecha } from '../../lib/time/fechas.ts'
import { type Campos, vacio } from './agendaDrafts.ts'
import { MAX_EXCEPTO } from './cortes.ts'
import { isPossible, MAX_ANTES, recordatoriosOf, TIPOS, type Tipo, ULTIMO_DIA } from './dias.ts'
import { NINE } from './icsOut.ts'
import { diasOf, primeraVez } from './recurrencia.ts'
import { codeOf } from './repeticion.ts'

/** How large a file may be, and how many events she may bring at once. */
export const MAX_BYTES = 1_000_000
export const MAX_EVENTOS = 500

/** An event of a file, as it will be in her agenda. */
export type Leido = { id: string; campos: Campos }

export type Archivo = {
  leidos: Leido[]
  /** Events of the file that she has already. */
  yaEstaban: number
  /** What could not be read. */
  fallidos: number
  /** What does not come as it stands in the file, in words. */
  notas: string[]
}

/** A file that is not taken at all, with the reason in words. */
export class FileRefused extends Error {}

/** The parts of a file by themselves: one that is broken takes no other with it. */
function blocksOf(text: string, name: string): string[] {
  const blocks: string[] = []
  let block: string[] | null = null
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.toUpperCase() === `BEGIN:${name}`) block = []
    block?.push(line)
    if (block && line.toUpperCase() === `END:${name}`) {
      blocks.push(block.join('\r\n'))
      block = null
    }
  }
  // The file ends in the middle of it.
  if (block) blocks.push(block.join('\r\n'))
  return blocks
}

/**
 * Reads a file of another calendar.
 *
 * @param owner her account: the same file makes the same ids, so what she has already is known
 * @param known whether her agenda has an event of this id
 * @throws FileRefused
 */
export async function fromIcs(text: string, owner: string, known: (id: string) => boolean): Promise<Archivo> {
  const blocks = blocksOf(text, 'VEVENT')
  if (blocks.length === 0) {
    throw new FileRefused(
      /^BEGIN:VCALENDAR/im.test(text)
        ? 'Ese archivo no tiene ningún evento.'
        : 'Ese archivo no es un calendario (.ics).',
    )
  }
  if (blocks.length > MAX_EVENTOS) {
    throw new FileRefused(
      `Ese archivo tiene ${blocks.length} eventos y caben ${MAX_EVENTOS} de una vez. Pide a la otra aplicación menos tiempo.`,
    )
  }
  const zones = readZones(text)
  const archivo: Archivo = { leidos: [], yaEstaban: 0, fallidos: 0, notas: [] }
  const note = (words: string) => {
    if (!archivo.notas.includes(words)) archivo.notas.push(words)
  }
  const read: Parte[] = []
  for (const block of blocks) {
    try {
      read.push(readParte(block, zones, note))
    } catch {
      archivo.fallidos += 1
    }
  }
  const others = ['VTODO', 'VJOURNAL'].reduce((sum, name) => sum + blocksOf(text, name).length, 0)
  if (others > 0)
    note(
      `${others === 1 ? 'Una tarea o nota no entra' : `${others} tareas o notas no entran`}: solo eventos.`,
    )

  // What stands for one day of a repeated event takes that day out of it.
  for (const { uid, instead } of read) {
    if (!instead) continue
    const master = read.find((one) => one.uid === uid && !one.instead)
    if (master?.campos.regla) master.campos.excepto = [...new Set([...master.campos.excepto, instead])].sort()
  }
  for (const { uid, instead, cancelled, campos } of read) {
    if (cancelled) {
      if (!instead) note(`«${campos.titulo}» está cancelado y no entra.`)
      continue
    }
    if (campos.excepto.length > MAX_EXCEPTO) {
      campos.excepto = campos.excepto.slice(-MAX_EXCEPTO)
      note(
        `«${campos.titulo}» tiene más de ${MAX_EXCEPTO} días sueltos sin evento: entran los últimos ${MAX_EXCEPTO}.`,
      )
    }
    if (campos.regla && diasOf({ ...campos, ultima: null }, campos.fecha, ULTIMO_DIA, 1).length === 0) {
      note(`«${campos.titulo}» no tiene ningún día y no entra.`)
      continue
    }
    const id = await idOf(`${owner} ${uid} ${instead ?? ''}`)
    if (known(id) || known(uid)) archivo.yaEstaban += 1
    else archivo.leidos.push({ id, campos })
  }
  return archivo
}

/** An id that is the same for the same event of the same member (RFC 9562, version 8). */
async function idOf(name: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name))).slice(
    0,
    16,
  )
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Zones = Map<string, ICAL.Timezone>

/** The zones that the file itself describes: some programs name them as nobody else does. */
function readZones(text: string): Zones {
  const zones: Zones = new Map()
  for (const block of blocksOf(text, 'VTIMEZONE')) {
    try {
      const zone = new ICAL.Timezone(parse(block))
      zones.set(zone.tzid, zone)
    } catch {
      // Its events say that their zone is unknown.
    }
  }
  return zones
}

const parse = (block: string) => new ICAL.Component(ICAL.parse(block) as never[])

type Parte = {
  uid: string
  /** Which day of a repeated event it stands for. */
  instead: Fecha | null
  cancelled: boolean
  campos: Campos
}

/** A moment of the file on her own clock; without an hour a whole day. */
type Momento = { fecha: Fecha; hora: string; own: Fecha; zone: 'own' | 'other' | 'unknown' }

const DAY_MS = 86_400_000

const daysBetween = (one: Fecha, other: Fecha) =>
  Math.round((fromFecha(other).getTime() - fromFecha(one).getTime()) / DAY_MS)

/** @throws where it is none */
function readParte(block: string, zones: Zones, note: (words: string) => void): Parte {
  const component = parse(block)
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '').trim()
  const moment = (name: string): Momento | null => {
    const property = component.getFirstProperty(name)
    return property && momentOf(property, property.getFirstValue(), zones)
  }
  const starts = moment('dtstart')
  if (!starts || !isPossible(starts.fecha)) throw new Error('no day of the calendar')

  const full = text('summary') || 'Sin título'
  const titulo = cut(full, 200)
  const say = (words: string) => note(`«${titulo}»: ${words}`)
  const campos: Campos = {
    ...vacio(starts.fecha),
    titulo,
    hora: starts.hora,
    tipo: tipoOf(text('categories')),
  }
  if (starts.zone === 'unknown') say('no conocemos su zona horaria; entra con la hora que dice el archivo.')

  const place = text('location')
  campos.lugar = cut(place, 200)
  const long = [titulo !== full && full, campos.lugar !== place && place].filter(Boolean)
  const notes = [...long, text('description'), text('url')].filter(Boolean).join('\n')
  campos.notas = cut(notes, 4000)
  if (campos.notas !== notes) say('sus notas son muy largas; entran las primeras 4.000 letras.')

  readRule(component, campos, starts, zones, say)
  readEnd(component, campos, moment('dtend'), say)
  readAlarms(component, campos, say)
  for (const [name, words] of Object.entries(LEFT_OUT))
    if (component.getFirstProperty(name)) note(`${words} no entran: solo tus eventos.`)
  if (component.getFirstProperty('recurrence-id')?.getParameter('range'))
    say('cambia también los días siguientes; entra solo ese día.')

  // Alone, a birthday of this app would come every year.
  if (campos.tipo === 'cumpleaños' && !campos.regla) campos.tipo = 'evento'

  // The uid may be missing: then it is known by its words and its day.
  const uid = text('uid') || `${full} ${starts.fecha} ${starts.hora}`
  return {
    uid,
    instead: moment('recurrence-id')?.fecha ?? null,
    cancelled: text('status').toUpperCase() === 'CANCELLED',
    campos,
  }
}

const LEFT_OUT = { attendee: 'Las personas invitadas', attach: 'Los archivos adjuntos' }

function cut(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

function tipoOf(categories: string): Tipo {
  const tipo = categories.toLowerCase()
  // A birthday of another calendar is an event of every year: only this app's own word makes it one here.
  return TIPOS.find((one) => one === tipo) ?? 'evento'
}

function momentOf(property: ICAL.Property, value: unknown, zones: Zones): Momento {
  const time = value as ICAL.Time
  const { year, month, day, hour, minute, second } = time
  const own = time.toString().slice(0, 10)
  const floating = { fecha: own, hora: time.isDate ? '' : time.toString().slice(11, 16), own }
  if (time.isDate) return { ...floating, zone: 'own' }
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  const onHerClock = (at: Date): Momento => ({ fecha: toFecha(at), hora: shortHora(at), own, zone: 'other' })
  if (time.zone === ICAL.Timezone.utcTimezone) return onHerClock(new Date(utc))
  const tzid = property.getFirstParameter('tzid')
  if (!tzid) return { ...floating, zone: 'own' }
  if (tzid === Intl.DateTimeFormat().resolvedOptions().timeZone) return { ...floating, zone: 'own' }
  const known = offsetIn(tzid, utc)
  if (known !== null) return onHerClock(new Date(utc - known))
  const described = zones.get(tzid)
  if (described) return onHerClock(new Date(utc - described.utcOffset(time) * 1000))
  return { ...floating, zone: 'unknown' }
}

/** How far a zone is ahead when its clocks show this time; null for one that the browser does not know. */
function offsetIn(timeZone: string, shown: number): number | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const ahead = (at: number) => {
      const [month = 0, day = 0, year = 0, ...clock] = format.format(at).split(/\D+/).map(Number)
      const [hours = 0, minutes = 0, seconds = 0] = clock
      return Date.UTC(2000 + (year % 100), month - 1, day, hours, minutes, seconds) - at
    }
    // Twice: the first guess may lie on the other side of a change of clocks.
    return ahead(shown - ahead(shown))
  } catch {
    return null
  }
}

function readEnd(
  component: ICAL.Component,
  campos: Campos,
  ends: Momento | null,
  say: (words: string) => void,
): void {
  const duration = component.getFirstPropertyValue('duration')
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : 0
  if (!campos.hora) {
    readDays(campos, ends ? daysBetween(campos.fecha, ends.fecha) : Math.round(seconds / 86_400), say)
    return
  }
  const begins = new Date(`${campos.fecha}T${campos.hora}`).getTime()
  const until = ends ? new Date(`${ends.fecha}T${ends.hora || '00:00'}`).getTime() : begins + seconds * 1000
  const at = new Date(until)
  if (until - begins >= DAY_MS) say(`termina el ${longFecha(at)}; entra sin hora de fin.`)
  else if (until > begins && shortHora(at) !== campos.hora) campos.hora_fin = shortHora(at)
}

/** A whole day of several days: the end that the file has is the day after it. */
function readDays(campos: Campos, days: number, say: (words: string) => void): void {
  if (days <= 1) return
  if (campos.regla || days > 999) {
    say(`dura ${days} días; cada vez entra solo el primero.`)
  } else {
    campos.regla = `FREQ=DAILY;COUNT=${days}`
    say(`dura ${days} días; entra como un evento de cada uno de esos días.`)
  }
}

function readAlarms(component: ICAL.Component, campos: Campos, say: (words: string) => void): void {
  const hora = campos.hora || null
  const minutes = new Set<number>()
  let left = 0
  for (const alarm of component.getAllSubcomponents('valarm')) {
    const trigger = alarm.getFirstProperty('trigger')
    const value = trigger?.getFirstValue()
    const before =
      value instanceof ICAL.Duration && trigger?.getFirstParameter('related')?.toUpperCase() !== 'END'
        ? (hora ? 0 : NINE) - Math.round(value.toSeconds() / 60)
        : null
    if (before !== null && before >= 0 && before <= MAX_ANTES && minutes.size < 5) minutes.add(before)
    else left += 1
  }
  if (left > 0) say(left === 1 ? 'uno de sus avisos no cabe aquí.' : `${left} de sus avisos no caben aquí.`)
  const chosen = [...minutes].sort((one, other) => one - other)
  campos.notificar = chosen.length > 0
  campos.recordatorios =
    chosen.length === 0 || String(chosen) === String(recordatoriosOf(null, hora)) ? null : chosen
}

function readRule(
  component: ICAL.Component,
  campos: Campos,
  starts: Momento,
  zones: Zones,
  say: (words: string) => void,
): void {
  const rules = component.getAllProperties('rrule')
  if (component.getFirstProperty('rdate')) say('tiene días añadidos sueltos, que no entran.')
  if (rules.length === 0) return
  const regla = rules.length === 1 ? mapRule(rules[0]!.getFirstValue() as ICAL.Recur, starts) : null
  const isMoved = starts.zone === 'other' && starts.own !== starts.fecha
  if (regla === null || (isMoved && /BY/.test(regla))) {
    say(`su manera de repetirse no cabe aquí; entra solo la primera vez, el ${longFecha(starts.fecha)}.`)
    return
  }
  if (starts.zone === 'other')
    say('se repite a la hora de otra zona horaria; entra con la que aquí tiene la primera vez.')
  campos.fecha = primeraVez(starts.fecha, regla)
  campos.regla = regla
  campos.excepto = component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues().map((value) => momentOf(property, value, zones).fecha))
    .sort()
  if (campos.fecha !== starts.fecha)
    say(`empieza el ${longFecha(campos.fecha)}, su primer día según la repetición.`)
}

/** A rule of a file as the agenda writes it (`interno.es_regla`); null for one that the agenda does not know. */
function mapRule(rule: ICAL.Recur, { fecha, hora }: Momento): string | null {
  const {
    BYDAY: days,
    BYMONTHDAY: numbers,
    BYMONTH: months,
    BYSETPOS: places,
    ...rest
  } = rule.parts as Record<string, (string | number)[] | undefined>
  if (Object.values(rest).some((part) => part?.length)) return null
  const every = rule.interval > 1 ? `;INTERVAL=${rule.interval}` : ''
  const plain = days?.every((day) => /^[A-Z]{2}$/.test(String(day))) ?? false
  // «The second Tuesday», as Outlook writes it.
  const nth =
    places?.length === 1 && plain && days?.length === 1
      ? [`${places[0]}${days[0]}`]
      : places
        ? undefined
        : days
  if (places && !nth) return null
  const ordinal = nth?.every((day) => /^[+-]?[1-5][A-Z]{2}$/.test(String(day)))
    ? `;BYDAY=${nth.join().replaceAll('+', '')}`
    : null
  let base: string | null = null
  switch (rule.freq) {
    case 'DAILY':
      if (!days && !numbers && !months) base = `FREQ=DAILY${every}`
      else if (plain && !every && !numbers && !months) base = `FREQ=WEEKLY;BYDAY=${days!.join()}`
      break
    case 'WEEKLY':
      if (numbers || months || (days && !plain)) break
      // Weeks that begin on Sunday are other ones where every second one counts.
      if (every && (days?.length ?? 1) > 1 && rule.wkst !== ICAL.Time.MONDAY) break
      base = `FREQ=WEEKLY${every}${days && String(days) !== codeOf(fecha) ? `;BYDAY=${days.join()}` : ''}`
      break
    case 'MONTHLY':
      if (months || (days && numbers) || (days && !ordinal)) break
      base = `FREQ=MONTHLY${every}${ordinal ?? (numbers && String(numbers) !== String(Number(fecha.slice(8))) ? `;BYMONTHDAY=${numbers.join()}` : '')}`
      break
    case 'YEARLY': {
      const month = Number(fecha.slice(5, 7))
      if ((months && String(months) !== String(month)) || (days && numbers)) break
      const ownDay = !numbers || String(numbers) === String(Number(fecha.slice(8)))
      if (!days && ownDay) base = `FREQ=YEARLY${every}`
      else if (months && numbers?.length === 1)
        base = `FREQ=YEARLY${every};BYMONTH=${month};BYMONTHDAY=${numbers[0]}`
      else if (months && ordinal && nth?.length === 1) base = `FREQ=YEARLY${every};BYMONTH=${month}${ordinal}`
    }
  }
  if (!base || rule.interval > 99) return null
  if (rule.count) return rule.count <= 999 ? `${base};COUNT=${rule.count}` : null
  if (!rule.until) return base
  const last = lastDay(rule.until, hora)
  return last < fecha ? null : `${base};UNTIL=${last.replaceAll('-', '')}`
}

/** The last day on which an event of this hour may be. */
function lastDay(until: ICAL.Time, hora: string): Fecha {
  if (until.isDate) return until.toString().slice(0, 10)
  const { fecha, hora: at } = momentOf(new ICAL.Property('dtend'), until, new Map())
  return hora && at < hora ? addDays(fecha, -1) : fecha
}
