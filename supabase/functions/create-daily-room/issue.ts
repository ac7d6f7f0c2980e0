import type { Env } from './handler.ts'
import { Refusal } from './refusal.ts'

const DATABASE_TIMEOUT_MS = 5_000

/**
 * Asks the database, as the member herself, whether she may have one more room this hour.
 * @returns her id
 * @throws Refusal 401, 403 or 429, as the database says
 */
export async function reserve(env: Env, request: Request): Promise<string> {
  const response = await callApi(env, 'rpc/pedir_llamada', {
    authorization: request.headers.get('authorization') ?? '',
    apikey: env('SUPABASE_ANON_KEY') ?? '',
    body: {},
  })
  const answer: unknown = await response.json()
  if (response.ok && typeof answer === 'string') return answer
  const { code, message, hint } = (answer ?? {}) as { code?: string; message?: string; hint?: string }
  if (response.status === 429) {
    const seconds = /^retry_after=(\d+)$/.exec(hint ?? '')?.[1]
    throw new Refusal(429, message ?? 'Espera un momento.', seconds ? { 'retry-after': seconds } : {})
  }
  // Texts of our own rules are for her; PostgreSQL's are not.
  if (code === 'PT403' && message) throw new Refusal(403, message)
  if (response.status === 401 || response.status === 403)
    throw new Refusal(401, 'Inicia sesión para continuar.')
  throw new Error(`pedir_llamada answered ${response.status}`)
}

/** Writes an issued address down: only such a one can be linked to a circle. */
export async function issue(env: Env, room: { url: string; member: string; expires: number }): Promise<void> {
  const key = env('SUPABASE_SERVICE_ROLE_KEY') ?? ''
  const response = await callApi(env, 'salas_emitidas', {
    authorization: `Bearer ${key}`,
    apikey: key,
    body: { room_url: room.url, user_id: room.member, vence_en: new Date(room.expires * 1000).toISOString() },
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`salas_emitidas answered ${response.status}`)
}

async function callApi(
  env: Env,
  path: string,
  { authorization, apikey, body }: { authorization: string; apikey: string; body: unknown },
): Promise<Response> {
  return fetch(`${env('SUPABASE_URL')}/rest/v1/${path}`, {
    method: 'POST',
    headers: { authorization, apikey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(DATABASE_TIMEOUT_MS),
  })
}
