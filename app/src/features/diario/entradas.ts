import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Tables } from '../../lib/database.types.ts'
import { deviceDrafts } from '../../data/device.ts'
import { toServiceError, unwrap } from '../../data/errors.ts'
import { type Fecha, type Mes, mesOf, monthRange } from '../../lib/fechas.ts'
import { within } from '../../lib/plazo.ts'
import { queryClient } from '../../data/query.ts'
import { useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'
import { createCuaderno, type Registro } from './cuaderno.ts'

export type Entrada = Pick<
  Tables<'diario_personal'>,
  'fecha' | 'tipo' | 'contenido' | 'archivo_url' | 'actualizado_en'
>

const COLUMNS = 'fecha, tipo, contenido, archivo_url, actualizado_en'
const TIME_LIMIT_MS = 10_000
/** The most rows that the service gives at once (`max_rows` of config.toml). */
const PAGE = 1000

const mesKey = (userId: string, { year, month }: Mes) => ['diario_personal', userId, year, month]

/** The entries of one month (docs/product.md#calls-of-the-app). */
export function useEntradas(mes: Mes) {
  const { id } = useUser()
  return useQuery(
    queryOptions({
      queryKey: mesKey(id, mes),
      // supabase-js itself retries where there was no answer.
      retry: false,
      queryFn: () => {
        const { first, last } = monthRange(mes.year, mes.month)
        return within(TIME_LIMIT_MS, (signal) =>
          unwrap(
            supabase()
              .from('diario_personal')
              .select(COLUMNS)
              .eq('user_id', id)
              .gte('fecha', first)
              .lte('fecha', last)
              .abortSignal(signal),
          ),
        )
      },
    }),
  )
}

async function readEntrada(userId: string, fecha: Fecha): Promise<Entrada | null> {
  return within(TIME_LIMIT_MS, (signal) =>
    unwrap(
      supabase()
        .from('diario_personal')
        .select(COLUMNS)
        .eq('user_id', userId)
        .eq('fecha', fecha)
        .abortSignal(signal)
        .maybeSingle(),
    ),
  )
}

const dayKey = (userId: string, fecha: Fecha) => ['diario_personal', userId, fecha]

/** What the service has for a day right now; for choosing between two versions. */
export function useSavedVersion(fecha: Fecha) {
  const { id } = useUser()
  return useQuery({ queryKey: dayKey(id, fecha), queryFn: () => readEntrada(id, fecha), staleTime: 0 })
}

/** What the service last said about a day since the app was opened, where its month could not be read. */
export function useLatestVersion(fecha: Fecha): Entrada | null | undefined {
  const { id } = useUser()
  return useQuery({ queryKey: dayKey(id, fecha), queryFn: () => readEntrada(id, fecha), enabled: false }).data
}

/** Puts what the service said about a day where screens look for it. */
function remember(userId: string, fecha: Fecha, entrada: Entrada | null): void {
  queryClient.setQueryData<Entrada | null>(dayKey(userId, fecha), entrada)
  const queryKey = mesKey(userId, mesOf(fecha))
  if (queryClient.getQueryData(queryKey) === undefined) void queryClient.invalidateQueries({ queryKey })
  queryClient.setQueryData<Entrada[]>(queryKey, (known) => {
    const others = known?.filter((other) => other.fecha !== fecha)
    return entrada && others ? [...others, entrada] : others
  })
}

/** Hands an entry over by the specified upsert; `basada_en` lets the database refuse what another device would lose. */
async function deliver(owner: string, fecha: Fecha, { contenido, base }: Registro): Promise<string | null> {
  try {
    const entrada = await within(TIME_LIMIT_MS, (signal) =>
      unwrap(
        supabase()
          .from('diario_personal')
          .upsert(
            {
              user_id: owner,
              fecha,
              tipo: 'texto',
              contenido: contenido.trim(),
              basada_en: base ?? '-infinity',
            },
            { onConflict: 'user_id,fecha' },
          )
          .select(COLUMNS)
          .abortSignal(signal)
          .single(),
      ),
    )
    remember(owner, fecha, entrada)
    return entrada.actualizado_en
  } catch (failure) {
    if (toServiceError(failure).code !== 'PT409') throw failure
    const known = await readEntrada(owner, fecha)
    remember(owner, fecha, known)
    // Her own text, whose answer was lost on the way: that is no other device.
    return known?.contenido === contenido.trim() ? known.actualizado_en : null
  }
}

/** What this device holds of the diary. `Cartero` opens it for whoever is signed in. */
export const cuaderno = createCuaderno({ box: deviceDrafts<Registro>('diario'), deliver })

export function useCuaderno() {
  return useSyncExternalStore(cuaderno.subscribe, cuaderno.get)
}

export function useDeleteEntrada() {
  const { id } = useUser()
  return useMutation({
    mutationFn: (fecha: Fecha) =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(
          supabase()
            .from('diario_personal')
            .delete()
            .eq('user_id', id)
            .eq('fecha', fecha)
            .abortSignal(signal),
        ),
      ),
    onSuccess: async (_, fecha) => {
      await cuaderno.discard(fecha)
      remember(id, fecha, null)
    },
  })
}

/** Every entry of hers, oldest first, page by page; with what only this device has so far in its place. */
export async function readAll(userId: string): Promise<Pick<Entrada, 'fecha' | 'contenido'>[]> {
  const todas = new Map<Fecha, string>()
  for (let from = 0; ; from += PAGE) {
    const page = await within(TIME_LIMIT_MS, (signal) =>
      unwrap(
        supabase()
          .from('diario_personal')
          .select('fecha, contenido')
          .eq('user_id', userId)
          .order('fecha', { ascending: true })
          .range(from, from + PAGE - 1)
          .abortSignal(signal),
      ),
    )
    for (const { fecha, contenido } of page) todas.set(fecha, contenido)
    if (page.length < PAGE) break
  }
  for (const [fecha, { contenido, estado }] of cuaderno.get().registros) {
    if (estado === 'por enviar') todas.set(fecha, contenido.trim())
  }
  return [...todas].map(([fecha, contenido]) => ({ fecha, contenido })).sort(byFecha)
}

const byFecha = (one: { fecha: Fecha }, other: { fecha: Fecha }) => (one.fecha < other.fecha ? -1 : 1)

/** Looks for words in her own entries; they travel in the body of the request, never in its address. */
export function useSearchEntradas() {
  return useMutation({
    mutationFn: (texto: string) =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(supabase().rpc('buscar_en_diario', { texto }).abortSignal(signal)),
      ),
  })
}

/**
 * Opens what this device holds for whoever is signed in, and delivers what waits: now, when the network returns and when
 * she comes back to the app.
 *
 * @returns ends the watch
 */
export function watchCuaderno(userId: string): () => void {
  void cuaderno.open(userId)
  const wake = () => {
    if (document.visibilityState === 'visible') cuaderno.wake()
  }
  window.addEventListener('online', cuaderno.wake)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    cuaderno.close()
    window.removeEventListener('online', cuaderno.wake)
    window.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', wake)
  }
}
