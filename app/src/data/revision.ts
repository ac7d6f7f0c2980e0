import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unwrapCount } from './errors.ts'
import { openChannel } from '../lib/liveChannel.ts'
import { within } from '../lib/plazo.ts'
import { supabase } from './client.ts'
import { uuid } from '../lib/uuid.ts'

const TIME_LIMIT_MS = 15_000

/** The queue of the admin, and what it counts; whatever is decided on invalidates these. */
export const COLA = ['revision'] as const

async function countPorRevisar(signal: AbortSignal): Promise<number> {
  const head = { count: 'exact', head: true } as const
  const counts = await Promise.all([
    unwrapCount(
      supabase().from('historias').select('id', head).eq('estado', 'pendiente').abortSignal(signal),
    ),
    unwrapCount(supabase().from('cola_de_reportes').select('id', head).abortSignal(signal)),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}

/** How many stories and reports wait for the admin; grows while she looks. For others the database counts nothing. */
export function usePendingRevision() {
  const client = useQueryClient()
  useEffect(
    () =>
      openChannel(`revision:${uuid()}`, { config: { private: true } }, (channel) => {
        const ask = () => void client.invalidateQueries({ queryKey: COLA })
        channel
          .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'pulso_revision' }, ask)
          .on('postgres_changes', { event: '*', schema: 'public', table: 'reportes_sala' }, ask)
          .subscribe((status) => {
            // Asks again for what came before the channel was joined.
            if (status === 'SUBSCRIBED') ask()
          })
      }),
    [client],
  )
  return useQuery({ queryKey: [...COLA, 'cuántas'], queryFn: () => within(TIME_LIMIT_MS, countPorRevisar) })
}
