import { queryOptions } from '@tanstack/react-query'
import { ask, askCount } from '../api/ask.ts'
import { queryClient } from '../api/query.ts'
import { SILENCE_MS } from '../api/stalledTransfer.ts'
import { CofreCerrado, llaveroOf, llaveToSeal } from './cofre.ts'
import { AGENDA, openPalabras, type Palabras, sealPalabrasWith } from './palabras.ts'
import { unsealed } from './sinCerrar.ts'
import type { Llave } from './sobre.ts'

/* The words of her agenda that stand in the clear, or under an earlier key, sealed when she says so. */

const POR_VEZ = 100

/** How many events of hers that concerns. */
export const unsealedAgendaOptions = (owner: string) =>
  queryOptions({
    queryKey: [AGENDA, owner, 'sin cerrar'],
    queryFn: async ({ signal }) => {
      const llavero = await llaveroOf(owner)
      if (!llavero?.actual) return 0
      const { actual } = llavero
      return askCount(
        (db) =>
          unsealed(
            db.from(AGENDA).select('id', { count: 'exact', head: true }).eq('user_id', owner),
            'titulo',
            actual,
            llavero,
          ),
        { signal },
      )
    },
  })

type Fila = Palabras & { id: string; actualizado_en: string }

/**
 * Seals them one by one. Each takes the place of the version that was read, and only of that; what another device changed meanwhile, and
 * what is damaged, is left as it is. Stopped at any moment, what is sealed stays sealed and the rest as it was.
 *
 * @param onPart told how many are done
 * @throws CofreCerrado, ServiceError
 */
export async function sealAgenda(
  owner: string,
  signal: AbortSignal,
  onPart: (done: number) => void,
): Promise<void> {
  let done = 0
  let after = '00000000-0000-0000-0000-000000000000'
  try {
    for (;;) {
      const llavero = await llaveroOf(owner)
      const llave = await llaveToSeal(owner)
      if (!llavero || !llave) throw new CofreCerrado()
      const filas = await ask(
        (db) =>
          unsealed(
            db
              .from(AGENDA)
              .select('id, titulo, lugar, notas, actualizado_en')
              .eq('user_id', owner)
              .gt('id', after),
            'titulo',
            llave,
            llavero,
          )
            .order('id')
            .limit(POR_VEZ),
        { signal, within: SILENCE_MS },
      )
      if (filas.length === 0) return
      after = filas.at(-1)!.id
      for (const fila of filas) {
        signal.throwIfAborted()
        if (await sealOne(owner, llave, fila)) onPart(++done)
      }
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: [AGENDA, owner] })
  }
}

/** @returns whether it is sealed now */
async function sealOne(owner: string, llave: Llave, fila: Fila): Promise<boolean> {
  const { id, titulo, lugar, notas, ilegible } = await openPalabras(owner, fila)
  if (ilegible) return false
  const sealed = await sealPalabrasWith(llave, owner, id, { titulo, lugar, notas })
  const read = await openPalabras(owner, { id, ...sealed })
  // What stands there goes only for an envelope that gives it back.
  if (read.ilegible || read.titulo !== titulo || read.lugar !== lugar || read.notas !== notas)
    throw new Error('the envelope does not open')
  const written = await ask((db) =>
    db.from(AGENDA).update(sealed).eq('id', id).eq('actualizado_en', fila.actualizado_en).select('id'),
  )
  return written.length > 0
}
