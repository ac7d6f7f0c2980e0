import { normalizePhone, PhoneError } from '../../lib/outside/phone.ts'
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
}

export type Errores = Partial<Record<keyof Borrador, string>>

/** Letters that the database holds of each text. */
export const LIMITES = { nombre: 200, especialidad: 200, ciudad: 200, contacto: 500 } as const

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
  }
}

/** What keeps the form from being saved, besides its numbers. */
export function checkBorrador({ nombre }: Borrador): Errores {
  return VISIBLE.test(nombre) ? {} : { nombre: 'Escribe el nombre.' }
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
  const { nombre, especialidad, ciudad, contacto, visible } = borrador
  return {
    campos: {
      nombre: nombre.trim().replace(/\s+/g, ' '),
      especialidad: especialidad.trim(),
      ciudad: ciudad.trim(),
      telefono,
      whatsapp,
      contacto: contacto.trim(),
      visible,
    },
  }
}
