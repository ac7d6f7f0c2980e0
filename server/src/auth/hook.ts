import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ApiError } from '../core/errors.ts'
import { type User, userBody } from './accounts.ts'
import type { AuthContext } from './context.ts'
import type { Caller } from './http.ts'

/** Where the hook refuses without a status of the 4xx class. */
const DEFAULT_REFUSAL = 403

/**
 * Asks the project whether an account may be made: calls the function that `config.toml` names, with Supabase's payload.
 * Source: Supabase documentation, "Before User Created Hook".
 * @throws ApiError with the hook's own status and message when it refuses
 */
export async function askBeforeUserCreated(
  { config }: Pick<AuthContext, 'config'>,
  client: pg.PoolClient,
  draft: User,
  caller: Caller,
): Promise<void> {
  const hook = config.project.auth.beforeUserCreatedHook
  if (!hook) return
  const payload = {
    metadata: {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'before-user-created',
      ip_address: caller.ip,
    },
    user: { ...userBody(draft), identities: [] },
  }
  const { rows } = await client.query<{ verdict: unknown }>(
    `select ${client.escapeIdentifier(hook.schema)}.${client.escapeIdentifier(hook.name)}($1::jsonb) as verdict`,
    [JSON.stringify(payload)],
  )
  const refusal = readRefusal(rows[0]?.verdict)
  if (refusal) throw new ApiError(refusal.status, 'unknown', refusal.message)
}

function readRefusal(verdict: unknown): { status: number; message: string } | undefined {
  if (typeof verdict !== 'object' || verdict === null || !('error' in verdict)) return undefined
  const { error } = verdict
  if (typeof error !== 'object' || error === null) return undefined
  const { http_code: code, message } = error as { http_code?: unknown; message?: unknown }
  if (typeof message !== 'string' || message === '') return undefined
  const status = typeof code === 'number' && code >= 400 && code < 500 ? code : DEFAULT_REFUSAL
  return { status, message }
}
