import { ask } from '../../../data/ask.ts'
import { useKeptQuery } from '../../../data/kept.ts'
import { useUser } from '../../../data/session.tsx'

type Confianza = { contacto_id: string; estado: string; vias: { confirmada: boolean }[] }

/** Ids of the contacts whom the service can tell: who said yes and left a way that was confirmed. Null while that is not known. */
export function useAlcanzables(): ReadonlySet<string> | null {
  const { id } = useUser()
  const { data } = useKeptQuery<Confianza[]>({
    queryKey: ['mis_confianzas', id],
    queryFn: async ({ signal }) =>
      (await ask((db) => db.rpc('mis_confianzas'), { signal })) as unknown as Confianza[],
    staleTime: 0,
  })
  if (!data) return null
  const reached = data.filter(
    ({ estado, vias }) => estado === 'acepto' && vias.some(({ confirmada }) => confirmada),
  )
  return new Set(reached.map(({ contacto_id }) => contacto_id))
}
