import type { Bytes } from './sobre.ts'

/* What is sealed of a picture or a voice note (docs/vault.md#files). */

export type Contenido = {
  /** Media type. */
  mime: string
  /** Of a voice note. */
  segundos?: number
  /** When it was made, `10:40`. */
  hora: string
  datos: Bytes
}

/** Sealed bytes are filled up to a multiple of this, so that their length tells little. */
export const BLOCK_BYTES = 4096

/** What is sealed: one line of JSON, the bytes, and zeros to the next multiple of 4096. */
export function pack({ datos, ...head }: Contenido): Bytes {
  const line = new TextEncoder().encode(`${JSON.stringify({ ...head, bytes: datos.length })}\n`)
  const length = Math.ceil((line.length + datos.length) / BLOCK_BYTES) * BLOCK_BYTES
  const plain = new Uint8Array(length)
  plain.set(line)
  plain.set(datos, line.length)
  return plain
}

export function unpack(plain: Bytes): Contenido {
  const end = plain.indexOf(0x0a)
  const { bytes, ...head } = JSON.parse(new TextDecoder().decode(plain.subarray(0, end))) as Omit<
    Contenido,
    'datos'
  > & { bytes: number }
  return { ...head, datos: plain.slice(end + 1, end + 1 + bytes) }
}
