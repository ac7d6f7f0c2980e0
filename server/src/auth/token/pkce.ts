import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import { validationFailed } from '../http.ts'

/** The flows that a mailed link may belong to, as `auth.flow_state` names them. */
export const SIGNUP_FLOW = 'email/signup'
export const RECOVERY_FLOW = 'recovery'
export const MAGIC_LINK_FLOW = 'magiclink'
export const EMAIL_CHANGE_FLOW = 'email_change'

/** A client's promise to show later the secret that it hashed now. Source: RFC 7636. */
export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** How long a code from a link may be exchanged. Source: docs/api.md#auth-limits. */
const CODE_LIFETIME_SECONDS = 300
/** How long a flow may wait for its link to be opened: as long as the link works. */
const FLOW_LIFETIME_SECONDS = 3_600

/**
 * @returns the challenge of a request, or undefined for the implicit flow
 * @throws ApiError 400 `validation_failed` for half a pair or a malformed one
 */
export function readChallenge(input: {
  code_challenge?: string | null
  code_challenge_method?: string | null
}): Challenge | undefined {
  const challenge = input.code_challenge || undefined
  const method = input.code_challenge_method?.toLowerCase() || undefined
  if (!challenge && !method) return undefined
  if (!challenge || !method) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (method !== 's256' && method !== 'plain') throw validationFailed('Invalid code challenge method')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw validationFailed('code challenge does not match the expected format')
  }
  return { challenge, method }
}

/**
 * Begins the flow of a request that ends in a mailed link; an earlier one of the same kind for that account ends.
 * @param method which flow, as `auth.flow_state` names it
 * @param resume lets a request without a challenge go on with the flow that is waiting: the official client asks for a
 * second mail without naming its flow
 * @returns whether the link belongs to a PKCE flow
 */
export async function enterFlow(
  client: pg.PoolClient,
  userId: string,
  method: string,
  challenge: Challenge | undefined,
  { resume }: { resume: boolean },
): Promise<boolean> {
  if (!challenge) {
    if (!resume) return false
    const { rowCount } = await client.query(
      `update auth.flow_state set created_at = now(), updated_at = now()
       where user_id = $1 and authentication_method = $2`,
      [userId, method],
    )
    return rowCount === 1
  }
  await client.query('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [
    userId,
    method,
  ])
  await client.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       created_at, updated_at, authentication_method)
     select $1, u.id, $3, $4, $5, 'email', now(), now(), $6 from auth.users u where u.id = $2`,
    [
      randomUUID(),
      userId,
      randomBytes(24).toString('base64url'),
      challenge.method,
      challenge.challenge,
      method,
    ],
  )
  return true
}

/** @returns the challenge of a flow that waits for its link to be opened */
export async function waitingChallenge(
  client: pg.PoolClient,
  userId: string,
  method: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ code_challenge: string }>(
    'select code_challenge from auth.flow_state where user_id = $1 and authentication_method = $2',
    [userId, method],
  )
  return rows[0]?.code_challenge
}

/**
 * The code to hand to a browser that opened a link. Opening it again gives the same code until it is exchanged: it is
 * of no use without the verifier, which only the browser that asked for the link has.
 */
export async function issueCode(
  client: pg.PoolClient,
  userId: string,
  method: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
     where user_id = $1 and authentication_method = $2 and created_at > now() - make_interval(secs => $3)
     returning auth_code`,
    [userId, method, FLOW_LIFETIME_SECONDS],
  )
  return rows[0]?.auth_code
}

/** What a provider of identities lets a client do in her name. */
export interface ProviderTokens {
  access: string
  refresh?: string
}

/** The flow of a sign-in at a provider, which begins where a mailed one would end: with the code to exchange. */
export async function finishedFlow(
  client: pg.PoolClient,
  userId: string,
  provider: string,
  { challenge, method }: Challenge,
  tokens: ProviderTokens,
): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  await client.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       provider_access_token, provider_refresh_token, created_at, updated_at, authentication_method, auth_code_issued_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now(), now(), 'oauth', now())`,
    [randomUUID(), userId, code, method, challenge, provider, tokens.access, tokens.refresh ?? null],
  )
  return code
}

/** The result of an exchanged code. */
export interface Exchanged {
  userId: string
  method: string
  tokens?: ProviderTokens
}

/**
 * Exchanges a code once.
 * @throws ApiError with the codes of docs/api.md#auth-calls-and-refusals, "grant_type=pkce"
 */
export async function exchangeCode(
  client: pg.PoolClient,
  code: string,
  verifier: string,
): Promise<Exchanged> {
  const { rows } = await client.query<{
    id: string
    user_id: string | null
    authentication_method: string
    provider_access_token: string | null
    provider_refresh_token: string | null
    code_challenge: string
    code_challenge_method: 's256' | 'plain'
    expired: boolean
  }>(
    `select *, coalesce(auth_code_issued_at < now() - make_interval(secs => $2), true) as expired
     from auth.flow_state where auth_code = $1 for update`,
    [code, CODE_LIFETIME_SECONDS],
  )
  const flow = rows[0]
  if (!flow?.user_id)
    throw new ApiError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (flow.expired)
    throw new ApiError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  const shown =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  if (shown !== flow.code_challenge) {
    throw new ApiError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await client.query('delete from auth.flow_state where id = $1', [flow.id])
  const { provider_access_token: access, provider_refresh_token: refresh } = flow
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    tokens: access ? { access, refresh: refresh ?? undefined } : undefined,
  }
}
