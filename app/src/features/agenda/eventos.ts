import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Tables } from '../../lib/database.types.ts'
import { keepCopy, readCopy } from '../../data/device.ts'
import { toServiceError, unwrap } from '../../data/errors.ts'
import { within } from '../../lib/plazo.ts'
import { queryClient } from '../../data/query.ts'
import { useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'
import type { Tipo } from './dias.ts'

type Fila = Tables<'agenda_personal'>
export type Evento = Pick<Fila, 'id' | 'titulo' | 'fecha' | 'hora' | 'notificar' | 'actualizado_en'> & {
  tipo: Tipo
}

/** An event as the form hands it over. */
export type Cambio = Omit<Evento, 'actualizado_en'> & { nuevo: boolean }

const TIME_LIMIT_MS = 10_000
const PAGE = 1000

const eventosKey = (userId: string) => ['agenda_personal', userId]

async function fetchEventos(userId: string): Promise<Evento[]> {
  const todos: Fila[] = []
  for (let from = 0; ; from += PAGE) {
    const page = await within(TIME_LIMIT_MS, (signal) =>
      unwrap(
        supabase()
          .from('agenda_personal')
          .select('*')
          .eq('user_id', userId)
          .order('fecha', { ascending: true })
          .order('hora', { ascending: true })
          .order('id', { ascending: true })
          .range(from, from + PAGE - 1)
          .abortSignal(signal),
      ),
    )
    todos.push(...page)
    if (page.length < PAGE) return todos as Evento[]
  }
}

/** The events as this device last saw them. */
type Copia = { eventos: Evento[]; at: number }
const COPY = 'agenda_personal'

async function fetchAndKeep(userId: string): Promise<Evento[]> {
  const eventos = await fetchEventos(userId)
  const copia: Copia = { eventos, at: Date.now() }
  // Where the device cannot store it, the service's answer is still shown.
  keepCopy(userId, COPY, copia).catch(() => {})
  return eventos
}

/** Her events as they are known without asking the service: read before, or kept on the device. */
export async function knownEventos(userId: string): Promise<Evento[]> {
  const known = queryClient.getQueryData<Evento[]>(eventosKey(userId))
  return known ?? (await readCopy<Copia>(userId, COPY))?.eventos ?? []
}

/**
 * Her events, ordered as specified (by day, then by hour): at once as this device remembers them, then as the service has
 * them. With `error` and `data` together, the data is what the device remembers.
 */
export function useEventos() {
  const { id } = useUser()
  useEffect(() => {
    void readCopy<Copia>(id, COPY).then((copia) => {
      if (copia && queryClient.getQueryData(eventosKey(id)) === undefined) {
        queryClient.setQueryData(eventosKey(id), copia.eventos, { updatedAt: copia.at })
      }
    })
  }, [id])
  // supabase-js itself retries where there was no answer.
  return useQuery({ queryKey: eventosKey(id), queryFn: () => fetchAndKeep(id), staleTime: 0, retry: false })
}

/** Reloads the list after a change, and so the copy on the device too; nobody waits for it. */
function useReload() {
  const { id } = useUser()
  return () => void queryClient.invalidateQueries({ queryKey: eventosKey(id) })
}

/** Adds an event under an id of the device's own, or changes the one that has it. */
export function useSaveEvento() {
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: async ({ id, nuevo, ...campos }: Cambio) => {
      const fila = { ...campos, user_id }
      try {
        await within(TIME_LIMIT_MS, (signal) =>
          unwrap(
            nuevo
              ? supabase()
                  .from('agenda_personal')
                  .insert({ id, ...fila })
                  .abortSignal(signal)
              : supabase().from('agenda_personal').update(fila).eq('id', id).abortSignal(signal),
          ),
        )
      } catch (failure) {
        // A retry after a lost answer: the row is there already.
        if (!(nuevo && toServiceError(failure).code === '23505')) throw failure
      }
    },
    // Also after a failure: the event may have been saved although the answer was lost.
    onSettled: useReload(),
  })
}

export function useDeleteEvento() {
  return useMutation({
    mutationFn: (id: string) =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(supabase().from('agenda_personal').delete().eq('id', id).abortSignal(signal)),
      ),
    onSettled: useReload(),
  })
}
