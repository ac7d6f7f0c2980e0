import { askAll } from '../../lib/api/ask.ts'
import type { Palabras } from '../../lib/cofre/palabras.ts'
import { useCachedQuery } from '../../lib/offline/cachedQuery.ts'
import { useUser } from '../../lib/session/session.tsx'
import type { Evento } from './agendaDrafts.ts'

/* Reading her agenda, which Home does too: apart from writing it (`eventos.ts`), whose code Home does without. */

export const eventosKey = (userId: string) => ['agenda_personal', userId]

async function fetchEventos(userId: string, signal: AbortSignal): Promise<Evento[]> {
  const filas = await askAll(
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
  )
  return openEventos(userId, filas)
}

/** As the service has them, with her words opened; what opens them is loaded where one is sealed. */
export async function openEventos<Fila extends Palabras & { id: string }>(
  owner: string,
  filas: readonly Fila[],
): Promise<Evento[]> {
  const abiertas = filas.some(({ titulo }) => titulo.startsWith('cofre1.'))
    ? await import('../../lib/cofre/palabras.ts').then(({ openPalabras }) =>
        Promise.all(filas.map((fila) => openPalabras(owner, fila))),
      )
    : filas.map((fila) => ({ ...fila, ilegible: null }))
  return abiertas as unknown as Evento[]
}

/**
 * Her events, ordered as specified (by day, then by hour): at once as this device remembers them, then as the service has
 * them. With `error` and `data` together, the data is what the device remembers.
 */
export function useEventos() {
  const { id } = useUser()
  return useCachedQuery<Evento[]>({
    queryKey: eventosKey(id),
    queryFn: ({ signal }) => fetchEventos(id, signal),
    staleTime: 0,
    // supabase-js itself retries where there was no answer.
    retry: false,
  })
}
