import * as z from 'zod/mini'
import type { Errores } from '../../lib/form/errors.ts'
import { textThat, VISIBLE, visible } from '../../lib/form/schema.ts'
import { brand } from '../../lib/installation/brand.ts'
import { normalizePhone, PhoneError } from '../../lib/outside/phone.ts'
import { toFecha } from '../../lib/time/fechas.ts'
import { readPalabras } from './perfilProfesional.ts'
import type { CamposTerapeuta, Ficha } from './terapeutas.ts'

/** The form as the admin filled it in. */
export type Borrador = {
  nombre: string
  especialidad: string
  ciudad: string
  telefono: string
  whatsapp: string
  contacto: string
  visible: boolean
  cedula: string
  cedula_fuente: string
  /** `yyyy-MM-dd`; empty where nobody looked it up. */
  verificada_el: string
  modalidades: string[]
  /** With commas between them. */
  idiomas: string
  enfoques: string
  precio_desde: string
  precio_hasta: string
  moneda: string
  /** Of the photo that is there; null without one. */
  foto_url: string | null
  /** A photo that takes its place. */
  foto: File | null
}

/** Letters that the database holds of each text. */
export const LIMITES = {
  ...{ nombre: 200, especialidad: 200, ciudad: 200, contacto: 500, cedula: 60, cedula_fuente: 200 },
} as const
const MOST_PALABRAS = 20
const MAX_PALABRA = 60
const MOST_PRECIO = 10_000_000

/** A number that WhatsApp knows, as the database asks for. */
const WHOLE = /^\+\d{8,15}$/

/** The form of a therapist, or an empty one. */
export function borradorOf(terapeuta: Ficha | null): Borrador {
  return {
    nombre: terapeuta?.nombre ?? '',
    especialidad: terapeuta?.especialidad ?? '',
    ciudad: terapeuta?.ciudad ?? '',
    telefono: terapeuta?.telefono ?? '',
    whatsapp: terapeuta?.whatsapp ?? '',
    contacto: terapeuta?.contacto ?? '',
    visible: terapeuta?.visible ?? true,
    cedula: terapeuta?.cedula ?? '',
    cedula_fuente: terapeuta?.cedula_fuente ?? '',
    verificada_el: terapeuta?.verificada_el ?? '',
    modalidades: terapeuta?.modalidades ?? [],
    idiomas: (terapeuta?.idiomas ?? []).join(', '),
    enfoques: (terapeuta?.enfoques ?? []).join(', '),
    precio_desde: String(terapeuta?.precio_desde ?? ''),
    precio_hasta: String(terapeuta?.precio_hasta ?? ''),
    moneda: terapeuta?.moneda ?? brand.currency,
    foto_url: terapeuta?.foto_url ?? null,
    foto: null,
  }
}

const palabras = z.string().check(
  z.refine((typed) => readPalabras(typed).length <= MOST_PALABRAS, `Caben ${MOST_PALABRAS}.`),
  z.refine(
    (typed) => readPalabras(typed).every(({ length }) => length <= MAX_PALABRA),
    'Sepáralos con comas, cada uno en pocas palabras.',
  ),
)

const isPrecio = (typed: string) => /^\d{1,8}$/.test(typed) && Number(typed) <= MOST_PRECIO

const precio = z.string().check(
  z.trim(),
  z.refine((typed) => typed === '' || isPrecio(typed), 'Escribe un número entero, sin signos.'),
)

/** Besides its numbers, which {@link camposOf} reads. «Verificada» needs a number, a place and a day that has come. */
export const terapeutaSchema = (today: string = toFecha(new Date())) =>
  z
    .object({
      nombre: visible('Escribe el nombre.'),
      idiomas: palabras,
      enfoques: palabras,
      precio_desde: precio,
      precio_hasta: precio,
      cedula: z.string(),
      cedula_fuente: z.string(),
      verificada_el: textThat((day) => day <= today, 'Ese día todavía no llega.'),
    })
    .check(
      z.refine(
        ({ precio_desde, precio_hasta }) =>
          !(precio_hasta && isPrecio(precio_desde) && Number(precio_desde) > Number(precio_hasta)),
        {
          error: 'Debe ser mayor que el primero.',
          path: ['precio_hasta'],
        },
      ),
      z.refine(({ verificada_el, cedula }) => !verificada_el || VISIBLE.test(cedula), {
        error: 'Escribe el número que consultaste.',
        path: ['cedula'],
      }),
      z.refine(({ verificada_el, cedula_fuente }) => !verificada_el || VISIBLE.test(cedula_fuente), {
        error: 'Escribe dónde la consultaste.',
        path: ['cedula_fuente'],
      }),
    )

/**
 * The row to save, its numbers in international form.
 *
 * @returns the row, or what is wrong with which number
 */
export async function camposOf(
  borrador: Borrador,
): Promise<{ campos: CamposTerapeuta } | { errores: Errores<Borrador> }> {
  const errores: Errores<Borrador> = {}
  const readPhoneField = async (campo: 'telefono' | 'whatsapp') => {
    if (!borrador[campo].trim()) return ''
    try {
      const { telefono } = await normalizePhone(borrador[campo])
      // A short code can be called; nobody can be written to at one.
      if (campo === 'telefono' || WHOLE.test(telefono)) return telefono
      errores.whatsapp = 'Ese número no está completo. Escríbelo con su clave de país, como +52 55 1234 5678.'
      return ''
    } catch (failure) {
      if (!(failure instanceof PhoneError)) throw failure
      errores[campo] = failure.message
      return ''
    }
  }
  const [telefono, whatsapp] = [await readPhoneField('telefono'), await readPhoneField('whatsapp')]
  if (Object.keys(errores).length > 0) return { errores }
  const { nombre, especialidad, ciudad, contacto, visible, foto_url } = borrador
  const amount = (typed: string) => (typed.trim() ? Number(typed) : null)
  const [precio_desde, precio_hasta] = [amount(borrador.precio_desde), amount(borrador.precio_hasta)]
  return {
    campos: {
      nombre: nombre.trim().replace(/\s+/g, ' '),
      especialidad: especialidad.trim(),
      ciudad: ciudad.trim(),
      telefono,
      whatsapp,
      contacto: contacto.trim(),
      visible,
      cedula: borrador.cedula.trim() || null,
      cedula_fuente: borrador.cedula_fuente.trim() || null,
      verificada_el: borrador.verificada_el || null,
      modalidades: borrador.modalidades,
      idiomas: readPalabras(borrador.idiomas),
      enfoques: readPalabras(borrador.enfoques),
      precio_desde,
      precio_hasta,
      moneda: precio_desde === null && precio_hasta === null ? null : borrador.moneda,
      foto_url,
    },
  }
}
