import { useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import type { Database } from '../api/database.types.ts'
import { queryClient } from '../api/query.ts'
import { useUser } from '../session/session.tsx'

/** What was asked for on her account and takes effect a day later: `baja`, `factor`, `correo`, `telefono`. */
export type Cambio = Database['public']['Functions']['cambios_pendientes']['Returns'][number]

export const CAMBIOS = ['cambios_pendientes'] as const
const LOOK_MS = 5 * 60_000

/** What waits for its day; looked for when the app is opened again, and every few minutes. */
export function useCambios() {
  const { id } = useUser()
  return useQuery({
    queryKey: [...CAMBIOS, id],
    queryFn: ({ signal }) => ask((db) => db.rpc('cambios_pendientes', undefined, { get: true }), { signal }),
    staleTime: 60_000,
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: true,
  })
}

/**
 * Cancels a pending change; no proof is needed, and any device of hers may.
 *
 * @throws ServiceError
 */
export async function cancelCambio(tipo: string): Promise<void> {
  await ask((db) => db.rpc('cancelar_cambio', { tipo }))
  await queryClient.invalidateQueries({ queryKey: CAMBIOS })
}
