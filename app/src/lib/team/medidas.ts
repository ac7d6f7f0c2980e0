import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { endOf, type Medida } from '../revision/medidas.ts'
import { withPrueba } from '../session/prueba.ts'
import { COLA } from './revision.ts'

const USUARIAS = 'usuarias'

/** The newest decision about a member, as it was when she began to write another one; null where there is none. */
export function useUltimaMedida(user_id: string) {
  return useQuery({
    queryKey: [USUARIAS, user_id, 'última'],
    queryFn: async ({ signal }) => {
      const rows = await ask(
        (db) =>
          db
            .from('suspensiones')
            .select('id')
            .eq('user_id', user_id)
            .order('creada_en', { ascending: false })
            .order('id')
            .limit(1),
        { signal },
      )
      return rows[0]?.id ?? null
    },
    // What comes meanwhile she has not read.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}

/**
 * What the team decided about a member; the member reads why. An expulsion asks who she is.
 *
 * @throws PruebaCancelada; ServiceError `PT409`, in words what it was, where another one of the team has decided since `vista`, the
 *   newest decision that she has read
 */
export function useMeasure() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id, vista, motivo, ...medida }: { user_id: string; vista: string | null } & Medida) =>
      withPrueba(() =>
        ask((db) =>
          db.rpc('medir', {
            ella: user_id,
            motivo,
            alcance: medida.alcance,
            hasta: endOf(medida),
            ...(vista && { vista }),
          }),
        ),
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: COLA })
      void client.invalidateQueries({ queryKey: [USUARIAS] })
    },
  })
}
