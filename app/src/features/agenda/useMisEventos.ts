import { useEffect, useMemo } from 'react'
import { useUser } from '../../lib/session/session.tsx'
import { withPending } from './cortes.ts'
import { agendaDrafts, useAgendaDrafts, useBorrados } from './eventos.ts'
import { useEventos } from './eventosQuery.ts'

/**
 * Her events as they will be once what waits on this device has arrived.
 *
 * @param saving one whose first answer she is waiting for: it may be refused, and is not among them yet
 */
export function useMisEventos(saving: string | null = null) {
  const { id } = useUser()
  useEffect(() => void agendaDrafts.open(id), [id])
  const query = useEventos()
  const { registros } = useAgendaDrafts()
  const borrados = useBorrados()
  const { data } = query
  const eventos = useMemo(
    () => withPending(data ?? [], registros, saving, borrados),
    [data, registros, saving, borrados],
  )
  return { query, eventos }
}
