import * as z from 'zod/mini'
import { filled } from '../../../lib/form/schema.ts'
import { DOUBTFUL_NUMBER, normalizePhone, whatsappDigits } from '../../../lib/outside/phone.ts'
import type { Contacto, NuevoContacto } from './contactos.ts'

/** The form's values. */
export type Borrador = { nombre: string; telefono: string; prioridad: string }

export const PRIORIDADES = [1, 2, 3, 4, 5]

/** What the form begins with: a contact of hers, or nothing. */
export const borradorOf = (contacto: Contacto | null): Borrador =>
  contacto
    ? { nombre: contacto.nombre, telefono: contacto.telefono, prioridad: String(contacto.prioridad) }
    : { nombre: '', telefono: '', prioridad: '1' }

/** Said at the field of a short code, which may be a number whose rest is missing; pressed again, it is taken as it is. */
export const SHORT_NUMBER =
  'A este número no le llegan mensajes: parece incompleto. Revísalo; si solo es para llamar, guárdalo de todos modos.'

/** docs/product.md#safety; whether it is a number, {@link readContacto} knows. */
export const contactoSchema = z.object({
  nombre: filled('Escribe su nombre.'),
  telefono: filled('Escribe su teléfono.'),
})

/**
 * The contact to save, with its number in international form.
 *
 * @returns the contact, and what to look at twice in its number before it is saved; null for nothing
 * @throws PhoneError for what cannot be a number, with the text for the field
 * @throws RangeError for a prioridad that is no whole number from 1 to 5
 */
export async function readContacto({
  nombre,
  telefono,
  prioridad,
}: Borrador): Promise<{ contacto: NuevoContacto; duda: string | null }> {
  const grado = Number(prioridad)
  if (!PRIORIDADES.includes(grado)) throw new RangeError(`prioridad: ${prioridad}`)
  const normal = await normalizePhone(telefono)
  return {
    contacto: { nombre: nombre.trim().replace(/\s+/g, ' '), telefono: normal.telefono, prioridad: grado },
    duda: normal.doubtful ? DOUBTFUL_NUMBER : whatsappDigits(normal.telefono) === null ? SHORT_NUMBER : null,
  }
}
