import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { isDuplicate } from '../../../lib/api/errors.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { takeAway } from '../../../lib/api/versionedRows.ts'
import type { Papel } from '../../../lib/cuenta/papeles.ts'
import { COLA } from '../../../lib/team/revision.ts'
import type { Clase } from '../revision/clases.ts'

/** What waits in the work of one role, by kind. */
export type Pendiente = {
  clase: Clase | 'numero' | 'sugerencia' | 'soporte'
  papel: Papel
  cuantas: number
  urgentes: number
  desde: string
}

/** What waits for her roles, urgent first, then what waits longest. */
export function useHoy() {
  return useQuery({
    queryKey: [...COLA, 'hoy'],
    queryFn: async ({ signal }) => {
      const rows = (await ask((db) => db.rpc('hoy_del_equipo'), { signal })) as Pendiente[]
      return rows.sort(
        (one, other) =>
          Number(other.urgentes > 0) - Number(one.urgentes > 0) ||
          Date.parse(one.desde) - Date.parse(other.desde),
      )
    },
  })
}

/** Hours of a weekday (1 is Monday) on which somebody is on duty; `hasta` not later than `desde` is the day after. */
export type Guardia = {
  id: string
  user_id: string
  nombre: string
  dia: number
  desde: string
  hasta: string
  mia: boolean
  /** At this moment. */
  ahora: boolean
}

const GUARDIAS = ['guardias'] as const

/** Who is on duty when, by day and hour. */
export function useGuardias() {
  return useQuery({
    queryKey: GUARDIAS,
    queryFn: ({ signal }) => ask((db) => db.rpc('guardias_de_la_semana'), { signal }) as Promise<Guardia[]>,
  })
}

/** She takes hours of every week; those that she has are no failure. @throws ServiceError `23505` where they begin as others of hers do */
export function useAddGuardia() {
  return useMutation({
    mutationFn: (guardia: Pick<Guardia, 'dia' | 'desde' | 'hasta'>) =>
      ask((db) => db.from('guardias').insert(guardia)).catch(async (failure: unknown) => {
        const all = isDuplicate(failure)
          ? ((await ask((db) => db.rpc('guardias_de_la_semana'))) as Guardia[])
          : []
        const has = all.some(
          ({ mia, dia, desde, hasta }) =>
            mia && dia === guardia.dia && desde.startsWith(guardia.desde) && hasta.startsWith(guardia.hasta),
        )
        if (!has) throw failure
      }),
    onSettled: useReload(GUARDIAS),
  })
}

/** Ends one; the administradoras anybody's. @throws ServiceError `PGRST116` where another one did, `42501` where it is not hers to end */
export function useEndGuardia() {
  return useMutation({
    mutationFn: (id: string) =>
      takeAway({
        take: () => ask((db) => db.from('guardias').delete().eq('id', id).select('id')),
        read: () => ask((db) => db.from('guardias').select('id').eq('id', id).maybeSingle()),
      }),
    onSettled: useReload(GUARDIAS),
  })
}
