import type { Tables } from '../../lib/api/database.types.ts'
import { plainText } from '../../lib/text/plainText.ts'
import { type Lugar, reaches, type Ubicada, whereText } from './lugares.ts'

export type Buscable = Ubicada & Pick<Tables<'asociaciones_apoyo'>, 'nombre' | 'descripcion' | 'telefono'>

/** Whether an entry holds every word of a search, in its name, description, place or number. */
export function matches(entry: Buscable, texto: string): boolean {
  const { nombre, descripcion, telefono } = entry
  const haystack = plainText([nombre, descripcion, whereText(entry), telefono].filter(Boolean).join(' '))
  return plainText(texto)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

/** The entries that help in a place and match a search, in the order in which they came. */
export function searchAsociaciones<Entry extends Buscable>(
  entries: Entry[],
  lugar: Lugar,
  texto: string,
): Entry[] {
  const here = entries.filter((entry) => reaches(entry, lugar))
  // Most of the time nothing is searched for, and to fold the accents of a whole directory takes a cheap phone longer than to draw it.
  return texto.trim() ? here.filter((entry) => matches(entry, texto)) : here
}
