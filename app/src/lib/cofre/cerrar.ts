import { queryOptions } from '@tanstack/react-query'
import { toServiceError } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { CofreCerrado, type Llavero, llaveroOf, llaveToSeal } from './cofre.ts'
import { type Llave, llaveOf } from './sobre.ts'

/* What she wrote before she had this key, in the clear or under an earlier one, sealed when she says so: of one table of hers at a time. */

/** Which rows that concerns (`sinCerrar.ts`). */
export type DeAntes = { actual: Llave; llavero: Llavero }

type Sealed<Columna extends string> = Partial<Record<string, string | null>> & Record<Columna, string>

/** A table of hers, and how one row of it is opened, sealed and written. */
export type Cerrable<Fila, Words, Columna extends string, Cells extends Sealed<Columna>> = {
  tabla: string
  /** The one that has the envelope. */
  columna: Columna
  count: (owner: string, which: DeAntes, signal: AbortSignal) => Promise<number>
  /** The next of them after a place, in order; from the first on where that is null. */
  list: (owner: string, which: DeAntes, after: string | null, signal: AbortSignal) => Promise<Fila[]>
  placeOf: (fila: Fila) => string
  /** Those that are written in one request. */
  inParts: (filas: readonly Fila[]) => Fila[][]
  /** @returns null for what is damaged: it stays as it is */
  open: (owner: string, fila: Fila) => Promise<Words | null>
  seal: (llave: Llave, owner: string, fila: Fila, words: Words) => Promise<Cells>
  /**
   * Writes them over the versions that were read, and only over those.
   *
   * @returns how many; `PT409` is for one of several that another device has changed: then none is written
   * @throws ServiceError
   */
  put: (owner: string, sealed: readonly { fila: Fila; cells: Cells }[]) => Promise<number>
}

/** How many rows of hers that concerns. */
export const unsealedOptionsOf = <Fila, Words, Columna extends string, Cells extends Sealed<Columna>>(
  { tabla, count }: Cerrable<Fila, Words, Columna, Cells>,
  owner: string,
) =>
  queryOptions({
    queryKey: [tabla, owner, 'sin cerrar'],
    queryFn: async ({ signal }) => {
      const llavero = await llaveroOf(owner)
      return llavero?.actual ? count(owner, { actual: llavero.actual, llavero }, signal) : 0
    },
  })

/**
 * Seals them in order, once each. Each takes the place of the version that was read, and only of that; what another device changed meanwhile, and
 * what is damaged, is left as it is. Stopped at any moment, what is sealed stays sealed and the rest as it was.
 *
 * @param onPart told how many are done
 * @throws CofreCerrado, ServiceError
 */
export async function sealAllOf<Fila, Words, Columna extends string, Cells extends Sealed<Columna>>(
  of: Cerrable<Fila, Words, Columna, Cells>,
  owner: string,
  signal: AbortSignal,
  onPart: (done: number) => void,
): Promise<void> {
  let done = 0
  let after: string | null = null
  try {
    for (;;) {
      // Another device may have made another key meanwhile.
      const llavero = await llaveroOf(owner)
      const actual = await llaveToSeal(owner)
      if (!llavero || !actual) throw new CofreCerrado()
      const filas = await of.list(owner, { actual, llavero }, after, signal)
      if (filas.length === 0) return
      after = of.placeOf(filas.at(-1)!)
      for (const part of of.inParts(filas)) {
        signal.throwIfAborted()
        const sealed = (await Promise.all(part.map((fila) => sealOne(of, owner, actual, fila)))).filter(
          (one) => one !== null,
        )
        done += await putEach(of, owner, sealed)
        onPart(done)
      }
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: [of.tabla, owner] })
  }
}

async function sealOne<Fila, Words, Columna extends string, Cells extends Sealed<Columna>>(
  { open, seal, columna }: Cerrable<Fila, Words, Columna, Cells>,
  owner: string,
  llave: Llave,
  fila: Fila,
) {
  const words = await open(owner, fila)
  if (words === null) return null
  const cells = await seal(llave, owner, fila, words)
  const read = await open(owner, { ...fila, ...cells })
  // What stands there goes only for an envelope that gives it back.
  if (llaveOf(cells[columna]) !== llave.id || JSON.stringify(read) !== JSON.stringify(words))
    throw new Error('the envelope does not open')
  return { fila, cells }
}

/** @returns how many are sealed; what another device changed meanwhile is not, and keeps no other from it */
async function putEach<Fila, Words, Columna extends string, Cells extends Sealed<Columna>>(
  of: Cerrable<Fila, Words, Columna, Cells>,
  owner: string,
  sealed: readonly { fila: Fila; cells: Cells }[],
): Promise<number> {
  if (sealed.length === 0) return 0
  try {
    return await of.put(owner, sealed)
  } catch (failure) {
    if (toServiceError(failure).code !== 'PT409') throw failure
    if (sealed.length === 1) return 0
    let done = 0
    for (const one of sealed) done += await putEach(of, owner, [one])
    return done
  }
}
