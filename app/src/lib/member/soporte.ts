import { useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { useUser } from '../session/session.tsx'

/** Under which everything about her thread with the team is remembered. */
export const hiloKey = (userId: string) => ['hilos_soporte', userId] as const

/** Her thread with the team, but for what is written in it. */
export type Hilo = { nuevo: boolean; avisar: boolean; espera_desde: string | null }

/** Her thread: whether there is an answer that she has not opened, and whether she wants a notice of one; null before her first word. */
export function useHilo() {
  const { id } = useUser()
  return useQuery({
    queryKey: hiloKey(id),
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db.from('hilos_soporte').select('nuevo, avisar, espera_desde').eq('user_id', id).maybeSingle(),
        { signal },
      ) as Promise<Hilo | null>,
  })
}
