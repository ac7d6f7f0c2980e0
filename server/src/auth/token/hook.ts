import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import type { TokenClaims } from '../../tokens/tokens.ts'
import { type User, userBody } from '../accounts/accounts.ts'
import type { AuthContext } from '../context.ts'
import type { Caller } from '../http.ts'

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

/** What every API reads in a token: the hook may word the rest, and whose token it is stays as it was. */
const FIXED = ['iss', 'aud', 'sub', 'session_id', 'exp', 'iat', 'aal', 'is_anonymous'] as const
const ROLES = new Set(['authenticated', 'anon'])

/**
 * Lets the project word an access token: calls the function that `config.toml` names, with Supabase's payload.
 * Source: Supabase documentation, "Custom Access Token Hook".
 * @param client in the transaction that a refusal undoes
 * @param method how she came in, or `token_refresh`
 * @returns the claims as they are to be signed
 * @throws ApiError with the hook's own status and message when it refuses; 500 `unexpected_failure` for claims that cannot be signed
 */
export async function askAccessToken(
  { config, log }: Pick<AuthContext, 'config' | 'log'>,
  client: pg.PoolClient,
  claims: TokenClaims,
  method: string,
): Promise<TokenClaims> {
  const hook = config.project.auth.accessTokenHook
  if (!hook) return claims
  const payload = { user_id: claims.sub, claims, authentication_method: method }
  const { rows } = await client.query<{ answer: unknown }>(
    `select ${client.escapeIdentifier(hook.schema)}.${client.escapeIdentifier(hook.name)}($1::jsonb) as answer`,
    [JSON.stringify(payload)],
  )
  const answer = rows[0]?.answer
  const refusal = readRefusal(answer)
  if (refusal) throw new ApiError(refusal.status, 'unknown', refusal.message)
  const given = (answer as { claims?: unknown } | null)?.claims as TokenClaims | undefined
  const wrong = given === undefined ? 'claims' : wrongClaim(claims, given)
  if (given === undefined || wrong) {
    log.error({ claim: wrong }, 'auth: the custom access token hook gave claims that cannot be signed')
    throw new ApiError(
      500,
      'unexpected_failure',
      `Custom access token hook: ${wrong} is missing or was changed`,
    )
  }
  return given
}

/** @returns the first claim that is missing, or that no hook may change */
function wrongClaim(claims: TokenClaims, given: TokenClaims): string | undefined {
  const changed = FIXED.find((name) => JSON.stringify(given[name]) !== JSON.stringify(claims[name]))
  if (changed) return changed
  if (!ROLES.has(given.role)) return 'role'
  return ['email', 'phone'].find((name) => typeof given[name] !== 'string')
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

/** Calls a function of the project that is given an account. @returns what it says */
export async function tellProject(
  db: pg.Pool | pg.PoolClient,
  { schema, name }: { schema: string; name: string },
  userId: string,
): Promise<unknown> {
  const { rows } = await db.query<{ said: unknown }>(
    `select ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}($1) as said`,
    [userId],
  )
  return rows[0]?.said
}
