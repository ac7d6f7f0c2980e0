import { normalizePhone, PhoneError } from '../../lib/outside/phone.ts'
import type { CamposTerapeuta, Terapeuta } from './terapeutas.ts'

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

// Something that can be seen: blanks and zero-width characters are no name.
const VISIBLE = /[^\s\p{C}]/u

/** The form of a therapist, or an empty one. */
export function borradorOf(terapeuta: Terapeuta | null): Borrador {
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
      return (await normalizePhone(borrador[campo])).telefono
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
