import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables, TablesInsert } from '../../../lib/api/database.types.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { PDF, removeArchivo } from '../../../lib/api/upload.ts'
import { changeRow, deleteRow, saveRow } from '../../../lib/api/versionedRows.ts'

export type LibroAdmin = Tables<'biblioteca_libros'>
export type CamposLibro = Required<
  Pick<
    TablesInsert<'biblioteca_libros'>,
    'titulo' | 'autor' | 'url_pdf' | 'semana' | 'disponible' | 'publica_en'
  >
>

const TABLE = 'biblioteca_libros'

/** Every book of every week, in the order in which members see them. */
export function useLibrosAdmin() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: ({ signal }) =>
      ask((db) => db.from(TABLE).select('*').order('semana').order('orden').order('titulo'), { signal }),
  })
}

export function useSemanaActual() {
  return useQuery({
    queryKey: ['get_current_week'],
    queryFn: ({ signal }) => ask((db) => db.rpc('get_current_week'), { signal }),
  })
}

/**
 * Adds a book, or changes the one that the form was filled in from; a file that it no longer has is taken away.
 *
 * @throws StaleForm where that one has changed or is gone
 */
export function useSaveLibro() {
  return useMutation({
    mutationFn: async ({
      id,
      base,
      campos,
    }: {
      id: string
      base: LibroAdmin | null
      campos: CamposLibro
    }) => {
      await saveRow(TABLE, { id, base }, campos, { orden: 100 })
      if (base && base.url_pdf !== campos.url_pdf) await removeArchivo(base.url_pdf, PDF)
    },
    onSettled: useReload([TABLE]),
  })
}

/** Shows or hides a book as she has read it. @throws ServiceError as {@link changeRow} */
export function useShowLibro() {
  return useMutation({
    mutationFn: ({ libro, disponible }: { libro: LibroAdmin; disponible: boolean }) =>
      changeRow(TABLE, libro, { disponible }),
    onSettled: useReload([TABLE]),
  })
}

/** Puts the books of a week into this order. */
export function useReorderLibros() {
  return useMutation({
    mutationFn: async (libros: LibroAdmin[]) => {
      for (const [orden, libro] of libros.entries()) {
        if (libro.orden === orden) continue
        await ask((db) => db.from(TABLE).update({ orden }).eq('id', libro.id).select('id').single())
      }
    },
    onSettled: useReload([TABLE]),
  })
}

/** Removes a book as she has read it, and its file where it is one of ours. @throws ServiceError as {@link deleteRow} */
export function useDeleteLibro() {
  return useMutation({
    mutationFn: async (libro: LibroAdmin) => {
      await deleteRow(TABLE, libro)
      await removeArchivo(libro.url_pdf, PDF)
    },
    onSettled: useReload([TABLE]),
  })
}
