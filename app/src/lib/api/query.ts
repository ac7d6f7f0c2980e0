import { onlineManager, QueryClient } from '@tanstack/react-query'
import { toServiceError } from './errors.ts'

// TanStack Query assumes that the device is online until an event says otherwise: a page opened offline would never be
// told that the network is back, and `refetchOnReconnect` would not run.
if (typeof navigator !== 'undefined') onlineManager.setOnline(navigator.onLine)

/**
 * What broke inside the service is worth asking again. What never reached it, supabase-js has asked four times already by the time it is a
 * failure; it is asked again when there is a network (`askAgain`).
 */
const retry = (failures: number, error: Error): boolean => failures < 2 && toServiceError(error).status >= 500

/** Everything read from the service, until she signs out. Query keys are the table's name, then its filters. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, queries and changes fail visibly instead of being paused.
    queries: { retry, networkMode: 'always', staleTime: 30_000, gcTime: 10 * 60_000 },
    mutations: { networkMode: 'always' },
  },
})

/**
 * The network is back: whatever failed without it is asked again at once, in the place of what is still on its way. The library asks
 * by itself only what it believes to have been interrupted, and it believes what the browser said when the page was opened.
 */
function askAgain(): void {
  onlineManager.setOnline(true)
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
}

if (typeof window !== 'undefined') window.addEventListener('online', askAgain)
