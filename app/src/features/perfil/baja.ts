import { forgetAccount } from '../../lib/device.ts'
import { toServiceError, unwrap } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'
import { nombresDeFotos } from './foto.ts'

/**
 * Deletes her account with all that is hers. Pressing it again after a connection that broke ends the same way.
 *
 * @throws ServiceError when it was not deleted: `PT428` where she has to confirm first who she is
 */
export async function eliminarCuenta(userId: string): Promise<void> {
  try {
    await unwrap(supabase().rpc('eliminar_mi_cuenta', { ensayo: true }))
    // The database takes the rows of files along; their bytes go at once only through the door of files.
    const fotos = await nombresDeFotos(userId)
    if (fotos.length > 0) await unwrap(supabase().storage.from('profiles').remove(fotos))
    await unwrap(supabase().rpc('eliminar_mi_cuenta'))
  } catch (failure) {
    if (!(await yaNoExiste())) throw failure
  }
}

/** Whether the account is gone: its answer may have been lost on the way, or another tab was quicker. */
async function yaNoExiste(): Promise<boolean> {
  const { error } = await supabase().auth.getUser()
  return error !== null && toServiceError(error).code === 'user_not_found'
}

/**
 * Enters anew, so that the session says who she is.
 *
 * @throws ServiceError `invalid_credentials` where it is not her password
 */
export async function confirmarQuienEs(email: string, password: string): Promise<void> {
  await unwrap(supabase().auth.signInWithPassword({ email, password }))
}

/** Erases on this device what belongs to an account that is no more; a device that refuses has nothing readable left. */
export async function olvidarCuenta(userId: string): Promise<void> {
  await forgetAccount(userId).catch(() => {})
}
