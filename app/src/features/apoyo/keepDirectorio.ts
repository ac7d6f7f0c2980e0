import { asociacionesQuery } from './asociaciones.ts'
import { keepWithCopia } from './copia.ts'
import { numerosQuery } from './numeros.ts'

/**
 * Keeps the directory on the device of a member who has never opened it: the first time she needs it may be without a
 * network. Failures are silent; the room itself says what it could not load.
 */
export async function keepDirectorio(userId: string, isAdmin: boolean): Promise<void> {
  const { queryKey, fetch } = asociacionesQuery(isAdmin)
  await Promise.allSettled([
    keepWithCopia(userId, queryKey, fetch),
    keepWithCopia(userId, numerosQuery.queryKey, numerosQuery.fetch),
  ])
}
