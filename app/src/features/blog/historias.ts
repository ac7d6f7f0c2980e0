import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ServiceError, unwrap } from '../../data/errors.ts'
import { openChannel } from '../../lib/liveChannel.ts'
import { within } from '../../lib/plazo.ts'
import { useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'
import { uuid } from '../../lib/uuid.ts'

const TABLE = 'historias'
const TIME_LIMIT_MS = 15_000
const PAGE = 10

/** A published story as every member reads it. */
export type Historia = {
  id: string
  titulo: string
  contenido: string
  avatar: string | null
  publicada_en: string
  /** Who signed it; null for an anonymous one, whoever asks. */
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
}

/** What she writes. The id is the device's: a story that is sent twice is stored once. */
export type Borrador = { id: string; avatar: string; titulo: string; contenido: string; anonima: boolean }

type Cursor = Pick<Historia, 'id' | 'publicada_en'>

async function fetchPublicadas(after: Cursor | null, signal: AbortSignal) {
  let query = supabase()
    .from(TABLE)
    .select('id, titulo, contenido, avatar, publicada_en, es_mia, anonima, profiles(username)')
    .eq('estado', 'publicada')
  // Pages by the last story shown, not by offset: stories published meanwhile do not shift the pages.
  if (after) {
    const { id, publicada_en } = after
    query = query.or(`publicada_en.lt."${publicada_en}",and(publicada_en.eq."${publicada_en}",id.gt.${id})`)
  }
  const rows = await unwrap(
    query
      .order('publicada_en', { ascending: false })
      .order('id')
      .limit(PAGE + 1)
      .abortSignal(signal),
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
    queryFn: ({ pageParam }) => within(TIME_LIMIT_MS, (signal) => fetchPublicadas(pageParam, signal)),
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
      openChannel(`historias:${uuid()}`, { config: { private: true } }, (channel) => {
        channel
          .on(
            'postgres_changes',
            { event: '*', schema: 'public', table: 'senales', filter: `user_id=eq.${id}` },
            () => void client.invalidateQueries({ queryKey: [TABLE] }),
          )
          .subscribe()
      }),
    [id, client],
  )
  return useQuery({
    queryKey: [TABLE, 'mías', id],
    queryFn: () =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(
          supabase()
            .from(TABLE)
            .select('id, titulo, contenido, anonima, estado, motivo')
            .eq('es_mia', true)
            .order('enviada_en', { ascending: false })
            .abortSignal(signal),
        ),
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
async function updateHistoria({ id, titulo, contenido, anonima }: Texto, signal: AbortSignal): Promise<void> {
  found(
    await unwrap(
      supabase()
        .from(TABLE)
        .update({ titulo: titulo.trim(), contenido: contenido.trim(), anonima, estado: 'pendiente' })
        .eq('id', id)
        .eq('es_mia', true)
        .select('id')
        .abortSignal(signal),
    ),
  )
}

/** Sends a story to be read. One that had arrived without her hearing of it is brought up to what she wrote since. */
export function useSendHistoria() {
  return useMutation({
    mutationFn: ({ id, avatar, titulo, contenido, anonima }: Borrador) =>
      within(TIME_LIMIT_MS, async (signal) => {
        try {
          await unwrap(
            supabase()
              .from(TABLE)
              .insert({ id, avatar, titulo: titulo.trim(), contenido: contenido.trim(), anonima })
              .abortSignal(signal),
          )
        } catch (failure) {
          if (!(failure instanceof ServiceError) || failure.code !== '23505') throw failure
          await updateHistoria({ id, titulo, contenido, anonima }, signal)
        }
      }),
    onSettled: useReload(),
  })
}

/** Sends a changed story again. */
export function useUpdateHistoria() {
  return useMutation({
    mutationFn: (texto: Texto) => within(TIME_LIMIT_MS, (signal) => updateHistoria(texto, signal)),
    onSettled: useReload(),
  })
}

/** Takes a story of hers back, whatever its state. */
export function useWithdrawHistoria() {
  return useMutation({
    mutationFn: async (id: string) =>
      found(
        await within(TIME_LIMIT_MS, (signal) =>
          unwrap(supabase().from(TABLE).delete().eq('id', id).select('id').abortSignal(signal)),
        ),
      ),
    onSettled: useReload(),
  })
}

function found(rows: unknown[]): void {
  if (rows.length === 0) throw new ServiceError('Esa historia ya no está.', 'PGRST116', 406)
}
