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

export type Errores = Partial<Record<keyof Borrador, string>>

/** Letters that the database holds of each text. */
export const LIMITES = {
  ...{ nombre: 200, especialidad: 200, ciudad: 200, contacto: 500, cedula: 60, cedula_fuente: 200 },
} as const
const MOST_PALABRAS = 20
const MAX_PALABRA = 60
const MOST_PRECIO = 10_000_000

/** A number that WhatsApp knows, as the database asks for. */
const WHOLE = /^\+\d{8,15}$/

// Something that can be seen: blanks and zero-width characters are no name.
const VISIBLE = /[^\s\p{C}]/u

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

function wrongIn(typed: string): string | undefined {
  const words = readPalabras(typed)
  if (words.length > MOST_PALABRAS) return `Caben ${MOST_PALABRAS}.`
  if (words.some(({ length }) => length > MAX_PALABRA))
    return 'Sepáralos con comas, cada uno en pocas palabras.'
  return undefined
}

const isPrecio = (typed: string) => /^\d{1,8}$/.test(typed) && Number(typed) <= MOST_PRECIO

function checkPrecios(from: string, to: string): Errores {
  const wrong = 'Escribe un número entero, sin signos.'
  if (from && !isPrecio(from)) return { precio_desde: wrong }
  if (to && !isPrecio(to)) return { precio_hasta: wrong }
  if (from && to && Number(from) > Number(to)) return { precio_hasta: 'Debe ser mayor que el primero.' }
  return {}
}

/** «Verificada» needs a number, a place and a day that has come. */
function checkVerificacion({ cedula, cedula_fuente, verificada_el }: Borrador, today: string): Errores {
  if (!verificada_el) return {}
  const errores: Errores = {}
  if (!VISIBLE.test(cedula)) errores.cedula = 'Escribe el número que consultaste.'
  if (!VISIBLE.test(cedula_fuente)) errores.cedula_fuente = 'Escribe dónde la consultaste.'
  if (verificada_el > today) errores.verificada_el = 'Ese día todavía no llega.'
  return errores
}

/** What keeps the form from being saved, besides its numbers. */
export function checkBorrador(borrador: Borrador, today: string = toFecha(new Date())): Errores {
  const { nombre, idiomas, enfoques, precio_desde, precio_hasta } = borrador
  const errores: Errores = {
    ...checkPrecios(precio_desde.trim(), precio_hasta.trim()),
    ...checkVerificacion(borrador, today),
  }
  if (!VISIBLE.test(nombre)) errores.nombre = 'Escribe el nombre.'
  const [languages, approaches] = [wrongIn(idiomas), wrongIn(enfoques)]
  if (languages) errores.idiomas = languages
  if (approaches) errores.enfoques = approaches
  return errores
}

/**
 * The row to save, its numbers in international form.
 *
 * @returns the row, or what is wrong with which number
 */
export async function camposOf(
  borrador: Borrador,
): Promise<{ campos: CamposTerapeuta } | { errores: Errores }> {
  const errores: Errores = {}
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
