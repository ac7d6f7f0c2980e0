import { unwrap } from '../../data/errors.ts'
import { supabase } from '../../data/client.ts'
import { useKeptQuery } from './copia.ts'
import type { Emergencia } from './emergencia.ts'

const TABLE = 'numeros_emergencia'

/** Emergency numbers by country. */
export const numerosQuery = {
  queryKey: [TABLE],
  fetch: (signal: AbortSignal): Promise<Emergencia[]> =>
    unwrap(supabase().from(TABLE).select('pais, numeros').order('pais').abortSignal(signal)),
}

export function useNumerosEmergencia() {
  return useKeptQuery(numerosQuery.queryKey, numerosQuery.fetch)
}
