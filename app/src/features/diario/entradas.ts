import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ask, askAll } from '../../lib/api/ask.ts'
import type { Tables } from '../../lib/api/database.types.ts'
import { toServiceError } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { SILENCE_MS } from '../../lib/api/stalledTransfer.ts'
import { openText, sealText } from '../../lib/cofre/cofre.ts'
import { dropDay, forgetArchivos } from '../../lib/cofre/porEnviar.ts'
import { queue } from '../../lib/offline/outbox.ts'
import { useUser } from '../../lib/session/session.tsx'
import { storable } from '../../lib/text/storable.ts'
import { type Fecha, type Mes, mesOf, monthRange } from '../../lib/time/fechas.ts'
import { useStore } from '../../lib/useStore.ts'
import { createDiaryDrafts, type Pagina } from './diaryDrafts.ts'
import { keepDia, keepMes, readMes } from './meses.ts'
import { buscar } from './texto.ts'

type Fila = Pick<Tables<'diario_personal'>, 'fecha' | 'tipo' | 'contenido' | 'archivo_url' | 'actualizado_en'>

export type Entrada = Fila & {
  /** Why its words, which are then empty, cannot be read here: this device has no key of her vault, or they are damaged. */
  ilegible: 'cerrada' | 'rota' | null
  /** Whether it came as an envelope that only she can have written. */
  sellada: boolean
}

export const TABLA = 'diario_personal'
const COLUMNS = 'fecha, tipo, contenido, archivo_url, actualizado_en'

const mesKey = (userId: string, { year, month }: Mes) => ['diario_personal', userId, year, month]

/** Where the words of a day are sealed for. */
export const lugarOf = (owner: string, fecha: Fecha) => ({ tabla: TABLA, owner, fila: fecha })

async function read<Row extends Pick<Fila, 'fecha' | 'contenido'>>(owner: string, fila: Row) {
  const abierta = await openText(lugarOf(owner, fila.fecha), fila.contenido)
  return typeof abierta === 'string'
    ? { ...fila, contenido: '', ilegible: abierta, sellada: true }
    : { ...fila, contenido: abierta.texto, ilegible: null, sellada: abierta.sellada }
}

/**
 * The entries of one month (docs/product.md#calls-of-the-app): as this device keeps it, then as the service has it. With `error` and `data`
 * together, the data is what the device keeps.
 */
export function useEntradas(mes: Mes) {
  const { id } = useUser()
  return useQuery(
    queryOptions({
      queryKey: mesKey(id, mes),
      // supabase-js itself retries where there was no answer.
      retry: false,
      queryFn: async ({ signal }): Promise<Entrada[]> => {
        const { first, last } = monthRange(mes.year, mes.month)
        const kept = showKept(id, mes)
        const filas = await ask(
          (db) =>
            db
              .from('diario_personal')
              .select(COLUMNS)
              .eq('user_id', id)
              .gte('fecha', first)
              .lte('fecha', last),
          { signal },
        ).catch(async (failure: unknown) => {
          // What is here is shown before it is said that nothing newer is.
          await kept
          throw failure
        })
        void keepMes(id, mes, filas)
        return Promise.all(filas.map((fila) => read(id, fila)))
      },
    }),
  )
}

/** Puts a month that the device keeps where screens look for it, unless the service was faster. */
async function showKept(owner: string, mes: Mes): Promise<void> {
  const queryKey = mesKey(owner, mes)
  const isKnown = () => queryClient.getQueryData(queryKey) !== undefined
  if (isKnown()) return
  const filas = await readMes<Fila>(owner, mes)
  const entradas = filas && (await Promise.all(filas.map((fila) => read(owner, fila))))
  // However young it is, it is asked for anew wherever it is shown.
  if (entradas && !isKnown()) queryClient.setQueryData(queryKey, entradas, { updatedAt: 1 })
}

async function readEntrada(userId: string, fecha: Fecha): Promise<Entrada | null> {
  const fila = await ask((db) =>
    db.from('diario_personal').select(COLUMNS).eq('user_id', userId).eq('fecha', fecha).maybeSingle(),
  )
  void keepDia(userId, fecha, fila)
  return fila && read(userId, fila)
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
  queryClient.setQueryData<Palabras[]>(todoKey(userId), (known) => {
    const others = known?.filter((other) => other.fecha !== fecha)
    return entrada && others ? [...others, entrada] : others
  })
}

/**
 * Hands an entry over by the specified upsert, sealed where she has a vault; `basada_en` lets the database refuse what another device would
 * lose.
 */
async function deliver(owner: string, fecha: Fecha, pagina: Pagina): Promise<string | null> {
  const texto = storable(pagina.contenido.trim())
  const contenido = await sealText(lugarOf(owner, fecha), texto)
  try {
    const fila = await ask((db) =>
      db
        .from('diario_personal')
        .upsert(
          {
            user_id: owner,
            fecha,
            tipo: 'texto',
            contenido,
            basada_en: pagina.base ?? '-infinity',
          },
          { onConflict: 'user_id,fecha' },
        )
        .select(COLUMNS)
        .single(),
    )
    void keepDia(owner, fecha, fila)
    remember(owner, fecha, { ...fila, contenido: texto, ilegible: null, sellada: contenido !== texto })
    return fila.actualizado_en
  } catch (failure) {
    if (toServiceError(failure).code !== 'PT409') throw failure
    const known = await readEntrada(owner, fecha)
    remember(owner, fecha, known)
    // Her own text, whose answer was lost on the way: that is no other device.
    return known?.contenido === texto ? known.actualizado_en : null
  }
}

/** What this device holds of the diary; {@link Cartero} has it at hand on every screen. */
export const diaryDrafts = createDiaryDrafts({
  lane: (options) => queue.lane('diario', options),
  deliver,
})

/** What this device has of her diary: drafts, and what is on its way. Entries that have arrived are the query's. */
export function useDiaryDrafts() {
  return useStore(diaryDrafts)
}

export function useDeleteEntrada() {
  const { id } = useUser()
  return useMutation({
    mutationFn: (fecha: Fecha) =>
      ask((db) => db.from('diario_personal').delete().eq('user_id', id).eq('fecha', fecha)),
    onSuccess: async (_, fecha) => {
      await diaryDrafts.discard(fecha)
      await keepDia(id, fecha, null)
      await dropDay(id, fecha)
      remember(id, fecha, null)
      void forgetArchivos(id)
    },
  })
}

/** Few enough that each answer comes in time, on the slowest line too. */
const POR_VEZ = 100

/** What is searched and taken along of a day. */
export type Palabras = Pick<Entrada, 'fecha' | 'contenido' | 'ilegible'> & {
  /** Which version of it; undefined of what only this device has. */
  actualizado_en?: string
}

const todoKey = (userId: string) => ['diario_personal', userId, 'todo']

/** For so long a search looks at what was read for the one before. */
const SEARCHED_MS = 10 * 60_000

/**
 * Every entry of hers, oldest first, page by page; with what only this device has so far in its place.
 *
 * @param signal stops it
 */
export async function readAll(userId: string, signal: AbortSignal): Promise<Palabras[]> {
  return withReady(await readSaved(userId, signal))
}

/** The same, as the service has it. */
export async function readSaved(owner: string, signal: AbortSignal): Promise<Palabras[]> {
  const filas = await askAll(
    (db, from, to) =>
      db
        .from('diario_personal')
        .select('fecha, contenido, actualizado_en')
        .eq('user_id', owner)
        .order('fecha', { ascending: true })
        .range(from, to),
    { signal, within: SILENCE_MS, page: POR_VEZ },
  )
  return Promise.all(filas.map((fila) => read(owner, fila)))
}

function withReady(saved: readonly Palabras[]): Palabras[] {
  const todas = new Map(saved.map((entrada) => [entrada.fecha, entrada]))
  for (const [fecha, { contenido, state }] of diaryDrafts.get().registros) {
    if (state === 'ready') todas.set(fecha, { fecha, contenido: contenido.trim(), ilegible: null })
  }
  return [...todas.values()].sort(byFecha)
}

const byFecha = (one: { fecha: Fecha }, other: { fecha: Fecha }) => (one.fecha < other.fecha ? -1 : 1)

/** Every entry of hers, oldest first, with what only this device has; read once she asks for it. */
export function useTodo(wanted: boolean) {
  const { id } = useUser()
  // What is on its way counts too.
  useStore(diaryDrafts)
  const query = useQuery({
    queryKey: todoKey(id),
    queryFn: ({ signal }) => readSaved(id, signal),
    staleTime: SEARCHED_MS,
    enabled: wanted,
    retry: false,
  })
  return { ...query, data: query.data && withReady(query.data) }
}

/** Looks for words in her own entries, on this device: they travel nowhere. */
export function useSearchEntradas() {
  const { id } = useUser()
  return useMutation({
    mutationFn: async (texto: string) => {
      const saved = await queryClient.fetchQuery({
        queryKey: todoKey(id),
        queryFn: ({ signal }) => readSaved(id, signal),
        staleTime: SEARCHED_MS,
      })
      return buscar(withReady(saved), texto)
    },
  })
}
