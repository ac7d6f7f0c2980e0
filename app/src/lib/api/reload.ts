import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** How long a change that has arrived waits for the lists that show it; on a slow connection it is said first. */
const SHOWN_WITHIN_MS = 2_000

/**
 * What a change asks again once it has ended. Where it arrived, a list that comes soon is there with the word that it did; that it failed
 * waits for no list, which a dead network and everybody else's changes can hold up for long.
 *
 * @param reload asks again; its promise ends when the lists have come, or could not
 * @returns for `onSettled` of a change
 */
export function thenReload(reload: () => Promise<unknown>) {
  return async (_data: unknown, failure: unknown): Promise<void> => {
    const come = reload()
    if (failure) {
      come.catch(() => {
        // Each list says itself that it could not be asked.
      })
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const longEnough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SHOWN_WITHIN_MS)
    })
    await Promise.race([come, longEnough]).finally(() => clearTimeout(timer))
  }
}

/** {@link thenReload} for every query whose key begins with one of these. */
export function useReload(...keys: QueryKey[]) {
  const client = useQueryClient()
  return thenReload(() => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))))
}
