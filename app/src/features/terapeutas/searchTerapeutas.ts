import { plainText } from '../../lib/text/plainText.ts'
import type { Terapeuta } from './terapeutas.ts'

/** What she looks for; empty where it does not matter. */
export type Busqueda = {
  nombre: string
  ciudad: string
  especialidad: string
  modalidad: string
  idioma: string
}

export const SIN_FILTROS: Busqueda = {
  nombre: '',
  ciudad: '',
  especialidad: '',
  modalidad: '',
  idioma: '',
}

/** The cities and specialities were typed by hand: «guadalajara » is the city of «Guadalajara». */
function searchKey(text: string | null): string {
  return plainText(text ?? '')
    .trim()
    .replace(/\s+/g, ' ')
}

type Searched = Pick<Terapeuta, 'nombre' | 'ciudad' | 'especialidad' | 'modalidades' | 'idiomas'>

/** The therapists with every word in their name, in that city, of that speciality, who work so and speak that; in the order in which they came. */
export function searchTerapeutas<Entry extends Searched>(
  terapeutas: readonly Entry[],
  { nombre, ciudad, especialidad, modalidad, idioma }: Busqueda,
): Entry[] {
  const words = searchKey(nombre).split(' ')
  return terapeutas.filter((terapeuta) => {
    const own = searchKey(terapeuta.nombre)
    return (
      words.every((word) => own.includes(word)) &&
      (!ciudad || searchKey(terapeuta.ciudad) === searchKey(ciudad)) &&
      (!especialidad || searchKey(terapeuta.especialidad) === searchKey(especialidad)) &&
      (!modalidad || terapeuta.modalidades.includes(modalidad)) &&
      (!idioma || terapeuta.idiomas.some((one) => searchKey(one) === searchKey(idioma)))
    )
  })
}

const byName = new Intl.Collator('es').compare

/** What a filter offers: each city or speciality once, as it was written first, in Spanish order. */
export function opciones(values: readonly (string | null)[]): string[] {
  const found = new Map<string, string>()
  for (const value of values) {
    const key = searchKey(value)
    if (value && key && !found.has(key)) found.set(key, value.trim())
  }
  return [...found.values()].sort(byName)
}
