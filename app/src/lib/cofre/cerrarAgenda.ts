import { ask, askCount } from '../api/ask.ts'
import { SILENCE_MS } from '../api/stalledTransfer.ts'
import { type Cerrable, sealAllOf, unsealedOptionsOf } from './cerrar.ts'
import { AGENDA, openPalabras, type Palabras, sealPalabrasWith } from './palabras.ts'
import { unsealed } from './sinCerrar.ts'

/* The words of her agenda that stand in the clear, or under an earlier key. */

const POR_VEZ = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

type Fila = Palabras & { id: string; actualizado_en: string }

const AGENDA_DE_ANTES: Cerrable<Fila, Palabras, 'titulo', Palabras> = {
  tabla: AGENDA,
  columna: 'titulo',
  count: (owner, { actual, llavero }, signal) =>
    askCount(
      (db) =>
        unsealed(
          db.from(AGENDA).select('id', { count: 'exact', head: true }).eq('user_id', owner),
          'titulo',
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
            .from(AGENDA)
            .select('id, titulo, lugar, notas, actualizado_en')
            .eq('user_id', owner)
            .gt('id', after ?? FIRST),
          'titulo',
          actual,
          llavero,
        )
          .order('id')
          .limit(POR_VEZ),
      { signal, within: SILENCE_MS },
    ),
  placeOf: ({ id }) => id,
  inParts: (filas) => filas.map((fila) => [fila]),
  open: async (owner, { id, titulo, lugar, notas }) => {
    const read = await openPalabras(owner, { id, titulo, lugar, notas })
    return read.ilegible ? null : { titulo: read.titulo, lugar: read.lugar, notas: read.notas }
  },
  seal: (llave, owner, { id }, palabras) => sealPalabrasWith(llave, owner, id, palabras),
  put: async (_, [one]) => {
    const { fila, cells } = one!
    const written = await ask((db) =>
      db.from(AGENDA).update(cells).eq('id', fila.id).eq('actualizado_en', fila.actualizado_en).select('id'),
    )
    return written.length
  },
}

/** How many events of hers that concerns. */
export const unsealedAgendaOptions = (owner: string) => unsealedOptionsOf(AGENDA_DE_ANTES, owner)

/** Seals them one by one. @throws CofreCerrado, ServiceError */
export const sealAgenda = (owner: string, signal: AbortSignal, onPart: (done: number) => void) =>
  sealAllOf(AGENDA_DE_ANTES, owner, signal, onPart)
