import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endOf, type Medida } from '../lib/revision/medidas.ts'
import { ask } from './ask.ts'
import { withPrueba } from './prueba.ts'
import { COLA } from './revision.ts'

/**
 * What the team decided about a member; the member reads why. An expulsion asks who she is.
 *
 * @throws PruebaCancelada, ServiceError
 */
export function useMeasure() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id, motivo, ...medida }: { user_id: string } & Medida) =>
      withPrueba(() =>
        ask((db) =>
          db.from('suspensiones').insert({ user_id, motivo, alcance: medida.alcance, hasta: endOf(medida) }),
        ),
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: COLA })
      void client.invalidateQueries({ queryKey: ['usuarias'] })
    },
  })
}
