import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import type { Tables } from '../../lib/api/database.types.ts'
import { direccionOf } from '../../lib/text/direccion.ts'

export type Libro = Pick<Tables<'biblioteca_libros'>, 'id' | 'titulo' | 'autor' | 'url_pdf'>

const TABLE = 'biblioteca_libros'

/** Which week it is, by the server's calendar. */
export function useSemana() {
  return useQuery({
    queryKey: ['get_current_week'],
    queryFn: ({ signal }) => ask((db) => db.rpc('get_current_week'), { signal }),
  })
}

/** The books of a week; asked for once the week is known. */
export function useLibros(semana: number | undefined) {
  return useQuery({
    queryKey: [TABLE, semana],
    enabled: semana !== undefined,
    queryFn: async ({ signal }): Promise<Libro[]> => {
      const rows = await ask(
        (db) =>
          db
            .from(TABLE)
            .select('id, titulo, autor, url_pdf, archivo_version')
            .eq('semana', semana!)
            .eq('disponible', true)
            .order('orden')
            .order('titulo'),
        { signal },
      )
      return rows.map(({ archivo_version, url_pdf, ...row }) => ({
        ...row,
        url_pdf: direccionOf(url_pdf, archivo_version),
      }))
    },
  })
}

/**
 * Records that she downloads a book.
 *
 * @throws ServiceError when it was not recorded
 */
export async function recordDescarga(user_id: string, libro_id: string): Promise<void> {
  await ask((db) => db.from('descargas_libros').insert({ user_id, libro_id }))
}
