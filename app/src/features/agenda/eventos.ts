import { useMutation } from '@tanstack/react-query'
import { ask, askAll } from '../../data/ask.ts'
import type { Tables } from '../../data/database.types.ts'
import { isPassing, unlessDuplicate } from '../../data/errors.ts'
import { readKept, useKeptQuery } from '../../data/kept.ts'
import { queue } from '../../data/outbox.ts'
import { queryClient } from '../../data/query.ts'
import { useUser } from '../../data/session.tsx'
import type { Tipo } from './dias.ts'

type Fila = Tables<'agenda_personal'>
export type Evento = Pick<Fila, 'id' | 'titulo' | 'fecha' | 'hora' | 'notificar' | 'actualizado_en'> & {
  tipo: Tipo
}

/** An event as the form hands it over. */
export type Cambio = Omit<Evento, 'actualizado_en'> & { nuevo: boolean }

const eventosKey = (userId: string) => ['agenda_personal', userId]

function fetchEventos(userId: string, signal: AbortSignal): Promise<Evento[]> {
  return askAll(
    (db, from, to) =>
      db
        .from('agenda_personal')
        .select('*')
        .eq('user_id', userId)
        .order('fecha', { ascending: true })
        .order('hora', { ascending: true })
        .order('id', { ascending: true })
        .range(from, to),
    { signal },
  ) as Promise<Evento[]>
}

/** Her events as they are known without asking the service: read before, or kept on the device. */
export async function knownEventos(userId: string): Promise<Evento[]> {
  return (await readKept<Evento[]>(userId, eventosKey(userId))) ?? []
}

/**
 * Her events, ordered as specified (by day, then by hour): at once as this device remembers them, then as the service has
 * them. With `error` and `data` together, the data is what the device remembers.
 */
export function useEventos() {
  const { id } = useUser()
  return useKeptQuery<Evento[]>({
    queryKey: eventosKey(id),
    queryFn: ({ signal }) => fetchEventos(id, signal),
    staleTime: 0,
    // supabase-js itself retries where there was no answer.
    retry: false,
  })
}

/** Reloads the list after a change, and so the copy on the device too; nobody waits for it. */
function useReload() {
  const { id } = useUser()
  return () => void queryClient.invalidateQueries({ queryKey: eventosKey(id) })
}

/**
 * Changes on their way. She waits for the answer with the form before her, so one that failed is not tried again behind her back; only
 * where the page went away meanwhile the next one brings it to its end.
 */
const cambios = queue.lane<Cambio>('agenda', {
  keep: () => 'signedOut',
  turn: ({ id }) => id,
  failed: (failure, _, { awaited }) => (!awaited && isPassing(failure) ? 'again' : 'over'),
  async deliver({ owner, body: { id, nuevo, ...campos } }) {
    const row = { ...campos, user_id: owner }
    if (nuevo) {
      // A retry after a lost answer: the row is there already.
      await ask((db) => db.from('agenda_personal').insert({ id, ...row })).catch(unlessDuplicate)
    } else await ask((db) => db.from('agenda_personal').update(row).eq('id', id))
    void queryClient.invalidateQueries({ queryKey: eventosKey(owner) })
  },
})

/** Adds an event under an id of the device's own, or changes the one that has it. */
export function useSaveEvento() {
  const { id: owner } = useUser()
  return useMutation({
    mutationFn: (body: Cambio) => cambios.send({ id: body.id, owner, at: Date.now(), state: 'ready', body }),
    // Also after a failure: the event may have been saved although the answer was lost.
    onSettled: useReload(),
  })
}

export function useDeleteEvento() {
  return useMutation({
    mutationFn: (id: string) => ask((db) => db.from('agenda_personal').delete().eq('id', id)),
    onSettled: useReload(),
  })
}
