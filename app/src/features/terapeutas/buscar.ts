import { plano } from '../../lib/plano.ts'
import type { Terapeuta } from './terapeutas.ts'

/** What she looks for; empty where it does not matter. */
export type Busqueda = { nombre: string; ciudad: string; especialidad: string }

export const SIN_FILTROS: Busqueda = { nombre: '', ciudad: '', especialidad: '' }

/** The cities and specialities were typed by hand: «guadalajara » is the city of «Guadalajara». */
function llano(text: string | null): string {
  return plano(text ?? '')
    .trim()
    .replace(/\s+/g, ' ')
}

/** The therapists with every word in their name, in that city, of that speciality; in the order in which they came. */
export function buscar<Entry extends Pick<Terapeuta, 'nombre' | 'ciudad' | 'especialidad'>>(
  terapeutas: readonly Entry[],
  { nombre, ciudad, especialidad }: Busqueda,
): Entry[] {
  const words = llano(nombre).split(' ')
  return terapeutas.filter((terapeuta) => {
    const own = llano(terapeuta.nombre)
    return (
      words.every((word) => own.includes(word)) &&
      (!ciudad || llano(terapeuta.ciudad) === llano(ciudad)) &&
      (!especialidad || llano(terapeuta.especialidad) === llano(especialidad))
    )
  })
}

const byName = new Intl.Collator('es').compare

/** What a filter offers: each city or speciality once, as it was written first, in Spanish order. */
export function opciones(values: readonly (string | null)[]): string[] {
  const found = new Map<string, string>()
  for (const value of values) {
    const key = llano(value)
    if (value && key && !found.has(key)) found.set(key, value.trim())
  }
  return [...found.values()].sort(byName)
}
