import * as z from 'zod/mini'
import { sitioOf } from '../../lib/emergencia/fuente.ts'
import { ruled, textThat, VISIBLE } from '../../lib/form/schema.ts'
import { normalizePhone, PhoneError } from '../../lib/outside/phone.ts'
import type { Asociacion, CamposAsociacion } from './asociaciones.ts'
import { estadoOf, isNacional, PAIS_PROPIO, TODO_EL_ESTADO, ubicacionOf } from './lugares.ts'

/** The form as the admin filled it in. */
export type Borrador = {
  nombre: string
  descripcion: string
  telefono: string
  url_web: string
  pais: string
  estado: string
  ciudad: string
  visible: boolean
  fuente_url: string
  fuente_fecha: string
  /** It answers at any hour. */
  todo_el_dia: boolean
  /** She dialled the number today. */
  comprobado: boolean
}

/** Letters that the database holds of each text. */
const LIMITES = {
  nombre: 200,
  descripcion: 2000,
  url_web: 2048,
  fuente_url: 2048,
  fuente_fecha: 100,
} as const
const LIMITE_UBICACION = 200

const NACIONAL_AJENO = /^\*?\d{3,15}#?$/

/** Text that the database holds, blanks around it aside. */
const fits = (campo: keyof typeof LIMITES) =>
  ruled((texto: string) => {
    const sobran = texto.trim().length - LIMITES[campo]
    if (sobran > 0) return `Caben ${LIMITES[campo]} letras: ${sobran === 1 ? 'sobra 1' : `sobran ${sobran}`}.`
  })

/** The form of an entry, or an empty one. */
export function borradorOf(asociacion: Asociacion | null): Borrador {
  if (!asociacion) {
    return {
      nombre: '',
      descripcion: '',
      telefono: '',
      url_web: '',
      pais: PAIS_PROPIO,
      estado: '',
      ciudad: '',
      visible: true,
      fuente_url: '',
      fuente_fecha: '',
      todo_el_dia: false,
      comprobado: false,
    }
  }
  const ciudad = asociacion.ciudad ?? ''
  return {
    nombre: asociacion.nombre,
    descripcion: asociacion.descripcion ?? '',
    telefono: asociacion.telefono ?? '',
    url_web: asociacion.url_web ?? '',
    pais: asociacion.pais,
    estado: estadoOf(asociacion),
    ciudad: isNacional(asociacion) || ciudad === TODO_EL_ESTADO ? '' : ciudad,
    visible: asociacion.visible,
    fuente_url: asociacion.fuente_url ?? '',
    fuente_fecha: asociacion.fuente_fecha ?? '',
    todo_el_dia: asociacion.todo_el_dia,
    comprobado: false,
  }
}

/**
 * A web address as it is stored. Who copies one by hand leaves «https://» out.
 *
 * @returns the address, empty for an empty one; null for what is none, or not of the web (`javascript:`, `data:`)
 */
export function readEnlace(texto: string): string | null {
  const typed = texto.trim()
  if (!typed) return ''
  const url =
    /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]+\.[^/]+:\d/.test(typed) ? typed : `https://${typed}`
  return sitioOf(url)?.includes('.') && !/[\s<>"'\\]/.test(url) ? url : null
}

const enlace = z.refine<string>(
  (typed) => readEnlace(typed) !== null,
  'Escribe una dirección de internet, como https://ejemplo.org',
)

/** Its number is read by {@link readTelefono}. */
export const asociacionSchema = z
  .object({
    nombre: fits('nombre').check(z.regex(VISIBLE, 'Escribe el nombre.')),
    url_web: fits('url_web').check(enlace),
    fuente_url: fits('fuente_url').check(enlace),
    ciudad: textThat((ciudad) => !ciudad.includes(','), 'Escribe la ciudad sin comas.'),
    estado: z.string(),
    descripcion: fits('descripcion'),
    fuente_fecha: fits('fuente_fecha'),
  })
  .check(
    z.refine((place) => ubicacionOf(trimmed(place)).length <= LIMITE_UBICACION, {
      error: 'Es demasiado largo.',
      path: ['ciudad'],
    }),
  )

/**
 * The number of an entry, as it is stored. One of this installation's country gets its international form; one of
 * another country that is written without it stays as it is dialled there, since toll-free lines seldom answer abroad.
 *
 * @throws PhoneError for what cannot be a number, with the text for the field
 */
export async function readTelefono(
  texto: string,
  pais: string,
): Promise<{ telefono: string; dudoso: boolean }> {
  if (!texto.trim()) return { telefono: '', dudoso: false }
  if (pais === PAIS_PROPIO || /^\s*\+/.test(texto)) {
    const { telefono, doubtful } = await normalizePhone(texto)
    return { telefono, dudoso: doubtful }
  }
  const telefono = texto.replace(/[\s().\-/]/g, '')
  if (!NACIONAL_AJENO.test(telefono))
    throw new PhoneError('Escribe solo el número, como se marca en ese país.')
  return { telefono, dudoso: false }
}

/**
 * The row to save.
 *
 * @param borrador a form in which {@link asociacionSchema} found nothing
 * @param telefono its number as {@link readTelefono} read it
 * @param hoy the day to note where she dialled it, `yyyy-MM-dd`
 */
export function camposOf(borrador: Borrador, telefono: string, hoy: string): CamposAsociacion {
  const { nombre, descripcion, pais, visible, fuente_url, fuente_fecha, todo_el_dia, comprobado } = borrador
  return {
    nombre: nombre.trim().replace(/\s+/g, ' '),
    descripcion: descripcion.trim(),
    telefono,
    url_web: readEnlace(borrador.url_web) ?? '',
    visible,
    ubicacion: ubicacionOf(trimmed(borrador)),
    pais,
    fuente_url: readEnlace(fuente_url) || null,
    fuente_fecha: fuente_fecha.trim() || null,
    todo_el_dia,
    ...(comprobado && { verificada_el: hoy }),
  }
}

type Place = Pick<Borrador, 'estado' | 'ciudad'>

const trimmed = ({ estado, ciudad }: Place): Place => ({ estado: estado.trim(), ciudad: ciudad.trim() })
