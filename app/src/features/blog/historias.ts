import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { ask } from '../../lib/api/ask.ts'
import { isDuplicate, isPassing, ServiceError } from '../../lib/api/errors.ts'
import { watchRows } from '../../lib/api/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { saveForm, type Versioned } from '../../lib/api/versionedRows.ts'
import { forgetSent } from '../../lib/offline/drafts.ts'
import { queue } from '../../lib/offline/outbox.ts'
import { useUser } from '../../lib/session/session.tsx'

const TABLE = 'historias'
const PAGE = 10

/** A published story as every member reads it. */
export type Historia = {
  id: string
  titulo: string
  contenido: string
  avatar: string | null
  publicada_en: string
  /** Who signed it; null for an anonymous one, for every reader. */
  autora: string | null
  es_mia: boolean
}

/** A story of her own, wherever it stands. */
export type MiHistoria = {
  id: string
  titulo: string
  contenido: string
  anonima: boolean
  estado: 'pendiente' | 'publicada' | 'rechazada' | 'oculta'
  motivo: string | null
  /** Grows with every change of the text. */
  version: number
}

/** What she writes. The id is the device's: a story that is sent twice is stored once. */
export type Borrador = { id: string; avatar: string; titulo: string; contenido: string; anonima: boolean }

type Cursor = Pick<Historia, 'id' | 'publicada_en'>

async function fetchPublicadas(after: Cursor | null, signal: AbortSignal) {
  const rows = await ask(
    (db) => {
      let query = db
        .from(TABLE)
        .select('id, titulo, contenido, avatar, publicada_en, es_mia, anonima, profiles(username)')
        .eq('estado', 'publicada')
      // Pages by the last story shown, not by offset: stories published meanwhile do not shift the pages.
      if (after) {
        const { id, publicada_en } = after
        query = query.or(
          `publicada_en.lt."${publicada_en}",and(publicada_en.eq."${publicada_en}",id.gt.${id})`,
        )
      }
      return query
        .order('publicada_en', { ascending: false })
        .order('id')
        .limit(PAGE + 1)
    },
    { signal },
  )
  const historias = rows
    .slice(0, PAGE)
    .map(
      ({ anonima, profiles, ...historia }) =>
        ({ ...historia, autora: anonima ? null : (profiles?.username ?? null) }) as Historia,
    )
  return { historias, next: rows.length > PAGE ? historias[PAGE - 1]! : null }
}

/** What was published, newest first, page by page. */
export function useHistorias() {
  return useInfiniteQuery({
    queryKey: [TABLE, 'publicadas'],
    queryFn: ({ pageParam, signal }) => fetchPublicadas(pageParam, signal),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ historias }) => historias),
  })
}

/** Her own, newest first, with what became of each; asks again as soon as one was decided on. */
export function useOwnHistorias() {
  const { id } = useUser()
  const client = useQueryClient()
  useEffect(
    () =>
      watchRows('historias', [{ table: 'senales', filter: `user_id=eq.${id}` }], () => {
        void client.invalidateQueries({ queryKey: [TABLE] })
      }),
    [id, client],
  )
  return useQuery({
    queryKey: [TABLE, 'mías', id],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from(TABLE)
            .select('id, titulo, contenido, anonima, estado, motivo, version')
            .eq('es_mia', true)
            .order('enviada_en', { ascending: false }),
        { signal },
      ) as Promise<MiHistoria[]>,
  })
}

function useReload() {
  const client = useQueryClient()
  // Not retried: without a network she is told at once that it was not sent.
  return () => void client.invalidateQueries({ queryKey: [TABLE] })
}

type Texto = Pick<Borrador, 'id' | 'titulo' | 'contenido' | 'anonima'>

/** A text of her own in place of the one before; it waits to be read again. */
const updateHistoria = ({ id, titulo, contenido, anonima }: Texto, version?: number) =>
  ask((db) => {
    const text = db
      .from(TABLE)
      .update({ titulo: titulo.trim(), contenido: contenido.trim(), anonima, estado: 'pendiente' })
      .eq('id', id)
      .eq('es_mia', true)
    return (version === undefined ? text : text.eq('version', version)).select('id')
  })

/**
 * Writes what she changed of a story, where it still says what she began with.
 *
 * @param version which of it she has seen
 * @throws StaleForm where another device has changed or withdrawn it since
 */
export function changeHistoria(story: Texto, version: number): Promise<void> {
  return saveForm<Versioned & Texto>(
    { id: story.id, base: { ...story, version } },
    {
      add: () => Promise.reject(new Error('a story that is changed is there')),
      says: ({ titulo, contenido, anonima }) =>
        titulo === story.titulo.trim() && contenido === story.contenido.trim() && anonima === story.anonima,
      change: (base) => updateHistoria(story, base.version),
      read: (id) =>
        ask((db) =>
          db
            .from(TABLE)
            .select('id, titulo, contenido, anonima, version')
            .eq('id', id)
            .eq('es_mia', true)
            .maybeSingle(),
        ) as Promise<(Versioned & Texto) | null>,
    },
  )
}

/** Under which name the device keeps the draft of a new one. */
export const NUEVA = 'historia'

/** Taken back since they were last sent: one that is under way at that moment is not to stay. */
const retiradas = new Set<string>()

/**
 * Stories on their way. She waits for the answer with her draft before her, so one that failed is not tried again behind her back;
 * only where the page went away meanwhile the next one brings it to its end, unless she changes or discards it before (`takeBack`).
 */
const enviadas = queue.lane<Borrador>('historias', {
  until: () => 'signedOut',
  failed: (failure, _, { awaited }) => (!awaited && isPassing(failure) ? 'again' : 'over'),
  async deliver({ owner, body }) {
    const { id, avatar, titulo, contenido, anonima } = body
    const row = { id, avatar, titulo: titulo.trim(), contenido: contenido.trim(), anonima }
    try {
      await ask((db) => db.from(TABLE).insert(row))
      if (retiradas.has(id)) await deleteHistoria(id)
    } catch (failure) {
      if (!isDuplicate(failure)) throw failure
      // It had arrived and only the answer was lost: it becomes what she has written since.
      if (!retiradas.has(id)) found(await updateHistoria({ id, titulo, contenido, anonima }))
    }
    if (!retiradas.has(id)) void forgetSent(owner, NUEVA, body)
    void queryClient.invalidateQueries({ queryKey: [TABLE] })
  },
})

/** Sends a story. @throws whatever it failed with; it is then a draft again */
export async function sendHistoria(owner: string, body: Borrador): Promise<void> {
  retiradas.delete(body.id)
  await enviadas.send({ id: body.id, owner, at: Date.now(), state: 'ready', body })
}

/** Takes a story that an earlier page left out of the queue. One whose answer this page waits for stays in it. */
export function takeBack(owner: string, id: string): void {
  if (!id || enviadas.isAwaited(owner, id)) return
  // What an earlier page left may not have been read yet.
  if (enviadas.get().whole && !enviadas.of(owner).has(id)) return
  retiradas.add(id)
  void enviadas.remove(owner, id)
}

/** Whether a story is on its way: she waits for it (`esperada`), or an earlier page left it (`dejada`). */
export function envioOf(owner: string, id: string): 'esperada' | 'dejada' | null {
  if (!enviadas.of(owner).has(id)) return null
  return enviadas.isAwaited(owner, id) ? 'esperada' : 'dejada'
}

/** {@link envioOf}, for a screen. */
export function useEnvio(id: string) {
  const { id: owner } = useUser()
  const envio = useSyncExternalStore(enviadas.subscribe, () => envioOf(owner, id))
  return { envio, takeBack: () => takeBack(owner, id) }
}

/** Sends a story to be read. */
export function useSendHistoria() {
  const { id: owner } = useUser()
  return useMutation({
    mutationFn: (body: Borrador) => sendHistoria(owner, body),
    onSettled: useReload(),
  })
}

/** Sends a changed story again. */
export function useChangeHistoria() {
  return useMutation({
    mutationFn: ({ version, ...story }: Texto & { version: number }) => changeHistoria(story, version),
    onSettled: useReload(),
  })
}

/** Takes a story of hers back, whatever its state. */
export function useWithdrawHistoria() {
  const { id: owner } = useUser()
  return useMutation({
    mutationFn: async (id: string) => {
      // An earlier page may have left it in the queue, which would send it again after its deletion.
      takeBack(owner, id)
      found(await deleteHistoria(id))
    },
    onSettled: useReload(),
  })
}

const deleteHistoria = (id: string) => ask((db) => db.from(TABLE).delete().eq('id', id).select('id'))

function found(rows: unknown[]): void {
  if (rows.length === 0) throw new ServiceError('Esa historia ya no está.', 'PGRST116', 406)
}
