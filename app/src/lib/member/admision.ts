import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { useSession, useUser } from '../session/session.tsx'
import { readInvitacion, saveInvitacion } from './invitacion.ts'

const queryKey = (userId: string) => ['estoy_admitida', userId]

/**
 * Whether she still has to say who she is: an account that came without the form of /register (identity provider, the
 * first admin) is admitted to nothing but that question. Members who registered here are never asked, and
 * without a connection nobody is; the database decides either way.
 *
 * @returns true only when the database has said so
 */
export function useNeedsIdentidad(): boolean {
  const user = useUser()
  const stated = typeof user.user_metadata.identidad_genero === 'string'
  const { data } = useQuery({
    queryKey: queryKey(user.id),
    queryFn: ({ signal }) => ask((db) => db.rpc('estoy_admitida'), { signal }),
    enabled: !stated,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data === false
}

/**
 * Takes an account back that was never admitted: nothing of it stays with the service.
 *
 * @throws ServiceError where it could not be told
 */
export async function withdrawRegistro(): Promise<void> {
  await ask((db) => db.rpc('retirar_registro'))
}

/**
 * States her identity, once and for all, and hands over the code of the friend who invited her; rejects with the service's
 * error where it is not admitted.
 */
export function useDeclareIdentidad() {
  const cache = useQueryClient()
  const { refreshAdmin } = useSession()
  return useMutation({
    mutationFn: (identidad: string) => {
      const invitacion = readInvitacion()
      return ask((db) =>
        db.rpc('declarar_identidad', {
          identidad,
          ...(invitacion && { codigo: invitacion.codigo, comparte_nombre: invitacion.comparteNombre }),
        }),
      )
    },
    onSuccess: async () => {
      saveInvitacion(null)
      // Asked again with her next token.
      await refreshAdmin().catch(() => {})
      // Queries that were refused before may be asked again now.
      return cache.resetQueries()
    },
  })
}
