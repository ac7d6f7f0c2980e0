import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toServiceError, unwrap } from '../../data/errors.ts'
import { useUser } from '../../data/session.tsx'
import { openSupabase, supabase } from '../../data/client.ts'

const TABLE = 'politicas_legales'

/** The latest published policy; null where there is none. Visitors read it too. */
export function usePolitica() {
  return useQuery({
    queryKey: [TABLE, 'última'],
    queryFn: async () => {
      const client = await openSupabase()
      return unwrap(
        client
          .from(TABLE)
          .select('titulo, version, contenido, publicada_en')
          .order('publicada_en', { ascending: false })
          .limit(1)
          .maybeSingle(),
      )
    },
  })
}

/** Asked again at intervals, so that an app that stays open for days learns of a new version. */
const LOOK_AGAIN_MS = 60 * 60_000

/**
 * The version in force, where she has not accepted it; null otherwise. While it is not known, or cannot be, nobody is asked.
 */
export function usePoliticaPendiente() {
  const { id } = useUser()
  return useQuery({
    queryKey: [TABLE, 'pendiente', id],
    queryFn: () => unwrap(supabase().rpc('politica_pendiente', undefined, { get: true })),
    staleTime: LOOK_AGAIN_MS,
  })
}

const ALREADY_THERE = '23505'

/** Accepts a version; one that she has accepted on another device is accepted. */
export function useAcceptPolitica() {
  const { id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (politica_id: string) => {
      try {
        await unwrap(supabase().from('aceptaciones_legales').insert({ politica_id }))
      } catch (failure) {
        if (toServiceError(failure).code !== ALREADY_THERE) throw failure
      }
    },
    onSuccess: () => client.setQueryData([TABLE, 'pendiente', id], null),
  })
}
