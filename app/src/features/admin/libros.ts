import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Tables, TablesInsert, TablesUpdate } from '../../lib/database.types.ts'
import { unwrap } from '../../data/errors.ts'
import { supabase } from '../../data/client.ts'
import { PDF, removeArchivo } from '../../data/upload.ts'

export type LibroAdmin = Tables<'biblioteca_libros'>
export type CamposLibro = Required<
  Pick<TablesInsert<'biblioteca_libros'>, 'titulo' | 'autor' | 'url_pdf' | 'semana' | 'disponible'>
>

const TABLE = 'biblioteca_libros'

/** Every book of every week, in the order in which members see them. */
export function useLibrosAdmin() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: () => unwrap(supabase().from(TABLE).select('*').order('semana').order('orden').order('titulo')),
  })
}

export function useSemanaActual() {
  return useQuery({
    queryKey: ['get_current_week'],
    queryFn: () => unwrap(supabase().rpc('get_current_week')),
  })
}

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [TABLE] })
}

/** Adds a book, or changes the one that there is; a file that it no longer has is taken away. */
export function useSaveLibro() {
  return useMutation({
    mutationFn: async ({ original, campos }: { original: LibroAdmin | null; campos: CamposLibro }) => {
      const table = supabase().from(TABLE)
      await unwrap(
        (original ? table.update(campos).eq('id', original.id) : table.insert({ ...campos, orden: 100 }))
          .select('id')
          .single(),
      )
      if (original && original.url_pdf !== campos.url_pdf) await removeArchivo(original.url_pdf, PDF)
    },
    onSettled: useReload(),
  })
}

export function useUpdateLibro() {
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string } & Pick<TablesUpdate<'biblioteca_libros'>, 'disponible'>) =>
      unwrap(supabase().from(TABLE).update(change).eq('id', id).select('id').single()),
    onSettled: useReload(),
  })
}

/** Puts the books of a week into this order. */
export function useReorderLibros() {
  return useMutation({
    mutationFn: async (libros: LibroAdmin[]) => {
      for (const [orden, libro] of libros.entries()) {
        if (libro.orden === orden) continue
        await unwrap(supabase().from(TABLE).update({ orden }).eq('id', libro.id).select('id').single())
      }
    },
    onSettled: useReload(),
  })
}

/** Removes a book, and its file where it is one of ours. */
export function useDeleteLibro() {
  return useMutation({
    mutationFn: async ({ id, url_pdf }: LibroAdmin) => {
      await unwrap(supabase().from(TABLE).delete().eq('id', id).select('id').single())
      await removeArchivo(url_pdf, PDF)
    },
    onSettled: useReload(),
  })
}
