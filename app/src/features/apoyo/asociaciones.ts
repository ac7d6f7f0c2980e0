import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import type { Tables, TablesInsert } from '../../lib/api/database.types.ts'
import { changeRow, saveRow } from '../../lib/api/versionedRows.ts'
import { useCachedQuery } from '../../lib/offline/cachedQuery.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'
import { type Fecha, toFecha } from '../../lib/time/fechas.ts'

export type Asociacion = Tables<'asociaciones_apoyo'>

/** What the form writes: the specified fields and those beside them. */
export type CamposAsociacion = Required<
  Pick<
    TablesInsert<'asociaciones_apoyo'>,
    'nombre' | 'descripcion' | 'telefono' | 'url_web' | 'visible' | 'ubicacion' | 'pais'
  >
> &
  Pick<TablesInsert<'asociaciones_apoyo'>, 'fuente_url' | 'fuente_fecha' | 'verificada_el' | 'todo_el_dia'>

const TABLE = 'asociaciones_apoyo'

/** The directory, ordered by name: what is visible; for an editora, everything. The database decides either way. */
export function asociacionesQuery(edits: boolean) {
  return {
    queryKey: [TABLE, edits ? 'todas' : 'visibles'],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Asociacion[]> =>
      ask(
        (db) => {
          const all = db.from(TABLE).select('*').order('nombre', { ascending: true })
          return edits ? all : all.eq('visible', true)
        },
        { signal },
      ),
  }
}

/** The directory, as the device remembers it and then as the service has it. */
export function useAsociaciones() {
  return useCachedQuery<Asociacion[]>(asociacionesQuery(useSession().has('editora')))
}

/** After a change the directory is read anew, and so are the reports that a change settles, whom to call next, and what became of an entry. */
function useReload() {
  const client = useQueryClient()
  return () => {
    for (const table of [TABLE, 'reportes_apoyo', 'por_llamar', 'historial_apoyo'])
      void client.invalidateQueries({ queryKey: [table] })
  }
}

/** Creates an entry, or changes the one that the form was filled in from. @throws StaleForm where that has changed or is gone */
export function useSaveAsociacion() {
  const { id: created_by } = useUser()
  return useMutation({
    mutationFn: ({ id, base, campos }: { id: string; base: Asociacion | null; campos: CamposAsociacion }) =>
      saveRow(TABLE, { id, base }, { ...campos, created_by }),
    onSettled: useReload(),
  })
}

/**
 * One change of an entry, beside the form: shows or hides it, or notes that its number was dialled on a day.
 *
 * @throws ServiceError `PT409` where somebody changed it since she read it: she would show, or confirm, what she has not seen
 */
export function useUpdateAsociacion() {
  return useMutation({
    mutationFn: ({
      asociacion,
      change,
    }: {
      asociacion: Asociacion
      change: { visible: boolean } | { verificada_el: Fecha }
    }) => changeRow(TABLE, asociacion, change),
    onSettled: useReload(),
  })
}

/** Today, as the day of a verification. */
export function hoy(): Fecha {
  return toFecha(new Date())
}
