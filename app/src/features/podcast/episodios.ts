import { useQuery } from '@tanstack/react-query'
import { ask } from '../../data/ask.ts'
import type { Tables } from '../../data/database.types.ts'
import { ServiceError } from '../../data/errors.ts'
import { longFecha } from '../../lib/time/fechas.ts'

export type Episodio = Tables<'podcast'>

const TABLE = 'podcast'

/** The latest episode; null where there is none. */
export function useLatestEpisodio() {
  return useQuery({
    queryKey: [TABLE, 'último'],
    queryFn: async (): Promise<Episodio | null> => {
      try {
        return await ask((db) =>
          db.from(TABLE).select('*').order('fecha_creacion', { ascending: false }).limit(1).single(),
        )
      } catch (failure) {
        if (failure instanceof ServiceError && failure.code === 'PGRST116') return null
        throw failure
      }
    },
  })
}

/** The last ten episodes, newest first. */
export function useEpisodios() {
  return useQuery({
    queryKey: [TABLE, 'lista'],
    queryFn: ({ signal }) =>
      ask((db) => db.from(TABLE).select('*').order('fecha_creacion', { ascending: false }).limit(10), {
        signal,
      }),
  })
}

/** How an episode is called: by its title, or by its day. */
export function nombreOf({ titulo, fecha_creacion }: Episodio): string {
  return titulo?.trim() || `Episodio del ${longFecha(new Date(fecha_creacion))}`
}
