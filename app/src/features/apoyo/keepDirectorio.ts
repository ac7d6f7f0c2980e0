import { keepBeforehand } from '../../data/kept.ts'
import { asociacionesQuery } from './asociaciones.ts'
import { numerosQuery } from './numeros.ts'

/**
 * Keeps the directory on the device of a member who has never opened it: the first time she needs it may be without a
 * network. Failures are silent; the room itself says what it could not load.
 */
export async function keepDirectorio(userId: string, isAdmin: boolean): Promise<void> {
  await Promise.allSettled([
    keepBeforehand(userId, asociacionesQuery(isAdmin)),
    keepBeforehand(userId, numerosQuery),
  ])
}
