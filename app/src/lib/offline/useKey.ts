import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import { useUser } from '../session/session.tsx'
import { storedSession } from '../session/sessionStorage.ts'
import { keepKey, type PlainKey, readKey } from './plainKeys.ts'

/** What this device keeps under the name: undefined until it was read, null where there is nothing. Memory forgets it with everything of hers. */
export function useKey(key: PlainKey) {
  const { id } = useUser()
  const queryKey = [key, id]
  const { data } = useQuery({
    queryKey,
    queryFn: () => readKey(id, key),
    staleTime: Number.POSITIVE_INFINITY,
  })
  /** Shows it at once, and keeps it. */
  const save = (value: unknown) => {
    queryClient.setQueryData(queryKey, value)
    void keepKey(id, key, value)
  }
  return [data, save] as const
}

/** The same without a screen, as far as one has read it. */
export const shownKey = (key: PlainKey): unknown => queryClient.getQueryData([key, storedSession()?.user.id])
