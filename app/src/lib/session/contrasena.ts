import { toServiceError } from '../api/errors.ts'

/** Sets a new password; with hers of now where that is asked for. */
type Set = (nueva: string, actual?: string) => Promise<void>

/**
 * Sets a password as `set` does. Pressed again after an answer that got lost, the one that she wanted is hers already: what the service
 * refuses then is no failure, and she is not told that hers of before was wrong.
 */
export function beginPassword(set: Set): Set {
  let unheard: string | null = null
  const isHers = (nueva: string) =>
    set(nueva, nueva).then(
      () => true,
      (failure: unknown) => toServiceError(failure).code === 'same_password',
    )
  return async (nueva, actual) => {
    try {
      await set(nueva, actual)
    } catch (failure) {
      const { code, isOffline } = toServiceError(failure)
      if (isOffline || code === 'request_timeout') unheard = nueva
      else if (unheard === nueva) {
        if (code === 'same_password') return
        if (code === 'current_password_invalid' && (await isHers(nueva))) return
      }
      throw failure
    }
  }
}
