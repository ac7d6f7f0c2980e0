import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../data/ask.ts'
import type { Tables } from '../../data/database.types.ts'
import { useSession, useUser } from '../../data/session.tsx'

export type MiSugerencia = Pick<
  Tables<'sugerencias_apoyo'>,
  'id' | 'asociacion_id' | 'texto' | 'estado' | 'creada_en'
>

const TABLE = 'sugerencias_apoyo'

const key = (userId: string) => [TABLE, userId]

/** What she has suggested, newest first. Whoever looks after the list reads everybody's there: nothing is asked for her here. */
export function useMisSugerencias() {
  const { id } = useUser()
  const edits = useSession().has('editora')
  return useQuery({
    queryKey: key(id),
    enabled: !edits,
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from(TABLE)
            .select('id, asociacion_id, texto, estado, creada_en')
            .order('creada_en', { ascending: false })
            .limit(20),
        { signal },
      ) as Promise<MiSugerencia[]>,
  })
}

function useReload() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [TABLE] })
}

/** Suggests something about an entry, or a new one. @throws ServiceError `PT429` after ten in a day */
export function useSuggest() {
  return useMutation({
    mutationFn: (row: { asociacion_id: string | null; texto: string; telefono: string | null }) =>
      ask((db) => db.from(TABLE).insert(row)),
    onSettled: useReload(),
  })
}

/** Takes one of hers back. */
export function useWithdrawSugerencia() {
  return useMutation({
    mutationFn: (id: string) => ask((db) => db.from(TABLE).delete().eq('id', id).select('id')),
    onSettled: useReload(),
  })
}
