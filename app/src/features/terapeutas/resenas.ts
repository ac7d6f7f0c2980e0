import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, askAll } from '../../data/ask.ts'
import { ServiceError } from '../../data/errors.ts'
import { useUser } from '../../data/session.tsx'
import { promedios } from './puntuacion.ts'

/** A review as she may read it. */
export type Resena = {
  id: string
  comentario: string
  puntuacion: number
  /** The day on which it was written, `yyyy-MM-dd`. */
  creada_el: string
  propia: boolean
  /** What the therapist answered, and on which day. */
  respuesta: { texto: string; respondida_el: string; version: number } | null
}

/** What she writes. */
export type Opinion = { puntuacion: number; comentario: string }

const TABLE = 'reseñas_terapeutas'

/** The average of every therapist that was reviewed. */
export function usePromedios() {
  return useQuery({
    queryKey: [TABLE, 'puntuaciones'],
    queryFn: async ({ signal }) =>
      promedios(
        await askAll(
          (db, from, to) => db.from(TABLE).select('terapeuta_id, puntuacion').order('id').range(from, to),
          { signal },
        ),
      ),
  })
}

/** What was written about a therapist, newest first; her own before all others. */
export function useResenas(terapeutaId: string) {
  const { id: userId } = useUser()
  return useQuery({
    queryKey: [TABLE, terapeutaId],
    queryFn: async ({ signal }) => {
      const rows = await askAll(
        (db, from, to) =>
          db
            .from(TABLE)
            // The database gives the author to herself; everybody else reads null there.
            .select(
              'id, comentario, puntuacion, creada_el, user_id, respuestas_terapeutas(texto, respondida_el, version)',
            )
            .eq('terapeuta_id', terapeutaId)
            .order('creada_el', { ascending: false })
            .order('id')
            .range(from, to),
        { signal },
      )
      return rows
        .map(({ user_id, respuestas_terapeutas: respuesta, ...review }) => ({
          ...(review as Omit<Resena, 'propia' | 'respuesta'>),
          propia: user_id === userId,
          respuesta,
        }))
        .sort((a, b) => Number(b.propia) - Number(a.propia))
    },
  })
}

/** The lists, the averages and the counts, after any change. */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [TABLE] }),
      client.invalidateQueries({ queryKey: ['directorio_terapeutas'] }),
    ])
}

/** Publishes a review; the database refuses a second one of the same therapist (23505). */
export function usePublishResena(terapeuta_id: string) {
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: ({ puntuacion, comentario }: Opinion) =>
      ask((db) =>
        db.from(TABLE).insert({ terapeuta_id, user_id, comentario: comentario.trim(), puntuacion }),
      ),
    onSettled: useReload(),
  })
}

function written<Row>(rows: Row[]): void {
  if (rows.length === 0) throw new ServiceError('Esa reseña ya no está.', 'PGRST116', 406)
}

/** Changes a review of her own. */
export function useUpdateResena(id: string) {
  return useMutation({
    mutationFn: async ({ puntuacion, comentario }: Opinion) =>
      written(
        await ask((db) =>
          db.from(TABLE).update({ comentario: comentario.trim(), puntuacion }).eq('id', id).select('id'),
        ),
      ),
    onSettled: useReload(),
  })
}

/** Removes a review: its author's own, or any where the admin asks. */
export function useDeleteResena() {
  return useMutation({
    mutationFn: async (id: string) =>
      written(await ask((db) => db.from(TABLE).delete().eq('id', id).select('id'))),
    onSettled: useReload(),
  })
}

const RESPUESTAS = 'respuestas_terapeutas'

/**
 * Writes what a therapist answers to a review, or corrects it.
 *
 * @throws ServiceError 409 where somebody else has written or changed it since it was read: her words stay in the form
 */
export function useSaveRespuesta() {
  return useMutation({
    mutationFn: async ({ resena: { id, respuesta }, texto }: { resena: Resena; texto: string }) => {
      const rows = respuesta
        ? await ask((db) =>
            db
              .from(RESPUESTAS)
              .update({ texto })
              .eq('reseña_id', id)
              .eq('version', respuesta.version)
              .select('texto'),
          )
        : await ask((db) =>
            db.from(RESPUESTAS).upsert({ reseña_id: id, texto }, { ignoreDuplicates: true }).select('texto'),
          )
      if (rows.length === 0) throw new ServiceError(OTRA, 'stale', 409)
    },
    onSettled: useReload(),
  })
}

const OTRA =
  'Alguien del equipo escribió o cambió esa respuesta mientras tanto. Lo que escribiste sigue aquí: ciérralo y míralo antes de guardar otra vez.'

/** Takes an answer back. */
export function useDeleteRespuesta() {
  return useMutation({
    mutationFn: (id: string) => ask((db) => db.from(RESPUESTAS).delete().eq('reseña_id', id).select('texto')),
    onSettled: useReload(),
  })
}
