import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import type { Tables } from '../../lib/api/database.types.ts'
import { ServiceError } from '../../lib/api/errors.ts'
import { direccionOf } from '../../lib/text/direccion.ts'
import type { Capitulo } from '../../lib/text/episodio.ts'

type Fila = Omit<Tables<'podcast'>, 'transcripcion'>

export type Episodio = Omit<Fila, 'capitulos'> & { capitulos: Capitulo[] }

const TABLE = 'podcast'

/** All of an episode but its words, which she asks for one by one. */
const COLUMNS =
  'id, fecha_creacion, url_audio, titulo, descripcion, duracion_s, visible, version, capitulos, tiene_transcripcion, archivo_version'

const toEpisodio = (row: Fila): Episodio => ({
  ...row,
  url_audio: direccionOf(row.url_audio, row.archivo_version),
  capitulos: (row.capitulos ?? []) as Capitulo[],
})

/** The latest episode; null where there is none. */
export function useLatestEpisodio() {
  return useQuery({
    queryKey: [TABLE, 'último'],
    queryFn: async (): Promise<Episodio | null> => {
      try {
        return toEpisodio(
          await ask((db) =>
            db.from(TABLE).select(COLUMNS).order('fecha_creacion', { ascending: false }).limit(1).single(),
          ),
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
    queryFn: async ({ signal }) => {
      const rows = await ask(
        (db) => db.from(TABLE).select(COLUMNS).order('fecha_creacion', { ascending: false }).limit(10),
        { signal },
      )
      return rows.map(toEpisodio)
    },
  })
}

/** What is said in an episode. */
export function useTranscripcion(id: string) {
  return useQuery({
    queryKey: [TABLE, 'transcripción', id],
    queryFn: async ({ signal }) => {
      const row = await ask((db) => db.from(TABLE).select('transcripcion').eq('id', id).maybeSingle(), {
        signal,
      })
      return row?.transcripcion ?? ''
    },
  })
}
