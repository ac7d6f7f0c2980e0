import type { ReactNode } from 'react'
import { useStill } from '../button/press.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { ListSkeleton } from './Skeleton.tsx'
import { useFailure } from './useFailure.ts'

/** What QueryView needs of a TanStack query; it fetches nothing itself. */
export type QueryLike<Data> = {
  data: Data | undefined
  error: Error | null
  errorUpdateCount: number
  isFetching: boolean
  refetch: () => unknown
}

type QueryViewProps<Data> = {
  query: QueryLike<Data>
  /** Shown where there is nothing: a text, or a whole EmptyState. */
  empty: ReactNode
  /** When data counts as nothing; without it, an empty list, null or undefined does. */
  isEmpty?: (data: Data) => boolean
  /** The specified text for a failed load; without it, the failure's own. */
  errorMessage?: string
  /** The specified wait, where it is not a skeleton. */
  loading?: ReactNode
  children: (data: NonNullable<Data>) => ReactNode
}

/** The four states of every query: loading, failed with a retry, empty, data. What comes while she presses something in it is drawn after that. */
export function QueryView<Data>({
  query,
  empty,
  isEmpty = isNothing,
  errorMessage,
  loading,
  children,
}: QueryViewProps<Data>) {
  const { isFetching, refetch } = query
  const failure = useFailure(query)
  const data = useStill(query.data)
  if (data === undefined && failure) {
    return (
      <ErrorState
        message={errorMessage ?? failure.message}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    )
  }
  if (data === undefined) return loading ?? <ListSkeleton />
  if (data === null || isEmpty(data))
    return typeof empty === 'string' ? <EmptyState message={empty} /> : empty
  return children(data as NonNullable<Data>)
}

function isNothing(data: unknown): boolean {
  return data === null || (Array.isArray(data) && data.length === 0)
}
