import { ServiceError, toServiceError } from '../data/errors.ts'

/**
 * Gives a call to the service so much time and no more: whoever pressed something hears how it ended.
 *
 * @param ms milliseconds
 * @param work the call; the signal it receives is aborted when time is up
 * @throws ServiceError `request_timeout` when time is up, else whatever the call failed with
 */
export async function within<Value>(
  ms: number,
  work: (signal: AbortSignal) => PromiseLike<Value>,
): Promise<Value> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  // The race is needed beside the signal: before a request the client may be waiting for a new session, unabortably.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const { message } = toServiceError({ code: 'request_timeout' })
      reject(new ServiceError(message, 'request_timeout', 0))
      stop.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
