import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../lib/errors.ts'
import { openSupabase } from '../../lib/supabase.ts'

/** The latest published policy; null where there is none. Visitors read it too. */
export function usePolitica() {
  return useQuery({
    queryKey: ['politicas_legales', 'última'],
    queryFn: async () => {
      const supabase = await openSupabase()
      return unwrap(
        supabase
          .from('politicas_legales')
          .select('titulo, version, contenido, publicada_en')
          .order('publicada_en', { ascending: false })
          .limit(1)
          .maybeSingle(),
      )
    },
  })
}
