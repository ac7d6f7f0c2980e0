import { loadConfig } from '../installation/config.ts'
import { failedWith } from '../toast/codigo.ts'
import type { Client } from './client.ts'
import { openClient } from './clientLoader.ts'
import { type Deadline, within } from './deadline.ts'
import { isFault, ServiceError, toServiceError, unwrap } from './errors.ts'
import { refused } from './permissionSignal.ts'
import { codigoOf, noteAnswer } from './reference.ts'
import { gate } from './requestGate.ts'

export type AskOptions = {
  /** A named deadline, or milliseconds. */
  within?: Deadline
  /** Aborted once the answer is no longer needed: the query library's signal, or that of an unmounting component. */
  signal?: AbortSignal
}

/** What any call of the client answers with: tables, functions of the database, files, functions, accounts. */
type Answer = { data: unknown; error: unknown; status?: number; count?: number | null }

/** The data of an answer that is no error. */
type DataOf<Given extends Answer> = Extract<Given, { error: null }>['data']

const UNSURE_TEXT =
  'El servicio tardó demasiado en responder. Puede que sí se haya guardado: revísalo antes de intentarlo de nuevo.'

/**
 * The one way to call the service: loads the client if needed, calls, enforces a deadline, and aborts calls whose
 * answer is no longer needed.
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

/** Something will be asked once she begins to fill in what is on screen: what asking needs is fetched while she writes. @returns takes it back */
export function prepareToAsk(): () => void {
  const prepare = () => {
    // Asked for again once there is something to ask.
    openClient().catch(() => {})
  }
  addEventListener('focusin', prepare, { once: true })
  return () => removeEventListener('focusin', prepare)
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

type AskAllOptions = AskOptions & {
  /** How many rows are asked for at once. */
  page?: number
}

/**
 * Every row of an ordered question, page by page.
 *
 * @param question asks for the rows from one place to another, both included
 * @throws ServiceError as {@link ask} does: half a list is none
 */
export async function askAll<Row>(
  question: (db: Client, from: number, to: number) => PromiseLike<Answer & { data: Row[] | null }>,
  { page: size = PAGE, ...options }: AskAllOptions = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = (await ask((db) => question(db, rows.length, rows.length + size - 1), options)) as Row[]
    rows.push(...page)
    if (page.length < size) return rows
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
    options,
  )
  if (!error) return data
  const response = (error as { context?: Partial<Response> }).context
  // A body that is no JSON has no words for her; nor has that of a proxy before the function, whose `error` is the status in English.
  const words = (await response?.json?.().catch(() => null)) as Words | null | undefined
  if (typeof words?.error === 'string' && words.message === undefined)
    throw new ServiceError(
      words.error,
      typeof words.code === 'string' ? words.code : '',
      response?.status ?? 0,
    )
  throw toServiceError(error, response?.status)
}

type Words = { error?: unknown; message?: unknown; code?: unknown }

/**
 * A call of the accounts' service that the official client has none for.
 *
 * @param path below `/auth/v1/`
 * @param options `signedIn` false for what visitors may ask
 * @returns the answer's JSON
 * @throws ServiceError with the service's code, text and status; `session_expired` where she is not signed in
 */
export async function askAuth<Value>(
  path: string,
  body?: Record<string, unknown>,
  { signedIn = true, within: deadline = 'usual', signal }: AskOptions & { signedIn?: boolean } = {},
): Promise<Value> {
  try {
    return await within(
      deadline,
      async (stop) => {
        const { supabaseUrl, anonKey } = await loadConfig()
        const headers = new Headers({ apikey: anonKey, 'x-supabase-api-version': '2024-01-01' })
        if (signedIn) headers.set('authorization', `Bearer ${await accessToken()}`)
        if (body) headers.set('content-type', 'application/json')
        const response = await gate.fetch(`${supabaseUrl}/auth/v1/${path}`, {
          method: 'POST',
          headers,
          body: body && JSON.stringify(body),
          signal: stop,
        })
        // No JSON: the status says what there is to say.
        const answer: unknown = await response.json().catch(() => ({}))
        if (!response.ok) {
          noteAnswer(response, stop)
          noteFault(answer, response.status, stop)
          throw toServiceError(answer, response.status)
        }
        return answer as Value
      },
      signal,
    )
  } catch (failure) {
    throw toServiceError(failure)
  }
}

/** Calls back once the service answers after requests without an answer. @returns how to stop */
export const onLineBack = gate.onLineBack

/** Her token, renewed first if it must be. @throws ServiceError `session_expired` */
export async function accessToken(): Promise<string> {
  const { session } = await ask((db) => db.auth.getSession())
  if (!session) throw toServiceError({ code: 'session_expired' })
  return session.access_token
}

async function answerOf<Given extends Answer>(
  question: (db: Client, signal: AbortSignal) => PromiseLike<Given>,
  { within: deadline = 'usual', signal }: AskOptions,
): Promise<Given> {
  let unsure = false
  try {
    return await orDead(
      deadline,
      async (stop) => {
        const mustStillBeHere = gate.begin(stop)
        const db = await openClient()
        mustStillBeHere()
        const asked = question(db, stop)
        unsure = addsRow(asked)
        const answer = await stoppable(asked, stop)
        if (answer.error) noteFault(answer.error, answer.status, stop)
        return answer
      },
      signal,
    )
  } catch (failure) {
    const error = toServiceError(failure)
    throw unsure && error.code === 'request_timeout'
      ? new ServiceError(UNSURE_TEXT, error.code, 0, failure)
      : error
  }
}

/** The toast about the failure names the code by which it is found in the service's log. */
function noteFault(error: unknown, status: number | undefined, signal: AbortSignal): void {
  // The functions' client says it of the answer.
  const failure = toServiceError(error, status ?? (error as { context?: Partial<Response> }).context?.status)
  if (isFault(failure)) failedWith(codigoOf(signal, failure.status))
  if (failure.code === '42501') refused.emit()
}

/** How long a dead network is waited for: it may have been gone for a moment. */
const DEAD_MS = 3_000
const LOOK_AGAIN_MS = 250

/** As {@link within}, and over sooner where there is no network at all. @throws ServiceError `network` for that */
async function orDead<Value>(
  deadline: Deadline,
  work: (signal: AbortSignal) => PromiseLike<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  const dead = new AbortController()
  const onAbort = () => dead.abort()
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    if (gate.isDead()) dead.abort(NO_NETWORK)
    else timer = setTimeout(look, LOOK_AGAIN_MS)
  }
  timer = setTimeout(look, DEAD_MS)
  try {
    return await within(deadline, work, dead.signal)
  } catch (failure) {
    throw dead.signal.reason === NO_NETWORK ? toServiceError({ code: 'network' }) : failure
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

const NO_NETWORK = 'no network'

/** A builder of the client, as far as this module uses it. */
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
