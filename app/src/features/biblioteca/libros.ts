import { useQuery } from '@tanstack/react-query'
import type { Tables } from '../../lib/database.types.ts'
import { unwrap } from '../../data/errors.ts'
import { supabase } from '../../data/client.ts'

export type Libro = Pick<Tables<'biblioteca_libros'>, 'id' | 'titulo' | 'autor' | 'url_pdf'>

const TABLE = 'biblioteca_libros'

/** Which week it is, by the server's calendar. */
export function useSemana() {
  return useQuery({
    queryKey: ['get_current_week'],
    queryFn: () => unwrap(supabase().rpc('get_current_week')),
  })
}

/** The books of a week; asked for once the week is known. */
export function useLibros(semana: number | undefined) {
  return useQuery({
    queryKey: [TABLE, semana],
    enabled: semana !== undefined,
    queryFn: (): Promise<Libro[]> =>
      unwrap(
        supabase()
          .from(TABLE)
          .select('id, titulo, autor, url_pdf')
          .eq('semana', semana!)
          .eq('disponible', true)
          .order('orden')
          .order('titulo'),
      ),
  })
}

/**
 * Records that she downloads a book.
 *
 * @throws ServiceError when it was not recorded
 */
export async function recordDescarga(user_id: string, libro_id: string): Promise<void> {
  await unwrap(supabase().from('descargas_libros').insert({ user_id, libro_id }))
}
