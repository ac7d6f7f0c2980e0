import * as z from 'zod/mini'
import { visible } from '../../lib/form/schema.ts'
import { brand } from '../../lib/installation/brand.ts'

/** What each point of the scale means, in words. */
export const ESCALA = ['Muy mala', 'Mala', 'Regular', 'Buena', 'Muy buena'] as const

export const PUNTOS = ESCALA.map((_, index) => index + 1)

export const COMENTARIO_MAX = 2000

type Nota = { terapeuta_id: string | null; puntuacion: number | null }

/** The average score of every therapist that was reviewed, rounded to one decimal (docs/product.md#therapists). */
export function promedios(notas: readonly Nota[]): Map<string, number> {
  const sums = new Map<string, { suma: number; total: number }>()
  for (const { terapeuta_id, puntuacion } of notas) {
    if (!terapeuta_id || !puntuacion) continue
    const { suma, total } = sums.get(terapeuta_id) ?? { suma: 0, total: 0 }
    sums.set(terapeuta_id, { suma: suma + puntuacion, total: total + 1 })
  }
  // In whole tenths: 3.65 has no exact form, and would come out as 3.6.
  return new Map([...sums].map(([id, { suma, total }]) => [id, Math.round((suma * 10) / total) / 10]))
}

const oneDecimal = new Intl.NumberFormat(brand.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** «4.0» */
export function withDecimal(promedio: number): string {
  return oneDecimal.format(promedio)
}

/** «1 reseña», «3 reseñas» */
export function countText(total: number): string {
  return total === 1 ? '1 reseña' : `${total} reseñas`
}

export const resenaSchema = z.object({
  puntuacion: z.number().check(z.gte(1, 'Toca una estrella')),
  comentario: visible('Escribe un comentario.'),
})
