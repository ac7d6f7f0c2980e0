import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endOf, type Medida } from '../lib/revision/medidas.ts'
import { ask } from './ask.ts'
import { COLA } from './revision.ts'

/** What the team decided about a member; the member reads why. */
export function useMeasure() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user_id, motivo, ...medida }: { user_id: string } & Medida) =>
      ask((db) =>
        db.from('suspensiones').insert({ user_id, motivo, alcance: medida.alcance, hasta: endOf(medida) }),
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: COLA })
      void client.invalidateQueries({ queryKey: ['usuarias'] })
    },
  })
}
