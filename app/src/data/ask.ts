import { ServiceError, toServiceError, unwrap } from './errors.ts'
import type { Client } from './client.ts'

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

export type AskOptions = {
  /** A named deadline, or milliseconds. */
  within?: Deadline
  /** Nobody needs the answer any more once it is aborted: the query library's signal, or that of what is leaving the screen. */
  signal?: AbortSignal
}

/** What any call of the client answers with: tables, functions of the database, files, functions, accounts. */
type Answer = { data: unknown; error: unknown; status?: number; count?: number | null }

/** The data of an answer that is no error. */
type DataOf<Given extends Answer> = Extract<Given, { error: null }>['data']

const UNSURE_TEXT =
  'El servicio tardó demasiado en responder. Puede que sí se haya guardado: revísalo antes de intentarlo de nuevo.'

/**
 * The one way to the service: fetches the client where it is not here yet, asks, gives up in time, and lets go of what nobody waits
 * for any more.
 *
 * @param question what to ask, for instance `(db) => db.from('agenda_personal').select()`. What it returns is given the signal where it
 *   can be aborted; a call that takes one itself finds it in the second argument
 * @returns the data of the answer
 * @throws ServiceError with the service's code and a text that can be shown: `request_timeout` when time was up, `network` where it could
 *   not be reached, `left` when she signed out meanwhile
 */
export async function ask<Given extends Answer>(
  question: (db: Client, signal: AbortSignal) => PromiseLike<Given>,
  options: AskOptions = {},
): Promise<DataOf<Given>> {
  return unwrap<Given>(answerOf(question, options)) as Promise<DataOf<Given>>
}

/** How many rows a question counts, asked with `{ count: 'exact', head: true }`. @throws ServiceError as {@link ask} does */
export async function askCount(
  question: (db: Client, signal: AbortSignal) => PromiseLike<Answer & { count: number | null }>,
  options: AskOptions = {},
): Promise<number> {
  const answer = await answerOf(question, options)
  await unwrap(Promise.resolve(answer))
  return answer.count ?? 0
}

/** The most rows that the service gives at once (`max_rows` of config.toml). */
const PAGE = 1000

/**
 * Every row of an ordered question, page by page.
 *
 * @param question asks for the rows from one place to another, both included
 * @throws ServiceError as {@link ask} does: half a list is none
 */
export async function askAll<Row>(
  question: (db: Client, from: number, to: number) => PromiseLike<Answer & { data: Row[] | null }>,
  options: AskOptions = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = (await ask((db) => question(db, rows.length, rows.length + PAGE - 1), options)) as Row[]
    rows.push(...page)
    if (page.length < PAGE) return rows
  }
}

/**
 * What one of the project's functions answers.
 *
 * @param name of the function
 * @param body what it is sent
 * @throws ServiceError with the function's own words (`{ error: '…' }`) and status where it gave some
 */
export async function invoke<Value>(
  name: string,
  body?: Record<string, unknown>,
  options: AskOptions = {},
): Promise<Value | null> {
  const { data, error } = await answerOf<{ data: Value | null; error: unknown }>(
    (db, signal) => db.functions.invoke<Value>(name, { body, signal }),
    { within: 'patient', ...options },
  )
  if (!error) return data
  const response = (error as { context?: Partial<Response> }).context
  const words = (await response?.json?.().catch(() => null)) as { error?: unknown } | null | undefined
  if (typeof words?.error === 'string') throw new ServiceError(words.error, '', response?.status ?? 0)
  throw toServiceError(error, response?.status)
}

async function answerOf<Given extends Answer>(
  question: (db: Client, signal: AbortSignal) => PromiseLike<Given>,
  { within: deadline = 'usual', signal }: AskOptions,
): Promise<Given> {
  let unsure = false
  try {
    return await within(
      deadline,
      async (stop) => {
        // supabase-js is fetched here and not imported: forms are on screen, and can be filled in, while it is on its way.
        const { openClient } = await import('./client.ts')
        const asked = question(await openClient(), stop)
        unsure = addsRow(asked)
        return await stoppable(asked, stop)
      },
      signal,
    )
  } catch (failure) {
    const error = toServiceError(failure)
    throw unsure && error.code === 'request_timeout' ? new ServiceError(UNSURE_TEXT, error.code, 0, failure) : error
  }
}

/** A builder of the client, as far as this module looks at it. */
type Builder = {
  abortSignal?: (signal: AbortSignal) => unknown
  method?: string
  url?: URL
  headers?: unknown
  body?: unknown
}

function stoppable<Given>(asked: PromiseLike<Given>, signal: AbortSignal): PromiseLike<Given> {
  ;(asked as Builder).abortSignal?.(signal)
  return asked
}

/** Whether asking twice may store twice: a new row whose id the service makes. */
function addsRow(asked: unknown): boolean {
  const { method, url, headers, body } = asked as Builder
  if (method !== 'POST' || !url || url.pathname.includes('/rpc/')) return false
  if (typeof body === 'object' && body !== null && 'id' in body) return false
  return !/resolution=/.test(new Headers(headers as HeadersInit).get('prefer') ?? '')
}

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
