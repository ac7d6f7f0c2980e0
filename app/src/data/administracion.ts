import { ask } from './ask.ts'

/**
 * What the database says of her: not the admin at all, or the admin and what she lacks for it (a password of her own, a
 * second factor, its code in this session), or nothing. It only shows and hides; every rule asks the database itself.
 */
export type EstadoAdmin = 'ninguna' | 'clave' | 'factor' | 'paso' | 'activa'

/**
 * Asks the database whether she is the admin. The answer is never stored on the device.
 *
 * @returns 'ninguna' also where nobody answers: without a connection the admin's rooms are of no use
 */
export async function fetchAdminState(): Promise<EstadoAdmin> {
  try {
    return (await ask((db) => db.rpc('estado_admin', undefined, { get: true }))) as EstadoAdmin
  } catch {
    return 'ninguna'
  }
}
