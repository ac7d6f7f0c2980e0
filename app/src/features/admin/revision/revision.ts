import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { ServiceError } from '../../../lib/api/errors.ts'
import { takeAway } from '../../../lib/api/versionedRows.ts'
import { COLA } from '../../../lib/team/revision.ts'

const PAGE = 20

export type Estado = 'pendiente' | 'publicada' | 'rechazada' | 'oculta'

/** A story as the admin reads it. Who wrote an anonymous one is not told to her either. */
export type HistoriaAdmin = {
  id: string
  titulo: string
  contenido: string
  avatar: string | null
  estado: Estado
  motivo: string | null
  recibida_el: string
  version: number
  /** Who signs it; null for an anonymous one. */
  autora: string | null
}

const COLUMNS =
  'id, titulo, contenido, avatar, estado, motivo, recibida_el, version, anonima, profiles(username)'

type Row = Omit<HistoriaAdmin, 'autora'> & { anonima: boolean; profiles: { username: string | null } | null }

const asHistoria = ({ anonima, profiles, ...historia }: Row): HistoriaAdmin => ({
  ...historia,
  autora: anonima ? null : (profiles?.username ?? null),
})

/** The stories with one decision, newest first, page by page. */
export function useDecidedHistorias(estado: Exclude<Estado, 'pendiente'>) {
  return useInfiniteQuery({
    queryKey: [...COLA, 'historias', estado],
    queryFn: async ({ pageParam, signal }) => {
      const rows = await ask(
        (db) =>
          db
            .from('historias')
            .select(COLUMNS)
            .eq('estado', estado)
            .order('publicada_en', { ascending: false, nullsFirst: false })
            .order('recibida_el', { ascending: false })
            .order('id')
            .range(pageParam, pageParam + PAGE - 1),
        { signal },
      )
      return (rows as Row[]).map(asHistoria)
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === PAGE ? pages.length * PAGE : null),
    select: ({ pages }) => pages.flat(),
  })
}

/** The code of a decision that came too late: there is nothing left to decide in what she has read. */
const YA_NO = 'PGRST116'

const COMO_ESTA: Record<Estado, string> = {
  pendiente: 'otra vez por leer',
  publicada: 'publicada',
  rechazada: 'rechazada',
  oculta: 'oculta',
}

function useReload() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: COLA })
    void client.invalidateQueries({ queryKey: ['historias'] })
    void client.invalidateQueries({ queryKey: ['usuarias'] })
  }
}

/**
 * Decides on the text, and on the state, that she has read: one that was changed since is to be read again, and one that somebody else
 * has decided on is said to be.
 */
export function useDecideHistoria() {
  return useMutation({
    mutationFn: async ({
      historia: { id, version, estado },
      next,
      motivo,
    }: {
      historia: Pick<HistoriaAdmin, 'id' | 'version' | 'estado'>
      next: Estado
      motivo: string | null
    }) => {
      const rows = await ask((db) =>
        db
          .from('historias')
          .update({ estado: next, motivo })
          .eq('id', id)
          .eq('version', version)
          .eq('estado', estado)
          .select('id'),
      )
      if (rows.length > 0) return
      const now = await ask((db) =>
        db.from('historias').select('estado, version, motivo').eq('id', id).maybeSingle(),
      )
      // Its answer got lost: it is as she decided, in her words.
      if (now && now.version === version && now.estado === next && now.motivo === motivo) return
      const decided = now && now.version === version && now.estado !== estado
      throw new ServiceError(
        decided
          ? `Ya se decidió en otra pestaña o dispositivo: la historia está ${COMO_ESTA[now.estado as Estado]}.`
          : 'Su autora la cambió o la retiró. Léela otra vez.',
        YA_NO,
        406,
      )
    },
    onSettled: useReload(),
  })
}

export type Suspension = { id: string; motivo: string; hasta: string; nombre: string | null }

/** Who may not write now, and why. */
export function useSuspensiones() {
  return useQuery({
    queryKey: [...COLA, 'suspensiones'],
    queryFn: async ({ signal }): Promise<Suspension[]> => {
      const rows = await ask(
        (db) =>
          db
            .from('suspensiones')
            .select('id, motivo, hasta, profiles(username)')
            .gt('hasta', new Date().toISOString())
            .neq('alcance', 'falta')
            .order('hasta')
            .order('id')
            .limit(100),
        { signal },
      )
      return rows.map(({ profiles, ...row }) => ({ ...row, nombre: profiles?.username ?? null }))
    },
  })
}

/** Where she answered who decided reads no further; an expulsion is the administradoras'. */
const DE_OTRA = 'Esta decisión la levanta otra persona del equipo.'

/** Lets her write again. @throws ServiceError `PT409` where another one decides on it, `PGRST116` where it is lifted already */
export function useLiftSuspension() {
  return useMutation({
    mutationFn: (id: string) =>
      takeAway({
        take: () => ask((db) => db.from('suspensiones').delete().eq('id', id).select('id')),
        read: () => ask((db) => db.from('suspensiones').select('id').eq('id', id).maybeSingle()),
        why: () => DE_OTRA,
      }),
    onSettled: useReload(),
  })
}
