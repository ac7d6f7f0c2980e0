import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { ask } from '../../lib/api/ask.ts'
import { isDuplicate, isPassing, toServiceError } from '../../lib/api/errors.ts'
import { watchRows } from '../../lib/api/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { thenReload, useReload } from '../../lib/api/reload.ts'
import { type Hilo, hiloKey } from '../../lib/member/soporte.ts'
import { forgetSent, useBorrador } from '../../lib/offline/drafts.ts'
import { queue } from '../../lib/offline/outbox.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import { useUser } from '../../lib/session/session.tsx'

/** One message, hers or the team's. */
export type MensajeSoporte = {
  id: string
  del_equipo: boolean
  texto: string
  codigo: string | null
  creado_en: string
}

/** What she writes: her words, and the code of what failed, if something did. */
export type Escrito = { texto: string; codigo: string }

/** Her draft. Once it was sent it has the id of that message, until she changes a word of it. */
type Borrador = Escrito & { id?: string }

const VACIO: Borrador = { texto: '', codigo: '' }

const mensajesKey = (userId: string) => [...hiloKey(userId), 'mensajes']
/** As many as are shown: of ninety days. */
const SHOWN = 200

/** What she and the team wrote, oldest first; asks again as soon as somebody has answered. */
export function useMensajes() {
  const { id } = useUser()
  const client = useQueryClient()
  useEffect(
    () =>
      watchRows('historias', [{ table: 'senales', filter: `user_id=eq.${id}` }], () => {
        void client.invalidateQueries({ queryKey: hiloKey(id) })
      }),
    [id, client],
  )
  return useQuery({
    queryKey: mensajesKey(id),
    queryFn: async ({ signal }) => {
      const rows = await ask(
        (db) =>
          db
            .from('mensajes_soporte')
            .select('id, del_equipo, texto, codigo, creado_en')
            .eq('user_id', id)
            .order('creado_en', { ascending: false })
            .order('id', { ascending: false })
            .limit(SHOWN),
        { signal },
      )
      return (rows as MensajeSoporte[]).reverse()
    },
  })
}

/**
 * What she sent and has not arrived. Without a network it goes by itself once there is one: an hour later it is as good. What the service
 * refuses while she waits stays her draft; later, it is held until she says what becomes of it.
 */
const enviados = queue.lane<Escrito>('soporte', {
  until: () => 'delivered',
  turn: ({ owner }) => owner,
  inOrder: true,
  failed(failure, _, { awaited, durable }) {
    if (!awaited) return isPassing(failure) ? 'again' : 'held'
    const { isOffline, code } = toServiceError(failure)
    return (isOffline || code === 'request_timeout') && durable ? 'again' : 'over'
  },
  async deliver({ owner, id, body: { texto, codigo } }) {
    const row = { id, user_id: owner, texto: texto.trim(), codigo: codigo || null }
    try {
      await ask((db) => db.from('mensajes_soporte').insert(row))
    } catch (failure) {
      if (!isDuplicate(failure)) throw failure
    }
    // The page in which she pressed may have gone before the answer.
    void forgetSent(owner, 'soporte', { texto, codigo, id })
    void queryClient.invalidateQueries({ queryKey: hiloKey(owner) })
  },
})

/** What she sent and is still on this device, oldest first. */
export function useEnviados() {
  const { id: owner } = useUser()
  useEffect(() => void enviados.open(owner), [owner])
  const mine = useSyncExternalStore(enviados.subscribe, () => enviados.of(owner))
  return [...mine.values()].sort((a, b) => a.at - b.at)
}

/** Has one that the service refused go again. */
export const resendEnviado = (entry: Entry<Escrito>) => void enviados.put({ ...entry, state: 'ready' })

/** Gives one up that the service refused. */
export const discardEnviado = ({ owner, id }: Entry<Escrito>) => void enviados.remove(owner, id)

/**
 * What she is writing, and how it is kept and forgotten. What an earlier page sent without hearing of the answer is no draft any more: it
 * stands in the thread, on its way.
 */
export function useEscrito() {
  const { id: owner } = useUser()
  const [draft, keep, forget] = useBorrador('soporte', VACIO)
  const left = useSyncExternalStore(enviados.subscribe, () => isLeft(owner, draft.id))
  useEffect(() => {
    if (left) void forgetSent(owner, 'soporte', draft)
  }, [left, owner, draft])
  return [draft, keep, forget] as const
}

/** Whether a message is on its way and no press of this page waits for its answer. */
export const isLeft = (owner: string, id?: string) =>
  id !== undefined && enviados.of(owner).has(id) && !enviados.isAwaited(owner, id)

/** Sends a message, the same one under the same id. @returns, and throws, what {@link useWriteToEquipo} does */
export async function writeToEquipo(
  owner: string,
  { id, ...body }: Required<Borrador>,
): Promise<'sent' | 'waiting'> {
  try {
    await enviados.send({ id, owner, at: Date.now(), state: 'ready', body })
    return 'sent'
  } catch (failure) {
    if (enviados.of(owner).has(id)) return 'waiting'
    throw failure
  }
}

/** Sends a message. @returns whether the service has it; else this device hands it over once it can. @throws ServiceError when it was refused */
export function useWriteToEquipo() {
  const { id: owner } = useUser()
  return useMutation({ mutationFn: (escrito: Required<Borrador>) => writeToEquipo(owner, escrito) })
}

/** Changes what is hers of the thread: that she has read the answer, whether she wants a notice of the next one. */
export function useChangeHilo() {
  const { id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Pick<Hilo, 'nuevo' | 'avisar'>>) =>
      ask((db) => db.from('hilos_soporte').update(change).eq('user_id', id)),
    onSuccess: (_, change) =>
      client.setQueryData<Hilo | null>(hiloKey(id), (hilo) => hilo && { ...hilo, ...change }),
    onSettled: thenReload(() => client.invalidateQueries({ queryKey: hiloKey(id), exact: true })),
  })
}

/** Deletes all of it, the answers too. */
export function useDeleteHilo() {
  const { id } = useUser()
  return useMutation({
    mutationFn: () => ask((db) => db.from('hilos_soporte').delete().eq('user_id', id)),
    onSettled: useReload(hiloKey(id)),
  })
}
