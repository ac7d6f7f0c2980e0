import { useMemo } from 'react'
import { ask } from '../../lib/api/ask.ts'
import { useCachedQuery } from '../../lib/offline/cachedQuery.ts'
import { useUser } from '../../lib/session/session.tsx'
import { type Fecha, type Mes, monthRange } from '../../lib/time/fechas.ts'
import { useDiaryDrafts } from './entradas.ts'

/** `borrador`: only this device has it, and she has not saved it. */
type Escrito = 'entrada' | 'borrador'

/**
 * On which days of a month she has written, without a word of it: as this device remembers it, then as the service has it, with what waits
 * here. Undefined while that is not known.
 */
export function useDiasEscritos({ year, month }: Mes): ((fecha: Fecha) => Escrito | null) | undefined {
  const { id } = useUser()
  const { registros } = useDiaryDrafts()
  const { data } = useCachedQuery<Fecha[]>({
    queryKey: ['diario_personal', id, 'dias', year, month],
    queryFn: async ({ signal }) => {
      const { first, last } = monthRange(year, month)
      const filas = await ask(
        (db) =>
          db.from('diario_personal').select('fecha').eq('user_id', id).gte('fecha', first).lte('fecha', last),
        { signal },
      )
      return filas.map(({ fecha }) => fecha)
    },
    staleTime: 0,
    retry: false,
  })
  return useMemo(() => {
    if (!data && registros.size === 0) return undefined
    return (fecha) => {
      if (data?.includes(fecha)) return 'entrada'
      const registro = registros.get(fecha)
      return registro ? (registro.state === 'draft' ? 'borrador' : 'entrada') : null
    }
  }, [data, registros])
}
