import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import {
  type QueryKey,
  QueryObserver,
  type QueryPersister,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { keepCopy, readCopy } from './device.ts'
import { toServiceError } from './errors.ts'
import { queryClient } from './query.ts'
import { useUser } from './session.tsx'
import { storedSession } from './session-storage.ts'

/*
 * Answers that the device keeps, so that a room opens without a network. The query library's own persister restores and stores
 * them; what it hands to the device is sealed there like every copy, under the account's name, and goes when she leaves
 * (docs/decisions/0061, 0110).
 */

/** How long a slow device may delay the service's answer. */
const RECALL_LIMIT_MS = 1_000
/** A list that could not be refreshed is retried at this interval, in case the browser fires no `online` event. */
const ASK_AGAIN_MS = 5_000

/** The shapes in which versions before the persister kept copies, under the same names. */
type Earlier = { at: number; value?: unknown; contactos?: unknown; eventos?: unknown }

/** The name of a copy: the key without the account, which the device keeps apart anyway. */
export const nameOf = (owner: string, queryKey: QueryKey): string =>
  queryKey.filter((part) => part !== owner).join(' ')

type Copy = { data: unknown; at: number }

async function recall(owner: string, name: string): Promise<Copy | null> {
  const kept = await readCopy<Copy | Earlier>(owner, name)
  if (!kept) return null
  if ('data' in kept) return kept
  const { at, value, contactos, eventos } = kept
  return { data: value ?? contactos ?? eventos, at }
}

const persisters = new Map<string, QueryPersister<unknown, QueryKey>>()

/** The query library's persister for one account: an answer that comes late is never kept under another's name. */
export function persisterOf(owner: string): QueryPersister<unknown, QueryKey> {
  const known = persisters.get(owner)
  if (known) return known
  const { persisterFn } = experimental_createQueryPersister<PersistedQuery>({
    prefix: '',
    maxAge: Number.POSITIVE_INFINITY,
    refetchOnRestore: false,
    // Sealing is the device's: it has the key (`keepCopy`).
    serialize: (query) => query,
    deserialize: (query) => query,
    storage: {
      async getItem(key) {
        const queryKey = keyOf(key)
        const copy = await inTime(recall(owner, nameOf(owner, queryKey)))
        if (!copy) return null
        const state = { data: copy.data, dataUpdatedAt: copy.at, errorUpdatedAt: 0 }
        return { buster: '', queryHash: key.slice(1), queryKey, state } as PersistedQuery
      },
      async setItem(key, { state }) {
        const copy: Copy = { data: state.data, at: state.dataUpdatedAt }
        // Where the device cannot store it, the service's answer is still shown.
        await keepCopy(owner, nameOf(owner, keyOf(key)), copy).catch(() => {})
      },
      removeItem() {
        // Nothing is too old here, and what cannot be read is written anew by the next answer.
      },
    },
  })
  const persister: QueryPersister<unknown, QueryKey> = async (queryFn, context, query) => {
    let asked = false
    let data: unknown
    try {
      data = await persisterFn(
        (given: Parameters<typeof queryFn>[0]) => {
          asked = true
          return queryFn(given)
        },
        context,
        query as never,
      )
    } catch (failure) {
      // A device that took its time has it all the same, and the service has nothing.
      const late =
        query.state.data === undefined ? await inTime(recall(owner, nameOf(owner, query.queryKey))) : null
      if (!late) throw failure
      setTimeout(() => query.setState({ dataUpdatedAt: late.at }), 0)
      asked = false
      data = late.data
    }
    // Refreshes a restored answer right away. The persister would do so too, but its failures would go unnoticed.
    if (!asked) setTimeout(() => query.fetch().catch(() => {}), 0)
    return data
  }
  persisters.set(owner, persister)
  return persister
}

/** The storage key is `prefix-queryHash`, and the hash is the key as JSON. */
const keyOf = (storageKey: string) => JSON.parse(storageKey.slice(1)) as QueryKey

function inTime<Value>(work: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, RECALL_LIMIT_MS, null)
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

/** What the device remembers of an answer, without asking the service or waiting for it; null where it remembers none. */
export async function readKept<Value>(owner: string, queryKey: QueryKey): Promise<Value | null> {
  const known = queryClient.getQueryData<Value>(queryKey)
  return known ?? ((await recall(owner, nameOf(owner, queryKey)))?.data as Value | undefined) ?? null
}

/**
 * Makes sure that the device keeps a copy that is younger than a day, before anybody needs it; no screen hears of it. Nothing is asked, and
 * nothing kept, once she has left: it runs whenever the device finds time.
 */
export async function keepBeforehand<Value>(
  owner: string,
  { queryKey, queryFn }: { queryKey: QueryKey; queryFn: (asked: { signal: AbortSignal }) => Promise<Value> },
): Promise<void> {
  const age = Date.now() - ((await recall(owner, nameOf(owner, queryKey)))?.at ?? 0)
  if ((age >= 0 && age < DAY_MS) || !isHere(owner)) return
  const copy: Copy = { data: await queryFn({ signal: new AbortController().signal }), at: Date.now() }
  if (isHere(owner)) await keepCopy(owner, nameOf(owner, queryKey), copy)
}

const isHere = (owner: string) => storedSession()?.user.id === owner

const DAY_MS = 86_400_000

type KeptOptions<Value> = Omit<UseQueryOptions<Value>, 'persister'>

function keptOptions<Value>(owner: string, options: KeptOptions<Value>): UseQueryOptions<Value> {
  return {
    ...options,
    persister: persisterOf(owner) as QueryPersister<Value, QueryKey>,
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (neverReached(state.error) ? ASK_AGAIN_MS : false),
  }
}

/**
 * A query whose answer the device keeps: shown at once as it was remembered, then as the service has it. With `error` and `data`
 * together, `data` is what is remembered, from the moment `dataUpdatedAt` says.
 */
export function useKeptQuery<Value>(options: KeptOptions<Value>) {
  return useQuery(keptOptions(useUser().id, options))
}

/**
 * The same without a screen, for what must be known wherever she goes next: asked for now, and again until it was answered.
 *
 * @returns `first`, once it was answered, or remembered, or failed; and how to stop
 */
export function followKept<Value>(
  owner: string,
  options: KeptOptions<Value>,
): { first: Promise<void>; stop: () => void } {
  const observer = new QueryObserver(queryClient, keptOptions(owner, options) as never)
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
