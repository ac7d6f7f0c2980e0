import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import { unlessDuplicate } from '../../lib/api/errors.ts'
import { useReload } from '../../lib/api/reload.ts'
import { useUser } from '../../lib/session/session.tsx'

/** Her suspension, while there is one. */
export function useSuspension() {
  const { id } = useUser()
  return useQuery({
    queryKey: ['suspensiones', id],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from('suspensiones')
            .select('motivo, hasta')
            .eq('user_id', id)
            .gt('hasta', new Date().toISOString())
            .neq('alcance', 'falta')
            .order('hasta', { ascending: false })
            .limit(1)
            .maybeSingle(),
        { signal },
      ),
  })
}

export type Bloqueada = { id: string; username: string | null }

/** Whom she has blocked, by name. */
export function useBloqueadas() {
  return useQuery({
    queryKey: ['bloqueos'],
    queryFn: async ({ signal }): Promise<Bloqueada[]> => {
      // As it stood then: between the two of them no name is read any more.
      const rows = await ask((db) => db.from('bloqueos').select('bloqueada_id, nombre').order('creado_en'), {
        signal,
      })
      return rows.map(({ bloqueada_id, nombre }) => ({ id: bloqueada_id, username: nombre }))
    },
  })
}

/** Blocks a member, or takes a block back. Blocking twice is no failure. */
export function useBlock() {
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: ({ id, bloquear }: { id: string; bloquear: boolean }) =>
      ask((db) => {
        const table = db.from('bloqueos')
        return bloquear
          ? table.insert({ bloqueada_id: id })
          : table.delete().eq('user_id', user_id).eq('bloqueada_id', id)
      }).catch(unlessDuplicate),
    onSettled: useReload(['bloqueos']),
  })
}
