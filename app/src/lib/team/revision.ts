import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../api/ask.ts'
import { watchRows } from '../api/live.ts'
import { useSession } from '../session/session.tsx'

/** The queue of the admin, and what it counts; whatever is decided on invalidates these. */
export const COLA = ['revision'] as const

async function countPendingRevision(signal: AbortSignal): Promise<number> {
  const kinds = await ask((db) => db.rpc('hoy_del_equipo').select('papel, cuantas'), { signal })
  return kinds.reduce((sum, { papel, cuantas }) => sum + (papel === 'moderadora' ? cuantas : 0), 0)
}

/** How much waits in the review queue; grows while it is on screen. For others the database counts nothing. */
export function usePendingRevision() {
  const client = useQueryClient()
  // After her role has ended she hears no more of it, though the page may still be open around something that she wrote.
  const isTeam = useSession().papeles.length > 0
  useEffect(
    () =>
      isTeam
        ? watchRows(
            'revision',
            [{ table: 'pulso_revision', event: 'UPDATE' }, { table: 'reportes_sala' }],
            () => {
              void client.invalidateQueries({ queryKey: COLA })
            },
          )
        : undefined,
    [client, isTeam],
  )
  return useQuery({ queryKey: [...COLA, 'cuántas'], queryFn: ({ signal }) => countPendingRevision(signal) })
}
