import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Tables } from '../../lib/database.types.ts'
import { toServiceError, unwrap } from '../../data/errors.ts'
import { within } from '../../lib/plazo.ts'
import { useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'
import { TIME_LIMIT_MS } from './copia.ts'

/** A number that somebody found dead; whose report it is nobody reads. */
export type Reporte = Pick<Tables<'reportes_apoyo'>, 'asociacion_id' | 'creado_en'>

const TABLE = 'reportes_apoyo'
const ALREADY_THERE = '23505'

const reportesKey = (userId: string) => [TABLE, userId]

/** Her own reports; for the admin those of everybody. */
export function useReportes() {
  const { id } = useUser()
  return useQuery({
    queryKey: reportesKey(id),
    queryFn: () =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(
          supabase()
            .from(TABLE)
            .select('asociacion_id, creado_en')
            .order('creado_en', { ascending: false })
            .abortSignal(signal),
        ),
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
    mutationFn: async (asociacion_id: string): Promise<'recibido' | 'repetido'> => {
      try {
        await within(TIME_LIMIT_MS, (signal) =>
          unwrap(supabase().from(TABLE).insert({ asociacion_id }).abortSignal(signal)),
        )
        return 'recibido'
      } catch (failure) {
        if (toServiceError(failure).code === ALREADY_THERE) return 'repetido'
        throw failure
      }
    },
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
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(supabase().from(TABLE).delete().eq('asociacion_id', asociacion_id).abortSignal(signal)),
      ),
    onSettled: useReload(),
  })
}
