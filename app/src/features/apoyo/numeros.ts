import { ask } from '../../data/ask.ts'
import { useKeptQuery } from '../../data/kept.ts'
import type { Emergencia } from './emergencia.ts'

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
