import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { useCachedQuery } from '../../../lib/offline/cachedQuery.ts'
import { useUser } from '../../../lib/session/session.tsx'
import type { Confianza } from './confianza.ts'

const confianzasKey = (userId: string) => ['mis_confianzas', userId]

export const confianzasQuery = (userId: string) => ({
  queryKey: confianzasKey(userId),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await ask((db) => db.rpc('mis_confianzas'), { signal })) as unknown as Confianza[],
  // She comes back from where she shared it, and somebody may have answered.
  staleTime: 0,
})

/** What each of her contacts said: at once as this device remembers it, sealed like the contacts, then as the service has it. */
export function useConfianzas() {
  return useCachedQuery<Confianza[]>(confianzasQuery(useUser().id))
}

/**
 * Makes a link for one contact; an earlier link ends, and a yes stands until the new one is answered.
 *
 * @returns the link
 * @throws ServiceError `PT429` after sixty in a day
 */
export function useInvite() {
  const { id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (contacto_id: string) => {
      const codigo = await ask((db) => db.rpc('invitar_contacto', { contacto_id }))
      return `${location.origin}/confianza/${codigo}`
    },
    onSettled: () => void client.invalidateQueries({ queryKey: confianzasKey(id) }),
  })
}
