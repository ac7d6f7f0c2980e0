import { ask, askCount } from '../../lib/api/ask.ts'
import { SILENCE_MS } from '../../lib/api/stalledTransfer.ts'
import { type Cerrable, sealAllOf, unsealedOptionsOf } from '../../lib/cofre/cerrar.ts'
import { openText, sealTextWith } from '../../lib/cofre/cofre.ts'
import { unsealed } from '../../lib/cofre/sinCerrar.ts'
import { lugarOf, TABLA } from './entradas.ts'

/* Entries that stand in the clear, or under an earlier key. */

/** Read and written together: few enough for the slowest line. */
const POR_VEZ = 50
const LETTERS = 150_000

type Fila = { fecha: string; contenido: string; actualizado_en: string }

const DIARIO_DE_ANTES: Cerrable<Fila, string, 'contenido', { contenido: string }> = {
  tabla: TABLA,
  columna: 'contenido',
  count: (owner, { actual, llavero }, signal) =>
    askCount(
      (db) =>
        unsealed(
          db.from(TABLA).select('fecha', { count: 'exact', head: true }).eq('user_id', owner),
          'contenido',
          actual,
          llavero,
        ),
      { signal },
    ),
  list: (owner, { actual, llavero }, after, signal) =>
    ask(
      (db) =>
        unsealed(
          db
            .from(TABLA)
            .select('fecha, contenido, actualizado_en')
            .eq('user_id', owner)
            .gt('fecha', after ?? '1900-01-01'),
          'contenido',
          actual,
          llavero,
        )
          .order('fecha')
          .limit(POR_VEZ),
      { signal, within: SILENCE_MS },
    ),
  placeOf: ({ fecha }) => fecha,
  inParts,
  open: async (owner, { fecha, contenido }) => {
    const read = await openText(lugarOf(owner, fecha), contenido)
    return typeof read === 'string' ? null : read.texto
  },
  seal: async (llave, owner, { fecha }, texto) => ({
    contenido: await sealTextWith(llave, lugarOf(owner, fecha), texto),
  }),
  put: async (owner, sealed) => {
    const rows = sealed.map(({ fila: { fecha, actualizado_en }, cells }) => ({
      user_id: owner,
      fecha,
      tipo: 'texto',
      ...cells,
      basada_en: actualizado_en,
    }))
    await ask((db) => db.from(TABLA).upsert(rows, { onConflict: 'user_id,fecha' }), { within: SILENCE_MS })
    return rows.length
  },
}

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

/** How many entries of hers stand in the clear, or are sealed with a key that this device has had before. */
export const unsealedOptions = (owner: string) => unsealedOptionsOf(DIARIO_DE_ANTES, owner)

/** Seals them, oldest first. @throws CofreCerrado, ServiceError */
export const sealSaved = (owner: string, signal: AbortSignal, onPart: (done: number) => void) =>
  sealAllOf(DIARIO_DE_ANTES, owner, signal, onPart)
