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
 * here. `escrito` undefined while that is not known, and where it could not be had (`failed`).
 */
export function useDiasEscritos({ year, month }: Mes): {
  escrito: ((fecha: Fecha) => Escrito | null) | undefined
  failed: boolean
} {
  const { id } = useUser()
  const { registros } = useDiaryDrafts()
  const { data, isError } = useCachedQuery<Fecha[]>({
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
  const escrito = useMemo(() => {
    if (!data && registros.size === 0) return undefined
    return (fecha: Fecha): Escrito | null => {
      if (data?.includes(fecha)) return 'entrada'
      const registro = registros.get(fecha)
      return registro ? (registro.state === 'draft' ? 'borrador' : 'entrada') : null
    }
  }, [data, registros])
  return { escrito, failed: isError && !data }
}
