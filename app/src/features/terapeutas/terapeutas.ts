import { useMutation, useQuery } from '@tanstack/react-query'
import { askAll } from '../../lib/api/ask.ts'
import type { Tables, TablesInsert } from '../../lib/api/database.types.ts'
import { useReload } from '../../lib/api/reload.ts'
import { deleteRow, saveRow } from '../../lib/api/versionedRows.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'

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

/** Adds a therapist, or changes the one that the form was filled in from. @throws StaleForm where that has changed or is gone */
export function useSaveTerapeuta() {
  const { id: created_by } = useUser()
  return useMutation({
    mutationFn: ({ id, base, campos }: { id: string; base: Ficha | null; campos: CamposTerapeuta }) =>
      saveRow(TABLE, { id, base }, { ...campos, created_by }),
    onSettled: useReload([TABLE]),
  })
}

/** Removes a therapist as the team has read her, and with her the reviews that were written. @throws ServiceError as {@link deleteRow} */
export function useDeleteTerapeuta() {
  return useMutation({
    mutationFn: (terapeuta: Ficha) => deleteRow(TABLE, terapeuta),
    onSettled: useReload([TABLE]),
  })
}
