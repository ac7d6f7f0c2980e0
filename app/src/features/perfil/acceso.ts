import { useQuery } from '@tanstack/react-query'
import type { Database } from '../../lib/database.types.ts'
import { unwrap } from '../../lib/errors.ts'
import { useUser } from '../../lib/session.tsx'
import { supabase } from '../../lib/supabase.ts'

/** One place where she is signed in. */
export type Sesion = Database['public']['Functions']['mis_sesiones']['Returns'][number]

/** Where her account is open, the one used last first. */
export function useSesiones() {
  const { id } = useUser()
  return useQuery({
    queryKey: ['mis_sesiones', id],
    queryFn: () => unwrap(supabase().rpc('mis_sesiones')),
    // Somebody may just have signed in elsewhere.
    staleTime: 0,
  })
}

/**
 * Changes her password; everywhere else her account is closed then.
 *
 * @throws ServiceError `current_password_invalid`, `weak_password`, `same_password`, …
 */
export async function cambiarContrasena(actual: string, nueva: string): Promise<void> {
  await unwrap(supabase().auth.updateUser({ current_password: actual, password: nueva }))
}

/**
 * Begins a change of address: both mailboxes are asked, and only then it changes.
 *
 * @throws ServiceError `email_exists`, `email_address_invalid`, `over_email_send_rate_limit`, …
 */
export async function pedirCambioDeCorreo(email: string): Promise<void> {
  const emailRedirectTo = `${location.origin}/cuenta/correo`
  await unwrap(supabase().auth.updateUser({ email }, { emailRedirectTo }))
}
