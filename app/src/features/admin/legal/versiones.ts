import * as z from 'zod/mini'
import { ServiceError } from '../../../lib/api/errors.ts'
import { filled, ruled } from '../../../lib/form/schema.ts'

/** A version as it is being written. `desde` is a day and hour of the device's field; empty for «now». */
export type Escrito = {
  titulo: string
  version: string
  contenido: string
  queCambio: string
  menor: boolean
  desde: string
}

export const ESCRITO_VACIO: Escrito = {
  titulo: '',
  version: '',
  contenido: '',
  queCambio: '',
  menor: false,
  desde: '',
}

/** @param first there is no version in force yet: nothing can have changed */
export const politicaSchema = ({ first, now }: { first: boolean; now: Date }) =>
  z
    .object({
      titulo: filled('Escribe el título.'),
      version: filled('Escribe la versión, por ejemplo 1.1.'),
      contenido: filled('Escribe el texto.'),
      menor: z.boolean(),
      queCambio: z.string(),
      desde: ruled((desde: string) => {
        const day = Date.parse(desde)
        if (desde && Number.isNaN(day)) return 'Elige el día y la hora.'
        return day < now.getTime() ? 'Ese momento ya pasó. Elige otro, o déjalo vacío.' : undefined
      }),
    })
    .check(
      z.refine(({ menor, queCambio }) => menor || first || queCambio.trim() !== '', {
        error: 'Di qué cambió: es lo primero que lee cada una.',
        path: ['queCambio'],
      }),
    )

/** Why a version was not published, at its field; null for what is to be said otherwise. */
export function refusalOf(failure: unknown, version: string): { [Field in keyof Escrito]?: string } | null {
  if (!(failure instanceof ServiceError)) return null
  if (failure.code === '23505')
    return { version: `Ya existe la versión ${version.trim()}. Elige otro número.` }
  if (failure.code === '23514')
    return { contenido: 'El texto no se puede publicar: está vacío o es demasiado largo.' }
  if (failure.code === 'PT422') return { queCambio: failure.message }
  return null
}

const parts = (version: string) => version.split('.').map(Number)

/**
 * The number that a version after this one would have: 1.1 after 1.0 or 1.0.3, and 1.0.1 for a small correction.
 *
 * @param taken numbers that there are already
 */
export function nextVersion(current: string, menor: boolean, taken: readonly string[]): string {
  const [big = 1, middle = 0, small = 0] = parts(current)
  if ([big, middle, small].some((part) => !Number.isInteger(part))) return ''
  for (let at = 1; ; at++) {
    const next = menor ? `${big}.${middle}.${small + at}` : `${big}.${middle + at}`
    if (!taken.includes(next)) return next
  }
}
