import { ServiceError, toServiceError } from './errors.ts'

/** Time limits of calls, so that she always learns how an action ended. */
export const DEADLINES = {
  /** A row, a list, a change; the one for everything that names no other. */
  usual: 10_000,
  /** For what nobody waits for: it is stored on the device already, and is handed over by itself (alerts, a drill's test). */
  patient: 20_000,
  /** For calls that must not delay her: signing out, and calls that are repeated soon anyway. */
  brief: 5_000,
} as const

export type Deadline = keyof typeof DEADLINES | number

/**
 * Runs work under a time limit: several calls under one limit, or requests that supabase-js has no call for.
 *
 * @param deadline a name of {@link DEADLINES}, or milliseconds
 * @param work the signal it receives is aborted when time is up, or when nobody needs it any more
 * @param signal of the caller
 * @throws ServiceError `request_timeout` when time is up, `aborted` when nobody needs it, else whatever the work failed with
 */
export async function within<Value>(
  deadline: Deadline,
  work: (signal: AbortSignal) => PromiseLike<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let onAbort = () => {}
  // `Promise.race` besides the signal: before a request, supabase-js may be waiting for a session renewal
  // that cannot be aborted.
  const late = new Promise<never>((_, reject) => {
    const end = (code: string) => {
      const { message } = toServiceError({ code })
      reject(new ServiceError(message, code, 0))
      stop.abort()
    }
    onAbort = () => end('aborted')
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort)
    const ms = typeof deadline === 'number' ? deadline : DEADLINES[deadline]
    timer = setTimeout(() => end('request_timeout'), ms)
  })
  try {
    return await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
