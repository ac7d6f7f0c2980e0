import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { keepPais, readElegido } from '../../../lib/emergencia/emergencia.ts'
import { readCached, useCachedQuery } from '../../../lib/offline/cachedQuery.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { PAUSA_S, rememberPausa } from './unheard.ts'

export type Ajustes = Pick<
  Tables<'alarma_ajustes'>,
  'nombre' | 'pausa_s' | 'orden' | 'espera_min' | 'telefono' | 'pais' | 'con_tema'
>

export const PAUSAS = [0, 5, 10] as const
export const ESPERAS = [1, 3, 5] as const

/** What holds while she has set nothing: docs/alarm.md. */
export const ajustesDefault: Ajustes = {
  nombre: null,
  pausa_s: PAUSA_S,
  orden: 'todas',
  espera_min: 3,
  telefono: null,
  pais: null,
  con_tema: false,
}

const ajustesQuery = (userId: string) => ({
  queryKey: ['alarma_ajustes', userId],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Ajustes> => {
    const found = await ask(
      (db) =>
        db
          .from('alarma_ajustes')
          .select('nombre, pausa_s, orden, espera_min, telefono, pais, con_tema')
          .eq('user_id', userId)
          .maybeSingle(),
      { signal },
    )
    const ajustes = found ?? ajustesDefault
    rememberPausa(userId, ajustes.pausa_s)
    return ajustes
  },
})

/** How her alarm works; what this device remembers first. */
export function useAjustes() {
  return useCachedQuery<Ajustes>(ajustesQuery(useUser().id))
}

/** Makes sure that a press of this page knows her pause, from the device if it can be had there. */
export async function learnPausa(userId: string): Promise<void> {
  const { queryKey, queryFn } = ajustesQuery(userId)
  const cached = await readCached<Ajustes>(userId, queryKey)
  if (cached) rememberPausa(userId, cached.pausa_s)
  else await queryClient.fetchQuery({ queryKey, queryFn, retry: false })
}

export function useSaveAjustes() {
  const { id: user_id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ajustes: Ajustes) =>
      ask((db) => db.from('alarma_ajustes').upsert({ user_id, ...ajustes }, { onConflict: 'user_id' })),
    onSuccess: (_, { pausa_s, pais }) => {
      rememberPausa(user_id, pausa_s)
      keepPais(pais, readElegido())
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['alarma_ajustes', user_id] }),
  })
}
