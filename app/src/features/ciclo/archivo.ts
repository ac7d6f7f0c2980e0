import * as z from 'zod/mini'
import {
  type Apunte,
  bleeds,
  type Dia,
  DOLORES,
  type Dolor,
  emptyDia,
  FLUJOS,
  type Flujo,
  type Historia,
  idOf,
  isEmptyDia,
  SINTOMAS,
  type Sintoma,
} from '../../lib/ciclo/apuntes.ts'
import { begins, daysBetween, MODOS, type Modo } from '../../lib/ciclo/ciclos.ts'
import { addDays, type Fecha, fromFecha } from '../../lib/time/fechas.ts'

/*
 * Her notes as a file, and files of other apps as notes.
 *
 * Ours, CSV in UTF-8, a line for each day with something noted:
 *   fecha     yyyy-MM-dd
 *   inicio    «sí» where a period began
 *   fin       «sí» where it ended
 *   flujo     manchado, ligero, medio or abundante
 *   dolor     nada, leve, medio or fuerte
 *   sintomas  of colicos, espalda, cabeza, senos, nauseas, inflamacion, cansancio, antojos, piel, sueno, animo, diarrea, with blanks between
 *   modo      ciclo, sin-fertilidad, pildora, embarazo, parto or menopausia, from that day on
 *
 * drip., CSV: a line for each day, columns `date`, `bleeding.value` (0 spotting to 3 heavy), `bleeding.exclude` (no period), `pain.cramps` and so
 * on (drip's `lib/import-export/export-to-csv.js` and `db/schemas`). Clue, JSON, `measurements.json` of «Download my data»: a list of
 * `{ date, type, value }`, the value of a period `{ option: 'light' | 'medium' | 'heavy' | 'very_heavy' }`, of pain a list of `{ option }` (as
 * github.com/fabfabretti/clue-to-drip and Mensinator's `ClueImport.kt` read it). Neither says where a period begins: that is counted.
 */

const COLUMNAS = ['fecha', 'inicio', 'fin', 'flujo', 'dolor', 'sintomas', 'modo'] as const

export const MAX_BYTES = 10_000_000
const OLDEST: Fecha = '1900-01-01'
/** Days of bleeding so far apart are of one period (as drip counts). */
const BREAK = 2

export async function toCsv({ apuntes }: Pick<Historia, 'apuntes'>): Promise<string> {
  const { default: papa } = await import('papaparse')
  const rows = new Map<Fecha, Record<(typeof COLUMNAS)[number], string>>()
  for (const apunte of apuntes) {
    const row = rows.get(apunte.fecha) ?? {
      fecha: apunte.fecha,
      inicio: '',
      fin: '',
      flujo: '',
      dolor: '',
      sintomas: '',
      modo: '',
    }
    rows.set(apunte.fecha, row)
    if (apunte.que === 'dia') {
      row.flujo = apunte.flujo ?? ''
      row.dolor = apunte.dolor ?? ''
      row.sintomas = apunte.sintomas.join(' ')
    } else if (apunte.que === 'modo') row.modo = apunte.modo
    else row[apunte.que] = 'sí'
  }
  return papa.unparse({ fields: [...COLUMNAS], data: [...rows.values()] }, { newline: '\r\n' })
}

export type Leido = {
  de: string
  apuntes: Apunte[]
  /** Lines that say nothing that can be read: no day, a day to come. */
  saltadas: number
}

/**
 * Reads a file; nothing is written.
 *
 * @throws Error in words for her
 */
export async function readArchivo(text: string, hoy: Fecha): Promise<Leido> {
  if (/^\ufeff?\s*[[{]/.test(text)) return readClue(text, hoy)
  const { default: papa } = await import('papaparse')
  const { data, meta } = papa.parse<Record<string, string | undefined>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (heading) => heading.trim().toLowerCase(),
    transform: (cell) => cell.trim(),
  })
  const columns = meta.fields ?? []
  if (columns.includes('date') && columns.includes('bleeding.value')) return readDrip(data, hoy)
  if (columns.includes('fecha')) return readOurs(data, hoy)
  throw new Error(
    'No conocemos este archivo. Leemos el nuestro, el CSV de drip y el measurements.json de Clue.',
  )
}

function isFecha(text: string | undefined, hoy: Fecha): text is Fecha {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    fromFecha(text)
    return text >= OLDEST && text <= hoy
  } catch {
    return false
  }
}

const keyOf = <Key extends string>(textos: Record<Key, string>, text: string | undefined): Key | null =>
  text && Object.hasOwn(textos, text) ? (text as Key) : null

function readOurs(rows: readonly Record<string, string | undefined>[], hoy: Fecha): Leido {
  const apuntes: Apunte[] = []
  let saltadas = 0
  for (const { fecha, inicio, fin, flujo, dolor, sintomas, modo } of rows) {
    if (!isFecha(fecha, hoy)) {
      saltadas++
      continue
    }
    if (inicio) apuntes.push({ que: 'inicio', fecha })
    if (fin) apuntes.push({ que: 'fin', fecha })
    const dia: Dia = {
      que: 'dia',
      fecha,
      flujo: keyOf<Flujo>(FLUJOS, flujo),
      dolor: keyOf<Dolor>(DOLORES, dolor),
      sintomas: (sintomas ?? '').split(/\s+/).flatMap((one) => keyOf<Sintoma>(SINTOMAS, one) ?? []),
    }
    if (!isEmptyDia(dia)) apuntes.push(dia)
    const known = keyOf<Modo>(MODOS, modo)
    if (known) apuntes.push({ que: 'modo', fecha, modo: known })
  }
  return { de: 'tu archivo', apuntes, saltadas }
}

const DRIP_FLUJOS: Record<string, Flujo> = { 0: 'manchado', 1: 'ligero', 2: 'medio', 3: 'abundante' }
const DRIP_SINTOMAS: Record<string, Sintoma> = {
  'pain.cramps': 'colicos',
  'pain.backache': 'espalda',
  'pain.headache': 'cabeza',
  'pain.migraine': 'cabeza',
  'pain.tenderbreasts': 'senos',
  'pain.nausea': 'nauseas',
  'mood.fatigue': 'cansancio',
}

function readDrip(rows: readonly Record<string, string | undefined>[], hoy: Fecha): Leido {
  const dias = new Dias()
  const excluded = new Set<Fecha>()
  let saltadas = 0
  for (const row of rows) {
    if (!isFecha(row.date, hoy)) {
      saltadas++
      continue
    }
    dias.flow(row.date, DRIP_FLUJOS[row['bleeding.value'] ?? ''])
    if (row['bleeding.exclude'] === 'true') excluded.add(row.date)
    for (const [column, sintoma] of Object.entries(DRIP_SINTOMAS))
      if (row[column] === 'true') dias.feel(row.date, sintoma)
  }
  return { de: 'drip', apuntes: dias.apuntes(hoy, excluded), saltadas }
}

const CLUE_FLUJOS: Record<string, Flujo> = {
  light: 'ligero',
  medium: 'medio',
  heavy: 'abundante',
  very_heavy: 'abundante',
}
const CLUE_SINTOMAS: Record<string, Sintoma> = {
  period_cramps: 'colicos',
  lower_back: 'espalda',
  headache: 'cabeza',
  migraine: 'cabeza',
  migraine_with_aura: 'cabeza',
  breast_tenderness: 'senos',
  nauseous: 'nauseas',
  bloated: 'inflamacion',
  tired: 'cansancio',
  exhausted: 'cansancio',
}

const opcion = z.object({ option: z.string() })
const medicion = z.object({ date: z.string(), type: z.string(), value: z.unknown() })

function readClue(text: string, hoy: Fecha): Leido {
  const list = z.array(z.unknown()).safeParse(parsed(text))
  if (!list.success)
    throw new Error(
      'No conocemos este archivo. Del de Clue, descomprime la descarga y elige measurements.json.',
    )
  const dias = new Dias()
  let saltadas = 0
  for (const one of list.data) {
    const { data } = medicion.safeParse(one)
    const fecha = data?.date.slice(0, 10)
    if (!data || !isFecha(fecha, hoy)) {
      saltadas++
      continue
    }
    const options = [data.value].flat().flatMap((value) => opcion.safeParse(value).data?.option ?? [])
    if (data.type === 'period') dias.flow(fecha, CLUE_FLUJOS[options[0] ?? ''] ?? 'ligero')
    else if (data.type === 'spotting') dias.flow(fecha, 'manchado')
    else for (const option of options) dias.feel(fecha, CLUE_SINTOMAS[option])
  }
  return { de: 'Clue', apuntes: dias.apuntes(hoy, new Set()), saltadas }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new Error('El archivo está dañado o incompleto.')
  }
}

/** Days as another app has them, which says nothing of starts. */
class Dias {
  readonly #dias = new Map<Fecha, Dia>()

  flow(fecha: Fecha, flujo: Flujo | undefined): void {
    // Spotting beside a period of the same day says less.
    if (flujo && !(flujo === 'manchado' && this.#of(fecha).flujo)) this.#set(fecha, { flujo })
  }

  feel(fecha: Fecha, sintoma: Sintoma | undefined): void {
    const { sintomas } = this.#of(fecha)
    if (sintoma && !sintomas.includes(sintoma)) this.#set(fecha, { sintomas: [...sintomas, sintoma] })
  }

  /** @param excluded days whose bleeding is no period */
  apuntes(hoy: Fecha, excluded: ReadonlySet<Fecha>): Apunte[] {
    const dias = [...this.#dias.values()]
    const bleeding = dias
      .filter(({ fecha, flujo }) => bleeds(flujo) && !excluded.has(fecha))
      .map(({ fecha }) => fecha)
      .sort()
    return [...marksOf(bleeding, hoy), ...dias]
  }

  #of(fecha: Fecha): Dia {
    return this.#dias.get(fecha) ?? emptyDia(fecha)
  }

  #set(fecha: Fecha, part: Partial<Dia>): void {
    this.#dias.set(fecha, { ...this.#of(fecha), ...part })
  }
}

/** Starts and ends of the periods that days of bleeding are; what bleeds soon after a start is none. */
function marksOf(bleeding: readonly Fecha[], hoy: Fecha): Apunte[] {
  const marks: Apunte[] = []
  const inicios: Fecha[] = []
  for (const [index, fecha] of bleeding.entries()) {
    const before = bleeding[index - 1]
    if (before && daysBetween(before, fecha) <= BREAK) continue
    if (!begins(inicios, fecha)) continue
    inicios.push(fecha)
    let last = index
    while (bleeding[last + 1] && daysBetween(bleeding[last]!, bleeding[last + 1]!) <= BREAK) last++
    marks.push({ que: 'inicio', fecha })
    // Of these days it may still go on.
    if (bleeding[last]! < addDays(hoy, -BREAK)) marks.push({ que: 'fin', fecha: bleeding[last]! })
  }
  return marks
}

/** What of a file is not noted yet; what she noted stays. */
export function newOf(leido: Leido, { apuntes, inicios }: Pick<Historia, 'apuntes' | 'inicios'>): Apunte[] {
  const noted = new Set(apuntes.map(idOf))
  return leido.apuntes.filter(
    (apunte) => !noted.has(idOf(apunte)) && (apunte.que !== 'inicio' || begins(inicios, apunte.fecha)),
  )
}
