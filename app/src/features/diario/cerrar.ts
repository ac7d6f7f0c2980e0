import { queryOptions } from '@tanstack/react-query'
import { ask, askCount } from '../../lib/api/ask.ts'
import { toServiceError } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { SILENCE_MS } from '../../lib/api/stalledTransfer.ts'
import { CofreCerrado, llaveroOf, llaveToSeal, openText, sealTextWith } from '../../lib/cofre/cofre.ts'
import { unsealed } from '../../lib/cofre/sinCerrar.ts'
import type { Llave } from '../../lib/cofre/sobre.ts'
import { lugarOf, TABLA } from './entradas.ts'

/** Read and written together: few enough for the slowest line. */
const POR_VEZ = 50
const LETTERS = 150_000

/** How many entries of hers stand in the clear, or are sealed with a key that this device has had before. */
export const unsealedOptions = (owner: string) =>
  queryOptions({
    queryKey: [TABLA, owner, 'sin cerrar'],
    queryFn: async ({ signal }) => {
      const llavero = await llaveroOf(owner)
      if (!llavero?.actual) return 0
      const { actual } = llavero
      return askCount(
        (db) =>
          unsealed(
            db.from(TABLA).select('fecha', { count: 'exact', head: true }).eq('user_id', owner),
            'contenido',
            actual,
            llavero,
          ),
        { signal },
      )
    },
  })

/**
 * Seals every entry that stands in the clear, or under an earlier key, oldest first, once each. Each takes the place of the version that was
 * read, and only of that; what another device changed meanwhile, and what is damaged, is left as it is. Stopped at any moment, what is sealed
 * stays sealed and the rest as it was.
 *
 * @param onPart told how many are done
 * @throws CofreCerrado, ServiceError
 */
export async function sealSaved(
  owner: string,
  signal: AbortSignal,
  onPart: (done: number) => void,
): Promise<void> {
  let done = 0
  let after = ''
  try {
    for (;;) {
      const llavero = await llaveroOf(owner)
      const llave = await llaveToSeal(owner)
      if (!llavero || !llave) throw new CofreCerrado()
      const filas = await ask(
        (db) =>
          unsealed(
            db
              .from(TABLA)
              .select('fecha, contenido, actualizado_en')
              .eq('user_id', owner)
              .gt('fecha', after || '1900-01-01'),
            'contenido',
            llave,
            llavero,
          )
            .order('fecha')
            .limit(POR_VEZ),
        { signal, within: SILENCE_MS },
      )
      if (filas.length === 0) return
      after = filas.at(-1)!.fecha
      for (const part of inParts(filas)) {
        signal.throwIfAborted()
        done += await sealTogether(owner, llave, part)
        onPart(done)
      }
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: [TABLA, owner] })
  }
}

type Fila = { fecha: string; contenido: string; actualizado_en: string }

/** As many as fit into one request. */
function inParts(filas: readonly Fila[]): Fila[][] {
  const parts: Fila[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const fila of filas) {
    length += fila.contenido.length
    if (length > LETTERS) {
      parts.push([])
      length = fila.contenido.length
    }
    parts.at(-1)!.push(fila)
  }
  return parts
}

/** @returns how many are sealed; what another device changed meanwhile is not */
async function sealTogether(owner: string, llave: Llave, filas: readonly Fila[]): Promise<number> {
  const rows = (await Promise.all(filas.map((fila) => sealed(owner, llave, fila)))).filter(
    (row) => row !== null,
  )
  if (rows.length === 0) return 0
  try {
    await ask((db) => db.from(TABLA).upsert(rows, { onConflict: 'user_id,fecha' }), { within: SILENCE_MS })
    return rows.length
  } catch (failure) {
    if (toServiceError(failure).code !== 'PT409') throw failure
    if (filas.length === 1) return 0
    let done = 0
    for (const fila of filas) done += await sealTogether(owner, llave, [fila])
    return done
  }
}

/** @returns null for what was damaged before: it stays as it is */
async function sealed(owner: string, llave: Llave, { fecha, contenido, actualizado_en }: Fila) {
  const lugar = lugarOf(owner, fecha)
  const before = await openText(lugar, contenido)
  if (typeof before === 'string') return null
  const sobre = await sealTextWith(llave, lugar, before.texto)
  const read = await openText(lugar, sobre)
  // What stands there goes only for an envelope that gives it back.
  if (typeof read === 'string' || !read.sellada || read.texto !== before.texto)
    throw new Error('the envelope does not open')
  return { user_id: owner, fecha, tipo: 'texto', contenido: sobre, basada_en: actualizado_en }
}
