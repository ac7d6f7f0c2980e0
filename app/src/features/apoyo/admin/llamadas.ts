import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { type Asociacion, hoy } from '../asociaciones.ts'

/** What a call said. */
export type Resultado = 'sigue_igual' | 'cambio' | 'no_contesta'

/** An entry that waits for a call, and why. */
export type PendingLlamada = {
  id: string
  avisos: number
  sugerencias: number
  /** Days on which nobody answered, since somebody last did. */
  sin_respuesta: number
  llamada_en: string | null
}

export type Renglon = Pick<Tables<'historial_apoyo'>, 'id' | 'que' | 'hecho_en'> & {
  /** Of each column that changed: what stood there before, and what stands there now. */
  campos: Record<string, [unknown, unknown]>
}

export type Sugerencia = Pick<
  Tables<'sugerencias_apoyo'>,
  'id' | 'asociacion_id' | 'texto' | 'telefono' | 'estado' | 'creada_en'
>

const LLAMADAS = 'por_llamar'
const HISTORIA = 'historial_apoyo'
const SUGERENCIAS = 'sugerencias_apoyo'

/** Whom to call next: nobody dialled them in half a year, or members say that they do not answer. */
export function usePendingLlamadas() {
  return useQuery({
    queryKey: [LLAMADAS],
    queryFn: ({ signal }) => ask((db) => db.rpc('por_llamar'), { signal }) as Promise<PendingLlamada[]>,
    refetchOnReconnect: 'always',
  })
}

/** What became of an entry, newest first. */
export function useHistorial(id: string) {
  return useQuery({
    queryKey: [HISTORIA, id],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from(HISTORIA)
            .select('id, que, campos, hecho_en')
            .eq('asociacion_id', id)
            .order('id', { ascending: false })
            .limit(100),
        { signal },
      ) as Promise<Renglon[]>,
    staleTime: 0,
  })
}

const useReloadAll = () =>
  useReload([LLAMADAS], [HISTORIA], [SUGERENCIAS], ['asociaciones_apoyo'], ['reportes_apoyo'])

/** Notes what today's call said. @throws ServiceError `PT409` where somebody changed the entry since she read it, `PT404` where it is gone */
export function useNoteLlamada() {
  return useMutation({
    mutationFn: ({ asociacion, resultado }: { asociacion: Asociacion; resultado: Resultado }) =>
      ask((db) =>
        db.rpc('anotar_llamada', { cual: asociacion.id, resultado, vista: asociacion.version, dia: hoy() }),
      ),
    onSettled: useReloadAll(),
  })
}

/** What members suggest and nobody has settled, oldest first. */
export function useSugerenciasPendientes() {
  return useQuery({
    queryKey: [SUGERENCIAS, 'pendientes'],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from(SUGERENCIAS)
            .select('id, asociacion_id, texto, telefono, estado, creada_en')
            .eq('estado', 'pendiente')
            .order('creada_en')
            .limit(200),
        { signal },
      ) as Promise<Sugerencia[]>,
  })
}

/** Settles a suggestion, or takes that back. @returns whether it was still as she saw it: two who look after the list settle it once */
export function useSettleSugerencia() {
  return useMutation({
    mutationFn: async ({ id, de, a }: { id: string; de: string; a: string }) => {
      const settled = await ask((db) =>
        db.from(SUGERENCIAS).update({ estado: a }).eq('id', id).eq('estado', de).select('id'),
      )
      return settled.length > 0
    },
    onSettled: useReloadAll(),
  })
}
