import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables, TablesInsert } from '../../../lib/api/database.types.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { AUDIO, removeArchivo } from '../../../lib/api/upload.ts'
import { changeRow, deleteRow, saveRow } from '../../../lib/api/versionedRows.ts'

export type EpisodioAdmin = Tables<'podcast'>
export type CamposEpisodio = Required<
  Pick<
    TablesInsert<'podcast'>,
    | 'titulo'
    | 'descripcion'
    | 'fecha_creacion'
    | 'url_audio'
    | 'duracion_s'
    | 'visible'
    | 'capitulos'
    | 'transcripcion'
  >
>

const TABLE = 'podcast'

/** Every episode, those that are hidden or wait for their day too, newest first. */
export function useEpisodiosAdmin() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: ({ signal }) =>
      ask((db) => db.from(TABLE).select('*').order('fecha_creacion', { ascending: false }), { signal }),
  })
}

/** Adds an episode, or changes the one that the form was filled in from. @throws StaleForm where that has changed or is gone */
export function useSaveEpisodio() {
  return useMutation({
    mutationFn: async ({
      id,
      base,
      campos,
    }: {
      id: string
      base: EpisodioAdmin | null
      campos: CamposEpisodio
    }) => {
      await saveRow(TABLE, { id, base }, campos)
      if (base && base.url_audio !== campos.url_audio) await removeArchivo(base.url_audio, AUDIO)
    },
    onSettled: useReload([TABLE]),
  })
}

/** Shows or hides an episode as she has read it. @throws ServiceError as {@link changeRow} */
export function useShowEpisodio() {
  return useMutation({
    mutationFn: ({ episodio, visible }: { episodio: EpisodioAdmin; visible: boolean }) =>
      changeRow(TABLE, episodio, { visible }),
    onSettled: useReload([TABLE]),
  })
}

/** Removes an episode as she has read it, and its sound. @throws ServiceError as {@link deleteRow} */
export function useDeleteEpisodio() {
  return useMutation({
    mutationFn: async (episodio: EpisodioAdmin) => {
      await deleteRow(TABLE, episodio)
      await removeArchivo(episodio.url_audio, AUDIO)
    },
    onSettled: useReload([TABLE]),
  })
}

/** Length of a recording in whole seconds; null where the browser cannot tell. */
export function duracionOf(file: File): Promise<number | null> {
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file)
    const sound = new Audio()
    const answer = (seconds: number | null) => {
      URL.revokeObjectURL(url)
      resolve(seconds)
    }
    sound.preload = 'metadata'
    sound.addEventListener('loadedmetadata', () => {
      const { duration } = sound
      answer(Number.isFinite(duration) && duration > 0 ? Math.max(1, Math.round(duration)) : null)
    })
    sound.addEventListener('error', () => answer(null))
    sound.src = url
  })
}
