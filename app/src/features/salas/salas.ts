import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import type { Tables } from '../../lib/api/database.types.ts'
import { useCachedQuery } from '../../lib/offline/cachedQuery.ts'

export type Sala = Tables<'salas_comunidad'>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The circles, newest first; without a network as the device remembers them. */
export function useSalas() {
  return useCachedQuery({
    queryKey: ['salas_comunidad'],
    queryFn: ({ signal }) =>
      ask((db) => db.from('salas_comunidad').select('*').order('created_at', { ascending: false }), {
        signal,
      }),
  })
}

/** What was last said in each circle, by the circle's id: by whom, and when. */
export function useUltimos() {
  return useQuery({
    queryKey: ['salas_comunidad', 'últimos mensajes'],
    queryFn: async ({ signal }) => {
      const salas = await ask(
        (db) =>
          db
            .from('salas_comunidad')
            .select('id, mensajes_sala(user_id, contenido, creado_en, profiles(username))')
            .order('creado_en', { referencedTable: 'mensajes_sala', ascending: false })
            .limit(1, { referencedTable: 'mensajes_sala' }),
        { signal },
      )
      return new Map(salas.flatMap(({ id, mensajes_sala: [last] }) => (last ? [[id, last] as const] : [])))
    },
    staleTime: 0,
  })
}

/** What was last said in a circle. */
export type Ultimo = {
  user_id: string | null
  contenido: string
  creado_en: string
  profiles: { username: string | null } | null
}

/** A circle in which nobody has written for so long is a quiet one. */
const QUIET_MS = 30 * 86_400_000

type Activity = {
  /** Undefined where they could not be had: then no circle is called quiet. */
  ultimos: ReadonlyMap<string, Ultimo> | undefined
  now: number
  inLlamada: (id: string) => boolean
}

/** Those in which somebody wrote lately, the last one first, then those with a call; and the quiet ones. Where all are quiet, none is. */
export function splitByActivity(salas: readonly Sala[], { ultimos, now, inLlamada }: Activity) {
  const last = ({ id }: Sala) => ultimos?.get(id)?.creado_en ?? ''
  const recent = salas.filter((sala) => Date.parse(last(sala)) > now - QUIET_MS)
  const activas = [
    ...recent.sort((one, other) => (last(one) < last(other) ? 1 : -1)),
    ...salas.filter((sala) => !recent.includes(sala) && inLlamada(sala.id)),
  ]
  if (activas.length === 0 || !ultimos) return { activas: [...salas], quietas: [] }
  return { activas, quietas: salas.filter((sala) => !activas.includes(sala)) }
}

/** One circle with its open call, without a network as the device remembers it; null where there is none of this id that she may see. */
export function useSala(id: string) {
  return useCachedQuery({
    queryKey: ['salas_comunidad', id],
    queryFn: () =>
      UUID.test(id)
        ? ask((db) => db.from('salas_comunidad').select('*, Salas(room_url)').eq('id', id).maybeSingle())
        : null,
  })
}
