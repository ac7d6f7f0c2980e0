import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import type { Database } from '../../lib/api/database.types.ts'
import { useReload } from '../../lib/api/reload.ts'
import { reconcile } from '../../lib/member/pushDevice.ts'
import { beginPassword } from '../../lib/session/contrasena.ts'
import { withPrueba } from '../../lib/session/prueba.ts'
import { useUser } from '../../lib/session/session.tsx'

/** One device in which she is signed in. */
export type Equipo = Database['public']['Functions']['mis_equipos']['Returns'][number]

const claveOf = (userId: string) => ['mis_equipos', userId]

/** Where her account is open: this device, then the one used last. */
export function useEquipos() {
  const { id } = useUser()
  return useQuery({
    queryKey: claveOf(id),
    queryFn: ({ signal }) => ask((db) => db.rpc('mis_equipos'), { signal }),
    // Always fresh: another device may just have signed in.
    staleTime: 0,
  })
}

/** Ends every session of one device, known by one of them; at every API from the next request on. */
export function useCloseEquipo() {
  const { id } = useUser()
  return useMutation({
    mutationFn: async (cual: string) => {
      const cerradas = await ask((db) => db.rpc('cerrar_equipo', { cual }))
      await claimAvisos(id)
      return cerradas
    },
    onSettled: useReload(claveOf(id)),
  })
}

/**
 * What changes her password; everywhere else her account is closed then.
 *
 * @throws ServiceError `current_password_invalid`, `weak_password`, `same_password`, …; PruebaCancelada
 */
export const beginPasswordChange = (userId: string) =>
  beginPassword(async (nueva, actual) => {
    await withPrueba(() => ask((db) => db.auth.updateUser({ current_password: actual, password: nueva })))
    await claimAvisos(userId)
  })

/** Throwing others out stops what is pushed to every device of hers: this one asks for it again. */
const claimAvisos = (userId: string) =>
  // Without a connection it does when the app is next opened.
  reconcile(userId).catch(() => {})

/**
 * Begins a change of address: both mailboxes are asked, and only then it changes.
 *
 * @throws ServiceError `email_exists`, `email_address_invalid`, `over_email_send_rate_limit`, …; PruebaCancelada
 */
export async function requestCorreoChange(email: string): Promise<void> {
  const emailRedirectTo = `${location.origin}/cuenta/correo`
  await withPrueba(() => ask((db) => db.auth.updateUser({ email }, { emailRedirectTo })))
}
