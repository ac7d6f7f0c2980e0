import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../lib/api/ask.ts'
import { queryClient } from '../../lib/api/query.ts'
import { keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import { useUser } from '../../lib/session/session.tsx'
import type { Mensaje } from './lineas.ts'

/** Until when she has read each circle that she opened on this device; sealed here, told to nobody. */
type Leidas = Record<string, string>

const COPY = 'salas leídas'
/** As many circles as one question holds, and as many messages as are counted. */
const SALAS = 20
const COUNTED = 100

/** Up to where she has read a circle in which nobody has written. */
export const NOTHING_YET = '1970-01-01T00:00:00+00:00'

const unreadKey = (userId: string) => ['mensajes_sala', 'sin leer', userId]

/** One change after the other: two circles that are left at once keep both their moments. */
let writing: Promise<unknown> = Promise.resolve()

/** She has seen a circle up to its newest message; undefined while that is not known. */
export function useReadUpTo(salaId: string, newest: string | undefined): void {
  const { id } = useUser()
  useEffect(() => {
    if (!newest) return
    writing = writing
      .then(async () => {
        const leidas = await readLeidas(id)
        if ((leidas[salaId] ?? '') >= newest) return
        await keepCopy(id, COPY, withMoment(leidas, salaId, newest))
        void queryClient.invalidateQueries({ queryKey: unreadKey(id) })
      })
      // Without storage nothing is remembered, and nothing is called new.
      .catch(() => {})
  }, [id, salaId, newest])
}

/** The moments with one more; of more circles than are asked about, those that she read last. */
export function withMoment(leidas: Leidas, salaId: string, moment: string): Leidas {
  const all = Object.entries({ ...leidas, [salaId]: moment })
  return Object.fromEntries(all.sort(([, one], [, other]) => (one < other ? 1 : -1)).slice(0, SALAS))
}

/** Up to when she has read each circle that she opened on this device. */
export const readLeidas = async (userId: string): Promise<Leidas> =>
  (await readCopy<Leidas>(userId, COPY)) ?? {}

/** The same, for a screen. */
export function useLeidas() {
  const { id } = useUser()
  return useQuery({
    queryKey: [...unreadKey(id), 'hasta'],
    queryFn: () => readLeidas(id),
    staleTime: 0,
    networkMode: 'always',
  })
}

/** Whether somebody else has written last in a circle since she read it; never of one that she has not opened here. */
export const hasNews = (
  leida: string | undefined,
  last: Pick<Mensaje, 'user_id' | 'creado_en'> | undefined,
  userId: string,
): boolean => leida !== undefined && last !== undefined && last.creado_en > leida && last.user_id !== userId

/** The first message of somebody else after the moment up to which she has read; null where there is none, or no such moment. */
export const firstUnread = (
  mensajes: readonly Mensaje[],
  leida: string | null,
  userId: string,
): string | null =>
  (leida !== null &&
    mensajes.find(({ creado_en, user_id }) => creado_en > leida && user_id !== userId)?.id) ||
  null

/** How many messages of others came to each circle that she opened here since she read it, by the circle's id; null where she has opened none. */
export function useUnread() {
  const { id } = useUser()
  return useQuery({
    queryKey: unreadKey(id),
    queryFn: async ({ signal }) => {
      const leidas = Object.entries(await readLeidas(id))
      if (leidas.length === 0) return null
      const since = leidas.map(([sala, moment]) => `and(sala_id.eq.${sala},creado_en.gt."${moment}")`)
      const rows = await ask(
        (db) =>
          db.from('mensajes_sala').select('sala_id').neq('user_id', id).or(since.join(',')).limit(COUNTED),
        { signal },
      )
      const counts = new Map<string, number>()
      for (const { sala_id } of rows) counts.set(sala_id, (counts.get(sala_id) ?? 0) + 1)
      return counts
    },
    staleTime: 0,
  })
}

/** As many as are counted at most, in words. */
export const describeUnread = (count: number): string =>
  count >= COUNTED ? `${COUNTED - 1}+ nuevos` : count === 1 ? '1 nuevo' : `${count} nuevos`
