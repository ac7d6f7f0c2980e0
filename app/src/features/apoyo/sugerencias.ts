import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import type { Tables } from '../../lib/api/database.types.ts'
import { isDuplicate } from '../../lib/api/errors.ts'
import { hold } from '../../lib/api/versionedRows.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'

export type MiSugerencia = Pick<
  Tables<'sugerencias_apoyo'>,
  'id' | 'asociacion_id' | 'texto' | 'estado' | 'creada_en'
>

const TABLE = 'sugerencias_apoyo'

const key = (userId: string) => [TABLE, userId]

/** What she has suggested, newest first. An editora reads everybody's in the administration: nothing is requested for her here. */
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

type Sugerida = { asociacion_id: string | null; texto: string; telefono: string | null }

/**
 * Suggests something about an entry, or a new one. An answer that got lost makes no second one of it; with other words since, what had
 * arrived unheard of is taken back and said anew, since nobody can change it.
 *
 * @param renew another id for it
 * @throws ServiceError `PT429` after ten in a day
 */
export async function suggest(id: string, row: Sugerida, renew: () => string): Promise<void> {
  const insert = (as: string) => ask((db) => db.from(TABLE).insert({ ...row, id: as }))
  try {
    await insert(id)
  } catch (failure) {
    if (!isDuplicate(failure)) throw failure
    const there = await ask((db) =>
      db.from(TABLE).select('asociacion_id, texto, telefono').eq('id', id).maybeSingle(),
    )
    if (there && hold(there, row)) return
    await ask((db) => db.from(TABLE).delete().eq('id', id))
    await insert(renew())
  }
}

/** {@link suggest}, for a form. */
export function useSuggest() {
  return useMutation({
    mutationFn: ({ id, row, renew }: { id: string; row: Sugerida; renew: () => string }) =>
      suggest(id, row, renew),
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
