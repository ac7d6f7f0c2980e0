import { errorsOf } from '../../../lib/form/errors.ts'
import { uuid } from '../../../lib/random.ts'
import { plainText } from '../../../lib/text/plainText.ts'
import { fromFecha } from '../../../lib/time/fechas.ts'
import type { Asociacion, CamposAsociacion } from '../asociaciones.ts'
import { estadoOf } from '../lugares.ts'
import { asociacionSchema, type Borrador, borradorOf, camposOf, readTelefono } from '../validar.ts'

/** The columns of the sheet, in its order. `id` and `version` say which state of which entry a line is about; without them it is a new one. */
const COLUMNAS = [
  'id',
  'version',
  'nombre',
  'descripcion',
  'telefono',
  'sitio_web',
  'pais',
  'estado',
  'ciudad',
  'visible',
  'todo_el_dia',
  'fuente',
  'fecha_de_la_fuente',
  'verificada_el',
] as const
type Columna = (typeof COLUMNAS)[number]
type Linea = Partial<Record<Columna, string>>

/** More than this is no directory that somebody corrected by hand. */
export const MAX_LINEAS = 2000

const yes = (value: boolean) => (value ? 'sí' : 'no')
/** @returns undefined for what is neither */
function readYes(text: string | undefined, otherwise: boolean): boolean | undefined {
  if (!text?.trim()) return otherwise
  if (/^(s|s[ií]|true|verdadero|1|x)$/i.test(text.trim())) return true
  return /^(n|no|false|falso|0)$/i.test(text.trim()) ? false : undefined
}

/** A day, also as a spreadsheet in Spanish writes it; as it is where it is none. */
const readFecha = (text: string) =>
  text.replace(
    /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/,
    (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

function isFecha(text: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Boolean(fromFecha(text))
  } catch {
    return false
  }
}

/** What an apostrophe is put before: a formula, and a text of hers that looks like one with its apostrophes, so that reading takes away that one. */
const ESCAPED = /^'*[=+\-@\t\r]/

/**
 * The directory as a sheet. A cell that a spreadsheet would take for a formula begins with an apostrophe; a byte order mark tells Excel
 * that it is UTF-8.
 */
export async function toCsv(asociaciones: readonly Asociacion[]): Promise<string> {
  const { default: papa } = await import('papaparse')
  const rows = asociaciones.map((asociacion) => {
    const { nombre, descripcion, telefono, url_web, pais, estado, ciudad, fuente_url, fuente_fecha } =
      borradorOf(asociacion)
    return {
      id: asociacion.id,
      version: asociacion.version,
      nombre,
      descripcion,
      telefono,
      sitio_web: url_web,
      pais,
      estado: estado || estadoOf(asociacion),
      ciudad,
      visible: yes(asociacion.visible),
      todo_el_dia: yes(asociacion.todo_el_dia),
      fuente: fuente_url,
      fecha_de_la_fuente: fuente_fecha,
      verificada_el: asociacion.verificada_el ?? '',
    } satisfies Record<Columna, unknown>
  })
  return `\ufeff${papa.unparse({ fields: [...COLUMNAS], data: rows }, { escapeFormulae: ESCAPED, newline: '\r\n' })}`
}

/** A line that was read: as the sheet counts, its heading being 1, and of which entry. */
type Leida = { linea: number; nombre: string; base: Asociacion | null }

/** A line that would be saved, under which id, and in what it differs. */
export type Guardable = Leida & {
  que: 'nueva' | 'corrige'
  id: string
  campos: CamposAsociacion
  difiere: string[]
}

/** What a line of a sheet would do. */
export type Cambio = Guardable | (Leida & { que: 'igual' }) | (Leida & { que: 'error'; motivo: string })

/** A shelter that women find today and would not find any more. */
export const hides = (cambio: Cambio): boolean =>
  isGuardable(cambio) && cambio.base?.visible === true && !cambio.campos.visible

export const isGuardable = (cambio: Cambio): cambio is Guardable =>
  cambio.que === 'nueva' || cambio.que === 'corrige'

const NOMBRES: Partial<Record<keyof Borrador, string>> = {
  nombre: 'nombre',
  descripcion: 'descripción',
  telefono: 'teléfono',
  url_web: 'sitio web',
  pais: 'país',
  estado: 'estado',
  ciudad: 'ciudad',
  visible: 'visible',
  todo_el_dia: '24 horas',
  fuente_url: 'fuente',
  fuente_fecha: 'fecha de la fuente',
}

/**
 * Reads a sheet and says what each line would do; nothing is saved.
 *
 * @param text of the file, with commas or semicolons
 * @param asociaciones the directory as it is now
 * @throws Error in words for her: no sheet of the directory, or too many lines
 */
export async function readCsv(text: string, asociaciones: readonly Asociacion[]): Promise<Cambio[]> {
  const { default: papa } = await import('papaparse')
  // A first line that tells Excel the delimiter; no program shows it.
  const [said = '', delimiter = ''] = /^\ufeff?(?:sep=(.)\r?\n)?/i.exec(text) ?? []
  const { data, meta, errors } = papa.parse<Linea & { __parsed_extra?: string[] }>(text.slice(said.length), {
    delimiter,
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (heading) => heading.trim().toLowerCase(),
    // What the export put before a formula; a telephone begins with «+».
    transform: (cell) =>
      cell
        .normalize('NFC')
        .replace(/^'(?='*[=+\-@\t\r])/, '')
        .trim(),
  })
  // All that follows it would be one cell.
  const quote = errors.find(({ type }) => type === 'Quotes')
  if (quote)
    throw new Error(
      `Hay una comilla (") sin su pareja en la línea ${(quote.row ?? 0) + 1}. Corrígela y sube la hoja de nuevo.`,
    )
  if (!meta.fields?.includes('nombre'))
    throw new Error('La hoja no tiene la columna «nombre». Descarga primero el directorio y cambia esa hoja.')
  if (data.length > MAX_LINEAS) throw new Error(`Caben ${MAX_LINEAS} líneas de una vez. Divide la hoja.`)
  const byId = new Map(asociaciones.map((asociacion) => [asociacion.id, asociacion]))
  const seen = new Set<string>()
  return Promise.all(
    data.map(({ __parsed_extra: sobra = [], ...linea }, index) =>
      readLinea(linea, { number: index + 2, sobra: sobra.some(Boolean) }, byId, seen),
    ),
  )
}

async function readLinea(
  linea: Linea,
  { number, sobra }: { number: number; sobra: boolean },
  byId: ReadonlyMap<string, Asociacion>,
  seen: Set<string>,
): Promise<Cambio> {
  const base = linea.id ? (byId.get(linea.id) ?? null) : null
  const said = { linea: number, nombre: linea.nombre || base?.nombre || 'Sin nombre', base }
  const wrong = (motivo: string): Cambio => ({ ...said, que: 'error', motivo })
  if (sobra)
    return wrong('Tiene más celdas que columnas la hoja: revisa si falta una comilla o sobra una coma.')
  if (linea.id && !base) return wrong('Esta entrada ya no está en el directorio.')
  if (linea.id && seen.has(linea.id)) return wrong('Está dos veces en la hoja.')
  if (linea.id) seen.add(linea.id)
  if (base && linea.version && Number(linea.version) !== base.version)
    return wrong('Alguien la cambió después de que descargaste la hoja.')

  const before = borradorOf(base)
  const visible = readYes(linea.visible, before.visible)
  const todo_el_dia = readYes(linea.todo_el_dia, before.todo_el_dia)
  if (visible === undefined) return wrong(`En «visible» dice «${linea.visible}»: escribe sí o no.`)
  if (todo_el_dia === undefined)
    return wrong(`En «todo_el_dia» dice «${linea.todo_el_dia}»: escribe sí o no.`)
  const borrador = { ...borradorOfLinea(linea, before), visible, todo_el_dia }
  const [error] = Object.values(errorsOf(asociacionSchema, borrador) ?? {})
  if (error) return wrong(error)
  if (borrador.fuente_fecha && !isFecha(borrador.fuente_fecha))
    return wrong('Escribe la fecha de la fuente como 2026-11-30.')
  if (borrador.pais.length > 60) return wrong('El país es demasiado largo.')
  const difiere = (Object.keys(NOMBRES) as (keyof Borrador)[])
    .filter((campo) => before[campo] !== borrador[campo])
    .map((campo) => NOMBRES[campo]!)
  if (base && difiere.length === 0) return { ...said, que: 'igual' }
  try {
    const telefono =
      base && borrador.telefono === before.telefono
        ? borrador.telefono
        : (await readTelefono(borrador.telefono, borrador.pais)).telefono
    const campos = camposOf(borrador, telefono, '')
    return { ...said, que: base ? 'corrige' : 'nueva', id: base?.id ?? (await idOf(campos)), campos, difiere }
  } catch (failure) {
    return wrong((failure as Error).message)
  }
}

/**
 * The id of a new entry, out of what it is: the same sheet, saved by two at once, or again since the first time was cut short, adds it once
 * (UUID version 8, RFC 9562).
 */
async function idOf({ nombre, telefono, ubicacion }: CamposAsociacion): Promise<string> {
  // Where the page is not served securely.
  if (!crypto.subtle) return uuid()
  const what = new TextEncoder().encode(plainText(JSON.stringify([nombre, telefono, ubicacion])))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', what)).slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A line as the form has it; a column that the sheet lacks stays as it was. */
function borradorOfLinea(linea: Linea, before: Borrador): Borrador {
  return {
    ...before,
    nombre: linea.nombre ?? before.nombre,
    descripcion: linea.descripcion ?? before.descripcion,
    telefono: linea.telefono ?? before.telefono,
    url_web: linea.sitio_web ?? before.url_web,
    pais: linea.pais || before.pais,
    estado: linea.estado ?? before.estado,
    ciudad: linea.ciudad ?? before.ciudad,
    fuente_url: linea.fuente ?? before.fuente_url,
    fuente_fecha: readFecha(linea.fecha_de_la_fuente ?? before.fuente_fecha),
    comprobado: false,
  }
}
