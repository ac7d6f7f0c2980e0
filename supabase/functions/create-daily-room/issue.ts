import { asService, rpcAsMember } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'

/**
 * Asks the database, as the member herself, whether she may have one more call this hour.
 * @returns her id
 * @throws Refusal 401, 403 or 429, as the database says
 */
export function reserve(env: Env, request: Request): Promise<string> {
  return rpcAsMember<string>(env, request, 'pedir_llamada')
}

/** Writes an issued address down: only such a one can be linked to a circle. */
export async function issue(env: Env, call: { url: string; member: string; expires: number }): Promise<void> {
  const { url: room_url, member: user_id, expires } = call
  await asService(env, 'salas_emitidas', {
    room_url,
    user_id,
    vence_en: new Date(expires * 1000).toISOString(),
  })
}
