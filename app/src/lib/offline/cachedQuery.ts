import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/query-persist-client-core'
import { type QueryKey, QueryObserver, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { toServiceError } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { useUser } from '../session/session.tsx'
import { storedSession } from '../session/sessionStorage.ts'
import { dropCopy, keepCopy, readCopy } from './deviceStore.ts'

/*
 * Answers that the device keeps, so that a screen opens without a network: the query library's persister, whose text is sealed like every copy
 * on the device, under the account's name, and goes when she leaves.
 */

/** The copy's name on the device. */
const COPY = 'consultas'
/** Changes within this time are written together. A page that is closed before loses them, so it is short. */
const WRITE_MS = 250
/** A list that could not be refreshed is retried at this interval, in case the browser fires no `online` event. */
const RETRY_MS = 5_000
const DAY_MS = 86_400_000

/** Kept queries stay in memory as well: what is collected there would be missing for a reader without a screen. */
const CACHED = { gcTime: Number.POSITIVE_INFINITY, meta: { cached: true } } as const

const isHere = (owner: string) => storedSession()?.user.id === owner

function createPersister(owner: string) {
  const persister = createAsyncStoragePersister({
    key: COPY,
    throttleTime: WRITE_MS,
    storage: {
      getItem: async () => {
        const text = await readCopy<string>(owner, COPY)
        // A device that is slow may give it after she has left.
        return isHere(owner) ? text : null
      },
      // Refuses once that account is not signed in any more (`keepCopy`).
      setItem: (_, text) => keepCopy(owner, COPY, text),
      removeItem: () => dropCopy(owner, COPY),
    },
    serialize: async (client) => JSON.stringify(newest(await persister.restoreClient(), client)),
  })
  return persister
}

/** Of each answer the later one: another tab may have written since this one read. */
function newest(stored: PersistedClient | undefined, client: PersistedClient): PersistedClient {
  const queries = [...(stored?.clientState.queries ?? []), ...client.clientState.queries]
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
    .map((query) => [query.queryHash, query] as const)
  return { ...client, clientState: { mutations: [], queries: [...new Map(queries).values()] } }
}

let keeping: { owner: string; restored: Promise<void>; stop: () => void } | undefined

/**
 * From now on the answers of this account are kept on the device, and those of before are put into the query client.
 *
 * @returns once that is done; a device that is stuck never is, and no screen waits for it
 */
export function keepAnswers(owner: string): Promise<void> {
  if (keeping?.owner === owner) return keeping.restored
  keeping?.stop()
  const options = { queryClient, persister: createPersister(owner), maxAge: Number.POSITIVE_INFINITY }
  let stop = () => {}
  let isOver = false
  const restored = persistQueryClientRestore({
    ...options,
    hydrateOptions: { defaultOptions: { queries: { gcTime: CACHED.gcTime } } },
  })
    // What cannot be read is written anew by the next answer.
    .catch(() => {})
    .then(() => {
      if (isOver) return
      stop = persistQueryClientSubscribe({
        ...options,
        dehydrateOptions: {
          shouldDehydrateQuery: ({ meta, state }) => meta?.cached === true && state.status === 'success',
          shouldDehydrateMutation: () => false,
        },
      })
      // However young they are, restored answers are asked for anew where they are shown; a request on its way goes on.
      void queryClient.invalidateQueries(
        { predicate: ({ meta }) => meta?.cached === true },
        { cancelRefetch: false },
      )
    })
  keeping = {
    owner,
    restored,
    stop: () => {
      isOver = true
      stop()
    },
  }
  return restored
}

/** What is known of an answer without asking the service, from this page or from the device; null where nothing is. */
export async function readCached<Value>(owner: string, queryKey: QueryKey): Promise<Value | null> {
  const known = queryClient.getQueryData<Value>(queryKey)
  if (known !== undefined) return known
  await keepAnswers(owner)
  return queryClient.getQueryData<Value>(queryKey) ?? null
}

/**
 * Makes sure that the device keeps a copy that is younger than a day, before anybody needs it. Nothing is asked once she has left: it runs
 * whenever the device finds time.
 */
export async function keepBeforehand<Value>(
  owner: string,
  { queryKey, queryFn }: { queryKey: QueryKey; queryFn: (asked: { signal: AbortSignal }) => Promise<Value> },
): Promise<void> {
  await keepAnswers(owner)
  const { dataUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {}
  if (isHere(owner) && Date.now() - dataUpdatedAt > DAY_MS)
    await queryClient.fetchQuery({ queryKey, queryFn, ...CACHED })
}

type CachedOptions<Value> = Omit<UseQueryOptions<Value>, 'persister' | 'meta' | 'gcTime'>

function cachedOptions<Value>(owner: string, options: CachedOptions<Value>): UseQueryOptions<Value> {
  void keepAnswers(owner)
  return {
    ...options,
    ...CACHED,
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (neverReached(state.error) ? RETRY_MS : false),
  }
}

/**
 * A query whose answer the device keeps: shown as it was remembered, then as the service has it. With `error` and `data`
 * together, `data` is what is remembered, from the moment `dataUpdatedAt` says.
 */
export function useCachedQuery<Value>(options: CachedOptions<Value>) {
  return useQuery(cachedOptions(useUser().id, options))
}

/**
 * The same without a screen, for what must be known wherever she goes next: asked for now, and again until it was answered.
 *
 * @returns `first`, once it was answered, or remembered, or failed; and how to stop
 */
export function followCached<Value>(
  owner: string,
  options: CachedOptions<Value>,
): { first: Promise<void>; stop: () => void } {
  const observer = new QueryObserver(queryClient, cachedOptions(owner, options) as never)
  let stop = () => {}
  const first = new Promise<void>((resolve) => {
    const look = ({ isPending, isError }: { isPending: boolean; isError: boolean }) => {
      if (!isPending || isError) resolve()
    }
    stop = observer.subscribe(look)
    // Whom a screen has told already, no subscription tells again.
    look(observer.getCurrentResult())
  })
  return { first, stop }
}

function neverReached(failure: Error | null): boolean {
  if (!failure) return false
  const { isOffline, code } = toServiceError(failure)
  return isOffline || code === 'request_timeout'
}
