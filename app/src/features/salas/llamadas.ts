import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'

/** Who waits alone in a call should not wait longer than this to be seen; nobody outside hears who enters, so it is asked. */
const LOOK_MS = 10_000
/** As many as fit into one (`entrar_llamada`). */
const LLENA = 4

/** How many are in the call of a circle, 0 where nobody is; by the id of the circle. */
export function useLlamadas(): (salaId: string) => number {
  const { data } = useQuery({
    queryKey: ['llamadas_en_curso'],
    queryFn: ({ signal }) => ask((db) => db.rpc('llamadas_en_curso'), { signal }),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  })
  return (salaId) => data?.find(({ sala_id }) => sala_id === salaId)?.dentro ?? 0
}

/** «1 en la llamada · Entrar»; null where nobody is in it. */
export function textOfLlamada(dentro: number): string | null {
  if (dentro === 0) return null
  return `${dentro} en la llamada · ${dentro < LLENA ? 'Entrar' : 'Llena'}`
}
