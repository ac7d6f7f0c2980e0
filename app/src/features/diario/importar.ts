import { storable } from '../../lib/text/storable.ts'
import { type Fecha, shortHora, toFecha } from '../../lib/time/fechas.ts'
import { etiquetasOf } from './notas.ts'
import { reparo } from './texto.ts'

/*
 * Diaries of other programs. Day One's JSON: { metadata, entries: [{ creationDate (RFC 3339, UTC), timeZone (IANA), text (Markdown, pictures as
 * `![](dayone-moment://…)`), tags }] }, which Day One calls an open format for import and export
 * (https://dayoneapp.com/guides/day-one-for-android/backups-in-day-one-android/, «JSON Exports»; the fields as its exports have them). This
 * app's own JSON and text («Llevarme todo»). And any text in which lines, or the name of the file, are dates.
 */

/** One note that another program kept. */
export type Traida = { fecha: Fecha; hora: string | null; texto: string }

/** What was found in a file. */
export type Leido = {
  notas: Traida[]
  /** Entries without words, such as pictures alone, and without a day that exists. */
  sinTexto: number
}

/** It is none of the kinds above. */
export class ArchivoAjeno extends Error {
  override name = 'ArchivoAjeno'
}

type Fila = Record<string, unknown>
const isFila = (value: unknown): value is Fila => typeof value === 'object' && value !== null

/**
 * Reads a file.
 *
 * @param nombre its name may be a day: `2026-11-29.txt`
 * @throws ArchivoAjeno
 */
export function readDiarioAjeno(nombre: string, contenido: string): Leido {
  const texto = contenido.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (/^\s*[[{]/.test(texto)) {
    const value = parsed(texto)
    if (isFila(value) && Array.isArray(value.entries)) return readAll(value.entries, readDayOne)
    if (Array.isArray(value)) return readAll(value, readOwn)
    if (value !== undefined) throw new ArchivoAjeno('no entries')
  }
  const notas = readText(nombre, texto)
  if (notas.length === 0) throw new ArchivoAjeno('no dates')
  return { notas, sinTexto: 0 }
}

function parsed(texto: string): unknown {
  try {
    return JSON.parse(texto)
  } catch {
    return undefined
  }
}

function readAll(filas: unknown[], read: (fila: Fila) => Traida | null): Leido {
  const notas = filas.flatMap((fila) => (isFila(fila) ? (read(fila) ?? []) : []))
  if (
    filas.length > 0 &&
    notas.length === 0 &&
    !filas.some((fila) => isFila(fila) && ('creationDate' in fila || 'fecha' in fila))
  )
    throw new ArchivoAjeno('entries of another kind')
  return { notas, sinTexto: filas.length - notas.length }
}

function readDayOne({ creationDate, timeZone, text, tags }: Fila): Traida | null {
  const moment = new Date(typeof creationDate === 'string' ? creationDate : Number.NaN)
  const words = typeof text === 'string' ? plainOf(text) : ''
  if (Number.isNaN(moment.getTime()) || words === '') return null
  const labels = (Array.isArray(tags) ? tags : []).flatMap((tag) => labelOf(tag) ?? [])
  const has = new Set(etiquetasOf(words))
  const missing = labels.filter((label) => !has.has(label))
  const { fecha, hora } = momentIn(moment, typeof timeZone === 'string' ? timeZone : undefined)
  const texto = missing.length > 0 ? `${words}\n${missing.map((label) => `#${label}`).join(' ')}` : words
  return noted(fecha, hora, texto)
}

/** Markdown as words: without the addresses of pictures, and without the strokes before signs. */
const plainOf = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]\n]*\]\(dayone-moment:[^)\n]*\)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A label of this diary: one word. @returns null where nothing is left of it */
function labelOf(tag: unknown): string | null {
  if (typeof tag !== 'string') return null
  const word = tag
    .normalize('NFC')
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
  return etiquetasOf(`#${word}`)[0] ?? null
}

/** Day and hour as they were where she was; of an entry that does not say where, as they are on this device. */
function momentIn(moment: Date, timeZone: string | undefined): { fecha: Fecha; hora: string } {
  try {
    const parts = new Intl.DateTimeFormat('sv-SE', {
      ...(timeZone && { timeZone }),
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(moment)
    const [fecha, hora] = parts.split(' ')
    return { fecha: fecha!, hora: hora! }
  } catch {
    return { fecha: toFecha(moment), hora: shortHora(moment) }
  }
}

const readOwn = ({ fecha, contenido }: Fila): Traida | null =>
  typeof fecha === 'string' && typeof contenido === 'string' ? noted(fecha, null, contenido) : null

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const HORA = String.raw`(?:[ ,]+([01]?\d|2[0-3]):([0-5]\d))?`
/** A line that is a date and no more, perhaps with an hour, perhaps as a heading. */
const LINES = [
  new RegExp(String.raw`^#*\s*(\d{4})-(\d{1,2})-(\d{1,2})${HORA}:?\s*$`),
  new RegExp(String.raw`^#*\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})${HORA}:?\s*$`),
  new RegExp(
    String.raw`^#*\s*(?:\p{L}+,?\s+)?(\d{1,2}) de (${MONTHS.join('|')}) del? (\d{4})${HORA}:?\s*$`,
    'iu',
  ),
] as const

function readDateLine(line: string): { fecha: Fecha; hora: string | null } | null {
  const [iso, day, long] = LINES.map((pattern) => pattern.exec(line))
  const [, y, m, d, hour, minute] =
    iso ??
    (day && [day[0], day[3], day[2], day[1], day[4], day[5]]) ??
    (long && [
      long[0],
      long[3],
      String(MONTHS.indexOf(long[2]!.toLowerCase()) + 1),
      long[1],
      long[4],
      long[5],
    ]) ??
    []
  if (!y) return null
  const fecha = `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`
  return isDay(fecha) ? { fecha, hora: hour ? `${hour.padStart(2, '0')}:${minute}` : null } : null
}

function readText(nombre: string, texto: string): Traida[] {
  const named = /\d{4}-\d{2}-\d{2}/.exec(nombre)?.[0]
  let current =
    named && isDay(named) ? { fecha: named, hora: null as string | null, lines: [] as string[] } : null
  const parts = current ? [current] : []
  for (const line of texto.split('\n')) {
    const date = readDateLine(line)
    if (date) {
      current = { ...date, lines: [] }
      parts.push(current)
    } else current?.lines.push(line)
  }
  return parts.flatMap(({ fecha, hora, lines }) => {
    // What stands between two days in this app's own file.
    const words = lines.join('\n').replace(/\n—{24}\s*$/, '')
    return noted(fecha, hora, words) ?? []
  })
}

/** A day that exists, and that the diary takes. */
function isDay(fecha: string): boolean {
  const [year, month, day] = fecha.split('-').map(Number)
  const date = new Date(Date.UTC(year!, month! - 1, day))
  return year! >= 2000 && year! < 2200 && date.getUTCMonth() === month! - 1 && date.getUTCDate() === day
}

function noted(fecha: string, hora: string | null, words: string): Traida | null {
  const texto = storable(words.replace(/\r\n?/g, '\n').trim()).trim()
  return /^\d{4}-\d{2}-\d{2}$/.test(fecha) && isDay(fecha) && reparo(texto) !== 'vacía'
    ? { fecha, hora, texto }
    : null
}

/** What a day becomes. */
export type Cambio = { fecha: Fecha; contenido: string; nuevo: boolean }

export type Plan = {
  cambios: Cambio[]
  /** Notes that stand there already. */
  repetidas: number
  /** Days that would become longer than a day may be. */
  largos: number
  /** Days that cannot be changed now: closed on this device, or with words that are not saved yet. */
  ocupados: number
}

/**
 * What bringing them changes: what she has stays as it is, with what is new behind it, once.
 *
 * @param escrito what she has, by day
 * @param ocupados days that are left alone
 */
export function planImport(
  notas: readonly Traida[],
  escrito: ReadonlyMap<Fecha, string>,
  ocupados: ReadonlySet<Fecha>,
): Plan {
  const plan: Plan = { cambios: [], repetidas: 0, largos: 0, ocupados: 0 }
  for (const [fecha, ofDay] of byDay(notas)) {
    if (ocupados.has(fecha)) {
      plan.ocupados++
      continue
    }
    const before = escrito.get(fecha) ?? ''
    let contenido = before.trim()
    for (const { hora, texto } of ofDay) {
      const note = hora ? `${hora}\n${texto}` : texto
      if (standsIn(contenido, note)) plan.repetidas++
      else contenido = contenido ? `${contenido}\n\n${note}` : note
    }
    if (contenido === before.trim()) continue
    if (reparo(contenido) === 'larga') plan.largos++
    else plan.cambios.push({ fecha, contenido, nuevo: before === '' })
  }
  return plan
}

/** In the order of days and hours. */
function byDay(notas: readonly Traida[]): Map<Fecha, Traida[]> {
  const key = ({ fecha, hora }: Traida) => `${fecha} ${hora ?? ''}`
  const sorted = [...notas].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))
  const days = new Map<Fecha, Traida[]>()
  for (const nota of sorted) days.set(nota.fecha, [...(days.get(nota.fecha) ?? []), nota])
  return days
}

/** Whether a note stands in a text as a whole, not as part of another. */
const standsIn = (contenido: string, note: string): boolean =>
  `\n\n${contenido.replace(/\r\n?/g, '\n')}\n\n`.includes(`\n\n${note}\n\n`)
