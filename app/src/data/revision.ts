import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askCount } from './ask.ts'
import { watchRows } from './live.ts'

/** The queue of the admin, and what it counts; whatever is decided on invalidates these. */
export const COLA = ['revision'] as const

async function countPendingRevision(signal: AbortSignal): Promise<number> {
  const head = { count: 'exact', head: true } as const
  const counts = await Promise.all([
    askCount((db) => db.from('historias').select('id', head).eq('estado', 'pendiente'), { signal }),
    askCount((db) => db.from('cola_de_reportes').select('id', head), { signal }),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}

/** How many stories and reports wait for the admin; grows while she looks. For others the database counts nothing. */
export function usePendingRevision() {
  const client = useQueryClient()
  useEffect(
    () =>
      watchRows(
        'revision',
        [{ table: 'pulso_revision', event: 'UPDATE' }, { table: 'reportes_sala' }],
        () => {
          void client.invalidateQueries({ queryKey: COLA })
        },
      ),
    [client],
  )
  return useQuery({ queryKey: [...COLA, 'cuántas'], queryFn: ({ signal }) => countPendingRevision(signal) })
}
