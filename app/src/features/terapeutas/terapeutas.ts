import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, askAll } from '../../data/ask.ts'
import type { Tables, TablesInsert } from '../../data/database.types.ts'
import { ServiceError } from '../../data/errors.ts'
import { useSession, useUser } from '../../data/session.tsx'
import { saveRow } from '../../data/stale.ts'

type Fila = Tables<'directorio_terapeutas'>

/** A therapist, and how many reviews there are of her. */
export type Terapeuta = Pick<Fila, 'id' | 'version' | keyof CamposTerapeuta> & { total: number }

/** A therapist as the form knows her. */
export type Ficha = Omit<Terapeuta, 'total'>

/** What the admin's form writes. */
export type CamposTerapeuta = Required<
  Pick<
    TablesInsert<'directorio_terapeutas'>,
    | 'nombre'
    | 'especialidad'
    | 'ciudad'
    | 'telefono'
    | 'whatsapp'
    | 'contacto'
    | 'visible'
    | 'cedula'
    | 'cedula_fuente'
    | 'verificada_el'
    | 'modalidades'
    | 'idiomas'
    | 'enfoques'
    | 'precio_desde'
    | 'precio_hasta'
    | 'moneda'
    | 'foto_url'
  >
>

const TABLE = 'directorio_terapeutas'

async function fetchTerapeutas(edits: boolean, signal: AbortSignal): Promise<Terapeuta[]> {
  const rows = await askAll(
    (db, from, to) => {
      const all = db
        .from(TABLE)
        .select('*, "reseñas_terapeutas"(count)')
        .order('nombre', { ascending: true })
        .order('id', { ascending: true })
        .range(from, to)
      return edits ? all : all.eq('visible', true)
    },
    { signal },
  )
  return rows.map(({ reseñas_terapeutas: [reviews], ...row }) => ({ ...row, total: reviews?.count ?? 0 }))
}

/** The directory by name: what is visible, for the admin everything. The database decides either way. */
export function useTerapeutas() {
  const edits = useSession().has('editora')
  return useQuery({
    queryKey: [TABLE, edits ? 'todas' : 'visibles'],
    queryFn: ({ signal }) => fetchTerapeutas(edits, signal),
  })
}

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [TABLE] })
}

/** The row that was written, or a failure in words where there is none any more. */
function written<Row>(rows: Row[]): void {
  if (rows.length === 0) throw new ServiceError('Esa terapeuta ya no está en el directorio.', 'PGRST116', 406)
}

/** Adds a therapist, or changes the one that the form was filled in from. @throws StaleForm where that has changed or is gone */
export function useSaveTerapeuta() {
  const { id: created_by } = useUser()
  return useMutation({
    mutationFn: ({ id, base, campos }: { id: string; base: Ficha | null; campos: CamposTerapeuta }) =>
      saveRow(TABLE, { id, base }, { ...campos, created_by }),
    onSettled: useReload(),
  })
}

/** Removes a therapist, and with her the reviews that were written. */
export function useDeleteTerapeuta() {
  return useMutation({
    mutationFn: async (id: string) =>
      written(await ask((db) => db.from(TABLE).delete().eq('id', id).select('id'))),
    onSettled: useReload(),
  })
}
