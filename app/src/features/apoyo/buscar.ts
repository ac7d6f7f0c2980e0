import type { Tables } from '../../lib/database.types.ts'
import { plano } from '../../lib/plano.ts'
import { alcanza, donde, type Lugar, type Ubicada } from './lugares.ts'

export type Buscable = Ubicada & Pick<Tables<'asociaciones_apoyo'>, 'nombre' | 'descripcion' | 'telefono'>

/** Whether an entry holds every word of a search, in its name, description, place or number. */
export function coincide(entry: Buscable, texto: string): boolean {
  const { nombre, descripcion, telefono } = entry
  const haystack = plano([nombre, descripcion, donde(entry), telefono].filter(Boolean).join(' '))
  return plano(texto)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

/** The entries that help in a place and match a search, in the order in which they came. */
export function buscar<Entry extends Buscable>(entries: Entry[], lugar: Lugar, texto: string): Entry[] {
  return entries.filter((entry) => alcanza(entry, lugar) && coincide(entry, texto))
}
