import { ServiceError, toServiceError } from './errors.ts'

/** How long a call may take: whoever pressed something hears how it ended. */
export const DEADLINES = {
  /** A row, a list, a change; the one for everything that names no other. */
  usual: 10_000,
  /** What others answer in between (payments, calls), what is long, and what is sent from a bad network. */
  patient: 20_000,
  /** What must not keep her: leaving, and what is asked again right away. */
  brief: 5_000,
} as const

export type Deadline = keyof typeof DEADLINES | number

/**
 * Gives work so much time and no more; several questions under one clock, or what the client has no call for.
 *
 * @param deadline a name of {@link DEADLINES}, or milliseconds
 * @param work the signal it receives is aborted when time is up, or when nobody needs it any more
 * @param signal of whoever needs it
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
  // The race is needed beside the signal: before a request the client may be waiting for a new session, unabortably.
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
