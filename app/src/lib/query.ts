import { onlineManager, QueryClient } from '@tanstack/react-query'
import { toServiceError } from './errors.ts'

// The library believes in a network until it hears of the contrary: a page that was opened without one would never be told that
// it is back, and what asks again then («refetchOnReconnect») would not.
if (typeof navigator !== 'undefined') onlineManager.setOnline(navigator.onLine)

/** Only what never reached the service, or broke inside it, is worth asking again. */
function retry(failures: number, error: Error): boolean {
  const { isOffline, status } = toServiceError(error)
  return failures < 2 && (isOffline || status >= 500)
}

/** Everything read from the service, until she signs out. Query keys are the table's name, then its filters. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a question fails, and a change too, where she can see it: neither waits unseen.
    queries: { retry, networkMode: 'always', staleTime: 30_000, gcTime: 10 * 60_000 },
    mutations: { networkMode: 'always' },
  },
})
