import { ask } from '../api/ask.ts'
import { readCerrojo } from '../offline/deviceStore.ts'
import { readCierre } from './sessionStorage.ts'

/**
 * On her way out: the service forgets the lock of this device, if it has one; where she closes all of her devices, none of theirs calls for help in
 * her name any more. What that cannot be told goes a month after the session.
 */
export async function leaveCerrojo(scope: 'local' | 'global'): Promise<void> {
  const lock = readCierre() && (await readCerrojo().catch(() => null))
  const told = [
    lock && ask((db) => db.rpc('quitar_cerrojo', { cerrojo: lock.servicio }), { within: 'brief' }),
    scope === 'global' && ask((db) => db.rpc('soltar_fichas'), { within: 'brief' }),
  ]
  await Promise.allSettled(told)
}
