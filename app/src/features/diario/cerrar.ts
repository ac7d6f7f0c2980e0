import { queryOptions } from '@tanstack/react-query'
import { ask, askCount } from '../../lib/api/ask.ts'
import { toServiceError } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { SILENCE_MS } from '../../lib/api/stalledTransfer.ts'
import { openText, sealText } from '../../lib/cofre/cofre.ts'
import { lugarOf, TABLA } from './entradas.ts'

/** Every envelope begins so (`lib/cofre/sobre.ts`). */
const SEALED = 'cofre1.%'
/** Read and written together: few enough for the slowest line. */
const POR_VEZ = 50
const LETTERS = 150_000

/** How many entries of hers stand in the clear. */
export const unsealedOptions = (owner: string) =>
  queryOptions({
    queryKey: [TABLA, owner, 'sin cerrar'],
    queryFn: ({ signal }) =>
      askCount(
        (db) =>
          db
            .from(TABLA)
            .select('fecha', { count: 'exact', head: true })
            .eq('user_id', owner)
            .not('contenido', 'like', SEALED),
        { signal },
      ),
  })

/**
 * Seals every entry that stands in the clear, oldest first. Each takes the place of the version that was read, and only of that; what another
 * device changed meanwhile is read again. Stopped at any moment, what is sealed stays sealed and the rest as it was.
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
  try {
    for (;;) {
      const filas = await ask(
        (db) =>
          db
            .from(TABLA)
            .select('fecha, contenido, actualizado_en')
            .eq('user_id', owner)
            .not('contenido', 'like', SEALED)
            .order('fecha')
            .limit(POR_VEZ),
        { signal, within: SILENCE_MS },
      )
      if (filas.length === 0) return
      for (const part of inParts(filas)) {
        signal.throwIfAborted()
        done += await sealTogether(owner, part)
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
async function sealTogether(owner: string, filas: readonly Fila[]): Promise<number> {
  const rows = await Promise.all(filas.map((fila) => sealed(owner, fila)))
  try {
    await ask((db) => db.from(TABLA).upsert(rows, { onConflict: 'user_id,fecha' }), { within: SILENCE_MS })
    return rows.length
  } catch (failure) {
    if (toServiceError(failure).code !== 'PT409') throw failure
    if (filas.length === 1) return 0
    let done = 0
    for (const fila of filas) done += await sealTogether(owner, [fila])
    return done
  }
}

async function sealed(owner: string, { fecha, contenido, actualizado_en }: Fila) {
  const lugar = lugarOf(owner, fecha)
  const sobre = await sealText(lugar, contenido)
  const read = await openText(lugar, sobre)
  // The clear text goes only for an envelope that gives it back.
  if (typeof read === 'string' || !read.sellada || read.texto !== contenido)
    throw new Error('the envelope does not open')
  return { user_id: owner, fecha, tipo: 'texto', contenido: sobre, basada_en: actualizado_en }
}
