import { useMutation, useQuery } from '@tanstack/react-query'
import { ask, askAll } from '../../lib/api/ask.ts'
import { isDuplicate, ServiceError, toServiceError } from '../../lib/api/errors.ts'
import { useReload } from '../../lib/api/reload.ts'
import { CHANGED, readAsTeam, StaleForm, saveForm, takeAway } from '../../lib/api/versionedRows.ts'
import { useUser } from '../../lib/session/session.tsx'
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
const useReloadAll = () => useReload([TABLE], ['directorio_terapeutas'])

/** Publishes a review; the database refuses a second one of the same therapist (23505). */
export function usePublishResena(terapeuta_id: string) {
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: ({ puntuacion, comentario }: Opinion) =>
      ask((db) =>
        db.from(TABLE).insert({ terapeuta_id, user_id, comentario: comentario.trim(), puntuacion }),
      ),
    onSettled: useReloadAll(),
  })
}

function written<Row>(rows: Row[]): void {
  if (rows.length === 0) throw new ServiceError('Esa reseña ya no está.', 'PGRST116', 406)
}

/** Whether two reviews say the same, as they are kept: without the spaces around it. */
export const sayTheSame = (one: Opinion, other: Opinion) =>
  one.puntuacion === other.puntuacion && one.comentario.trim() === other.comentario.trim()

/**
 * Changes a review of her own, where it still says what she has read.
 *
 * @throws StaleForm where another device has changed it since, or it is gone
 */
export async function changeResena(id: string, seen: Opinion, next: Opinion): Promise<void> {
  const now = (await ask((db) =>
    db.from(TABLE).select('puntuacion, comentario').eq('id', id).maybeSingle(),
  )) as Opinion | null
  if (!now) throw new StaleForm(null)
  // What says the same already had arrived without her hearing of it.
  if (!sayTheSame(now, seen) && !sayTheSame(now, next)) throw new StaleForm({ id, version: 0 })
  const { puntuacion, comentario } = next
  const rows = await ask((db) =>
    db.from(TABLE).update({ comentario: comentario.trim(), puntuacion }).eq('id', id).select('id'),
  )
  if (rows.length === 0) throw new StaleForm(null)
}

/** {@link changeResena}, for a form. */
export function useChangeResena(id: string) {
  return useMutation({
    mutationFn: ({ seen, next }: { seen: Opinion; next: Opinion }) => changeResena(id, seen, next),
    onSettled: useReloadAll(),
  })
}

/** Removes a review: its author's own, or any where the admin asks. */
export function useDeleteResena() {
  return useMutation({
    mutationFn: async (id: string) =>
      written(await ask((db) => db.from(TABLE).delete().eq('id', id).select('id'))),
    onSettled: useReloadAll(),
  })
}

const RESPUESTAS = 'respuestas_terapeutas'

/** What a therapist answered, as a form changes it: its id is the review's. */
export type Respuesta = { id: string; version: number; texto: string }

async function readRespuesta(id: string): Promise<Respuesta | null> {
  const now = await readAsTeam(() =>
    ask((db) => db.from(RESPUESTAS).select('version, texto').eq('reseña_id', id).maybeSingle()),
  )
  return now && { id, ...now }
}

/**
 * Writes what a therapist answers to a review, or corrects what the form was filled in from.
 *
 * @param id of the review
 * @throws StaleForm where somebody else has written, changed or taken it back since; ServiceError `PGRST116` where the review is gone
 */
export function saveRespuesta(id: string, base: Respuesta | null, texto: string): Promise<void> {
  return saveForm<Respuesta>(
    { id, base },
    {
      add: async () => {
        try {
          await ask((db) => db.from(RESPUESTAS).insert({ reseña_id: id, texto }))
        } catch (failure) {
          const { code } = toServiceError(failure)
          if (code === '23503') written([])
          if (!isDuplicate(failure)) throw failure
          // Its id tells nothing of whose it is: hers, whose answer got lost, says the same.
          const now = await readRespuesta(id)
          if (now?.texto !== texto) throw new StaleForm(now)
        }
      },
      says: (now) => now.texto === texto,
      change: ({ version }) =>
        ask((db) =>
          db.from(RESPUESTAS).update({ texto }).eq('reseña_id', id).eq('version', version).select('texto'),
        ),
      read: readRespuesta,
    },
  )
}

/** {@link saveRespuesta}, for a form. */
export function useSaveRespuesta(id: string) {
  return useMutation({
    mutationFn: ({ base, texto }: { base: Respuesta | null; texto: string }) =>
      saveRespuesta(id, base, texto),
    onSettled: useReloadAll(),
  })
}

/** Takes an answer back, as she has read it. @throws ServiceError `PT409` where somebody has changed it since */
export function useDeleteRespuesta() {
  return useMutation({
    mutationFn: ({ id, version }: Pick<Respuesta, 'id' | 'version'>) =>
      takeAway({
        take: () =>
          ask((db) =>
            db.from(RESPUESTAS).delete().eq('reseña_id', id).eq('version', version).select('texto'),
          ),
        read: () => readRespuesta(id),
        why: (now) => (now.version === version ? undefined : CHANGED),
      }),
    onSettled: useReloadAll(),
  })
}
