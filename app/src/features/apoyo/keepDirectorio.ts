import { keepBeforehand } from '../../lib/offline/cachedQuery.ts'
import { asociacionesQuery } from './asociaciones.ts'

/**
 * Keeps the directory on the device of a member who has never opened it: the first time she needs it may be without a
 * network. Numbers of emergency are with the app already. The page itself says what it could not load.
 */
export async function keepDirectorio(userId: string, edits: boolean): Promise<void> {
  await keepBeforehand(userId, asociacionesQuery(edits))
}
