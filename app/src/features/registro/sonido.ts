import type { Contenido } from '../../lib/cofre/contenido.ts'
import { shortHora } from '../../lib/time/fechas.ts'
import { base64Of } from './foto.ts'
import { type Hecho, type Sonido, sha256 } from './registro.ts'

/**
 * Three minutes of speech, as a call sounds, so that it travels sealed within its entry, beside a picture: one request has room for a megabyte. A
 * browser that takes no wish for fewer bits ends earlier, at the largest size.
 */
export const BITS = 14_000
export const MAX_BYTES = 345_000

export async function sonidoOf({ mime, segundos = 0, datos }: Contenido): Promise<Sonido> {
  return { mime, segundos, sha256: await sha256(datos), datos: await base64Of(new Blob([datos])) }
}

/** The recording of an entry, to be played. */
export function contenidoOf(
  { mime, segundos, datos }: Sonido,
  { escrito }: Pick<Hecho, 'escrito'>,
): Contenido {
  const bytes = Uint8Array.from(atob(datos), (letter) => letter.charCodeAt(0))
  return { mime, segundos, hora: shortHora(new Date(escrito)), datos: bytes }
}
