import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import type { Tables } from '../../lib/api/database.types.ts'
import { unlessDuplicate } from '../../lib/api/errors.ts'
import { useUser } from '../../lib/session/session.tsx'

/** A number that somebody found dead; whose report it is nobody reads. */
export type Reporte = Pick<Tables<'reportes_apoyo'>, 'asociacion_id' | 'creado_en'>

const TABLE = 'reportes_apoyo'

const reportesKey = (userId: string) => [TABLE, userId]

/** Her own reports; for the admin those of everybody. */
export function useReportes() {
  const { id } = useUser()
  return useQuery({
    queryKey: reportesKey(id),
    queryFn: ({ signal }) =>
      ask(
        (db) => db.from(TABLE).select('asociacion_id, creado_en').order('creado_en', { ascending: false }),
        { signal },
      ),
    refetchOnReconnect: 'always',
  })
}

function useReload() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [TABLE] })
}

/**
 * Reports the number of an entry.
 *
 * @returns 'recibido', or 'repetido' where she had reported it before
 */
export function useReportAsociacion() {
  const { id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (asociacion_id: string): Promise<'recibido' | 'repetido'> =>
      ask((db) => db.from(TABLE).insert({ asociacion_id })).then(
        () => 'recibido',
        (failure) => {
          unlessDuplicate(failure)
          return 'repetido'
        },
      ),
    onSuccess: (_, asociacion_id) => {
      client.setQueryData<Reporte[]>(reportesKey(id), (known = []) => [
        { asociacion_id, creado_en: new Date().toISOString() },
        ...known.filter((reporte) => reporte.asociacion_id !== asociacion_id),
      ])
    },
    onSettled: useReload(),
  })
}

/** Takes her report of an entry back. */
export function useWithdrawReporte() {
  return useMutation({
    mutationFn: (asociacion_id: string) =>
      ask((db) => db.from(TABLE).delete().eq('asociacion_id', asociacion_id)),
    onSettled: useReload(),
  })
}
