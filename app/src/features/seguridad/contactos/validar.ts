import * as z from 'zod/mini'
import { filled } from '../../../lib/form/schema.ts'
import { normalizePhone } from '../../../lib/outside/phone.ts'
import type { Contacto, NuevoContacto } from './contactos.ts'

/** The form's values. */
export type Borrador = { nombre: string; telefono: string; prioridad: string }

export const PRIORIDADES = [1, 2, 3, 4, 5]

/** What the form begins with: a contact of hers, or nothing. */
export const borradorOf = (contacto: Contacto | null): Borrador =>
  contacto
    ? { nombre: contacto.nombre, telefono: contacto.telefono, prioridad: String(contacto.prioridad) }
    : { nombre: '', telefono: '', prioridad: '1' }

/** docs/product.md#safety; whether it is a number, {@link readContacto} knows. */
export const contactoSchema = z.object({
  nombre: filled('Escribe su nombre.'),
  telefono: filled('Escribe su teléfono.'),
})

/**
 * The contact to save, with its number in international form.
 *
 * @returns the contact, and whether its number deserves a second look before it is saved
 * @throws PhoneError for what cannot be a number, with the text for the field
 * @throws RangeError for a prioridad that is no whole number from 1 to 5
 */
export async function readContacto({
  nombre,
  telefono,
  prioridad,
}: Borrador): Promise<{ contacto: NuevoContacto; dudoso: boolean }> {
  const grado = Number(prioridad)
  if (!PRIORIDADES.includes(grado)) throw new RangeError(`prioridad: ${prioridad}`)
  const normal = await normalizePhone(telefono)
  return {
    contacto: { nombre: nombre.trim().replace(/\s+/g, ' '), telefono: normal.telefono, prioridad: grado },
    dudoso: normal.doubtful,
  }
}
