import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepCopy, readCopy } from '../../lib/device.ts'
import { within } from '../../lib/plazo.ts'
import { useUser } from '../../lib/session.tsx'

/** What the service said last, as this device keeps it. */
type Copia<Value> = { value: Value; at: number }

export const TIME_LIMIT_MS = 10_000

/**
 * A query whose answer the device keeps: shown at once as it was remembered, then as the service has it. With `error` and
 * `data` together, `data` is what is remembered, from the moment `dataUpdatedAt` says.
 *
 * @param queryKey table, then filters
 * @param fetch the question, given up after ten seconds
 */
export function useKeptQuery<Value>(queryKey: string[], fetch: (signal: AbortSignal) => Promise<Value>) {
  const { id } = useUser()
  const client = useQueryClient()
  const name = queryKey.join(' ')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is as good as its name.
  useEffect(() => {
    void readCopy<Copia<Value>>(id, name).then((copia) => {
      if (copia && client.getQueryData(queryKey) === undefined) {
        client.setQueryData(queryKey, copia.value, { updatedAt: copia.at })
      }
    })
  }, [id, name, client])

  return useQuery({
    queryKey,
    queryFn: async () => {
      const value = await within(TIME_LIMIT_MS, fetch)
      const copia: Copia<Value> = { value, at: Date.now() }
      // A device that keeps nothing still shows what the service says.
      keepCopy(id, name, copia).catch(() => {})
      return value
    },
    refetchOnReconnect: 'always',
  })
}
