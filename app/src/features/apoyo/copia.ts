import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepCopy, readCopy } from '../../data/device.ts'
import { within } from '../../lib/plazo.ts'
import { useUser } from '../../data/session.tsx'

/** What the service said last, as this device keeps it. */
type Copia<Value> = { value: Value; at: number }

export const TIME_LIMIT_MS = 10_000
const DAY_MS = 86_400_000
/** How long a failing request waits for the device's copy before the error is shown. */
const RECALL_LIMIT_MS = 1_000

const nameOf = (queryKey: string[]) => queryKey.join(' ')

/** Asks the service, given up after ten seconds, and keeps its answer on the device. */
async function fetchAndKeep<Value>(
  owner: string,
  queryKey: string[],
  fetch: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const value = await within(TIME_LIMIT_MS, fetch)
  const copia: Copia<Value> = { value, at: Date.now() }
  // Where the device cannot store it, the service's answer is still shown.
  keepCopy(owner, nameOf(queryKey), copia).catch(() => {})
  return value
}

/** Makes sure that the device keeps a copy that is younger than a day, before anybody needs it. */
export async function keepWithCopia<Value>(
  owner: string,
  queryKey: string[],
  fetch: (signal: AbortSignal) => Promise<Value>,
): Promise<void> {
  const kept = await readCopy<Copia<Value>>(owner, nameOf(queryKey))
  const age = Date.now() - (kept?.at ?? 0)
  if (age < 0 || age > DAY_MS) await fetchAndKeep(owner, queryKey, fetch)
}

/**
 * A query whose answer the device keeps: shown at once as it was remembered, then as the service has it. With `error` and
 * `data` together, `data` is what is remembered, from the moment `dataUpdatedAt` says.
 *
 * @param queryKey table, then filters
 */
export function useKeptQuery<Value>(queryKey: string[], fetch: (signal: AbortSignal) => Promise<Value>) {
  const { id } = useUser()
  const client = useQueryClient()
  const name = nameOf(queryKey)

  const recall = async () => {
    const copia = await readCopy<Copia<Value>>(id, name)
    if (copia && client.getQueryData(queryKey) === undefined) {
      client.setQueryData(queryKey, copia.value, { updatedAt: copia.at })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is as good as its name.
  useEffect(() => void recall(), [id, name, client])

  return useQuery({
    queryKey,
    queryFn: async () => {
      try {
        return await fetchAndKeep(id, queryKey, fetch)
      } catch (failure) {
        // A refusal may come sooner than the copy is read; waiting for the copy keeps it from appearing
        // afterwards as if it were fresh.
        await within(RECALL_LIMIT_MS, recall).catch(() => {})
        throw failure
      }
    },
    refetchOnReconnect: 'always',
  })
}
