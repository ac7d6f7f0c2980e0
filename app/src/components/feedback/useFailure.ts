import { useEffect, useRef } from 'react'

/** What is needed of a TanStack query. */
export type Attempt = { data: unknown; error: Error | null; errorUpdateCount: number }

/**
 * What a query failed with, kept while it is asked again. The query library forgets a failure as soon as the next attempt begins: what she
 * reads would change for a placeholder and back every few seconds, and take «Reintentar» from under her finger.
 *
 * @returns null where there is an answer, and while its first attempt is under way
 */
export function useFailure({ data, error, errorUpdateCount }: Attempt): Error | null {
  const last = useRef<{ error: Error; count: number } | null>(null)
  if (error) last.current = { error, count: errorUpdateCount }
  // Of another query, in whose place this one is asked, nothing is kept.
  else if (data !== undefined || last.current?.count !== errorUpdateCount) last.current = null
  return last.current?.error ?? null
}

/**
 * Says once that something could not be had, and again only after there was an answer.
 *
 * @param failed whether there is none, as `useFailure` has it: being asked again is no answer
 * @param say the specified toast
 */
export function useSayOnce(failed: boolean, say: () => void): void {
  const told = useRef(false)
  useEffect(() => {
    if (failed && !told.current) say()
    told.current = failed
  }, [failed, say])
}
