import { ask } from '../../data/ask.ts'
import type { Tables } from '../../data/database.types.ts'
import { useKeptQuery } from '../../data/kept.ts'
import { brand } from '../../lib/installation/brand.ts'
import { PAIS_PROPIO } from './lugares.ts'

export type Emergencia = Pick<Tables<'numeros_emergencia'>, 'pais' | 'numeros'>

const TABLE = 'numeros_emergencia'

/** Emergency numbers by country. */
export const numerosQuery = {
  queryKey: [TABLE],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Emergencia[]> =>
    ask((db) => db.from(TABLE).select('pais, numeros').order('pais'), { signal }),
}

export function useNumerosEmergencia() {
  return useKeptQuery<Emergencia[]>(numerosQuery)
}

/** What is known without asking anybody: the number of this installation's country. */
const propia: Emergencia = { pais: PAIS_PROPIO, numeros: [brand.emergencyNumber] }

/**
 * The emergency numbers of a country, the first one first. Where they are not known, those of this installation's
 * country, under its name: never a number under the name of a country that it does not belong to.
 */
export function emergenciaOf(conocidas: Emergencia[], pais: string): Emergencia {
  return conocidas.find((row) => row.pais === pais && row.numeros.length > 0) ?? propia
}
