import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tables, TablesInsert } from '../../lib/database.types.ts'
import { unwrap } from '../../data/errors.ts'
import { type Fecha, toFecha } from '../../lib/fechas.ts'
import { within } from '../../lib/plazo.ts'
import { useSession, useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'
import { TIME_LIMIT_MS, useKeptQuery } from './copia.ts'

export type Asociacion = Tables<'asociaciones_apoyo'>

/** What the form writes: the specified fields and those beside them. */
export type CamposAsociacion = Required<
  Pick<
    TablesInsert<'asociaciones_apoyo'>,
    'nombre' | 'descripcion' | 'telefono' | 'url_web' | 'visible' | 'ubicacion' | 'pais'
  >
> &
  Pick<TablesInsert<'asociaciones_apoyo'>, 'fuente_url' | 'fuente_fecha' | 'verificada_el'>

const TABLE = 'asociaciones_apoyo'

/** The directory, ordered by name: what is visible, for the admin everything. The database decides either way. */
export function asociacionesQuery(isAdmin: boolean) {
  return {
    queryKey: [TABLE, isAdmin ? 'todas' : 'visibles'],
    fetch: (signal: AbortSignal): Promise<Asociacion[]> => {
      const all = supabase().from(TABLE).select('*').order('nombre', { ascending: true }).abortSignal(signal)
      return unwrap(isAdmin ? all : all.eq('visible', true))
    },
  }
}

/** The directory, as the device remembers it and then as the service has it. */
export function useAsociaciones() {
  const { queryKey, fetch } = asociacionesQuery(useSession().isAdmin)
  return useKeptQuery(queryKey, fetch)
}

/** After a change the directory is read anew, and so are the reports that a change settles. */
function useReload() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: [TABLE] })
    void client.invalidateQueries({ queryKey: ['reportes_apoyo'] })
  }
}

/** Creates an entry, or changes the one with this id. */
export function useSaveAsociacion() {
  const { id: created_by } = useUser()
  return useMutation({
    mutationFn: ({ id, campos }: { id: string | null; campos: CamposAsociacion }) =>
      within(TIME_LIMIT_MS, (signal) => {
        const table = supabase().from(TABLE)
        const row = { ...campos, created_by }
        // With a row expected, one that is gone or not hers to change is a failure and not a silence.
        return unwrap(
          (id === null ? table.insert(row) : table.update(row).eq('id', id))
            .select('id')
            .abortSignal(signal)
            .single(),
        )
      }),
    onSettled: useReload(),
  })
}

/** One change of an entry, beside the form: shows or hides it, or notes that its number was dialled on a day. */
export function useUpdateAsociacion() {
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string } & ({ visible: boolean } | { verificada_el: Fecha })) =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(supabase().from(TABLE).update(change).eq('id', id).select('id').abortSignal(signal).single()),
      ),
    onSettled: useReload(),
  })
}

/** Today, as the day of a verification. */
export function hoy(): Fecha {
  return toFecha(new Date())
}
