import type { Env } from './env.ts'
import { Refusal } from './refusal.ts'

const DATABASE_TIMEOUT_MS = 5_000
/** An object store behind it is slower than a table. */
const STORAGE_TIMEOUT_MS = 15_000

type Call = {
  authorization: string
  apikey: string
  body: unknown
  method?: string
  prefer?: string
  timeoutMs?: number
}

async function callApi(env: Env, path: string, call: Call) {
  const { authorization, apikey, body, method, prefer, timeoutMs = DATABASE_TIMEOUT_MS } = call
  return fetch(`${env('SUPABASE_URL')}/rest/v1/${path}`, {
    method: method ?? 'POST',
    headers: { authorization, apikey, 'content-type': 'application/json', ...(prefer && { prefer }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/**
 * Calls a function of the database as the member who asks.
 *
 * @throws Refusal 401, 403, 409, 422, 428 or 429, as the database says
 */
export async function rpcAsMember<Answer>(env: Env, request: Request, name: string): Promise<Answer> {
  const response = await callApi(env, `rpc/${name}`, {
    authorization: request.headers.get('authorization') ?? '',
    apikey: env('SUPABASE_ANON_KEY') ?? '',
    body: {},
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer as Answer
  const { code, message, hint } = (answer ?? {}) as { code?: string; message?: string; hint?: string }
  if (response.status === 429) {
    const seconds = /^retry_after=(\d+)$/.exec(hint ?? '')?.[1]
    throw new Refusal(429, message ?? 'Espera un momento.', seconds ? { 'retry-after': seconds } : {})
  }
  // Messages raised by our own rules may be shown to her; PostgreSQL's own may not.
  if (/^PT4(03|09|22|28)$/.test(code ?? '') && message)
    throw new Refusal(Number(code!.slice(2)), message, {}, code)
  if (response.status === 401 || response.status === 403)
    throw new Refusal(401, 'Inicia sesión para continuar.')
  throw new Error(`${name} answered ${response.status}`)
}

/**
 * Refuses every caller without the service key: only the host itself has it.
 *
 * @throws Refusal 403
 */
export function assertService(env: Env, request: Request): void {
  const key = env('SUPABASE_SERVICE_ROLE_KEY')
  if (!key || request.headers.get('authorization') !== `Bearer ${key}`)
    throw new Refusal(403, 'No es para ti.')
}

/** A failure of the table service, with PostgreSQL's code. */
export class ApiFailure extends Error {
  constructor(
    path: string,
    readonly status: number,
    readonly code: string,
  ) {
    super(`${path} answered ${status} ${code}`)
  }
}

/**
 * Calls the table service as the service itself, which passes every rule.
 *
 * @param path below `/rest/v1/`
 * @returns what it answered; undefined where it answered nothing
 * @throws ApiFailure when it refused
 */
export async function asService<Answer>(
  env: Env,
  path: string,
  body: unknown,
  { method, prefer, timeoutMs }: { method?: string; prefer?: string; timeoutMs?: number } = {},
): Promise<Answer> {
  const key = env('SUPABASE_SERVICE_ROLE_KEY') ?? ''
  const response = await callApi(env, path, {
    authorization: `Bearer ${key}`,
    apikey: key,
    body,
    method,
    prefer,
    timeoutMs,
  })
  const text = await response.text()
  const answer: unknown = text ? JSON.parse(text) : undefined
  // Neither the address with its filters nor the answer goes into the error: both may contain personal data.
  const name = path.split('?')[0]!
  if (!response.ok)
    throw new ApiFailure(name, response.status, (answer as { code?: string } | undefined)?.code ?? '')
  return answer as Answer
}

/**
 * Has the storage service remove files, rows and bytes, as the service itself.
 *
 * @param names inside of the bucket; names that are not there are no error
 * @throws Error when it refused or did not answer in time
 * @see https://supabase.com/docs/reference/javascript/storage-from-remove
 */
export async function removeFiles(env: Env, bucket: string, names: readonly string[]): Promise<void> {
  const key = env('SUPABASE_SERVICE_ROLE_KEY') ?? ''
  const response = await fetch(`${env('SUPABASE_URL')}/storage/v1/object/${encodeURIComponent(bucket)}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: names }),
    signal: AbortSignal.timeout(STORAGE_TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`removing files answered ${response.status}`)
}
