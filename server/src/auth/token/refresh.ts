import type pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import { audit, findUserById, isBanned } from '../accounts/accounts.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { type Caller, validationFailed } from '../http.ts'
import {
  deviceTag,
  newRefreshToken,
  noteDeviceQuery,
  type OpenSession,
  readProofs,
  type Session,
  sessionBody,
  storedRefreshToken,
  storeRefreshToken,
  type WordedSession,
  wordToken,
} from './sessions.ts'

interface RefreshToken {
  id: string
  token: string
  revoked: boolean
  session_id: string | null
  /** The token that it replaced. */
  parent: string | null
  /** Seconds since it was last written: since it was replaced, for a revoked one. */
  age: number
}

/** Either a session, or the news that a token came back too late and its session is over. */
type Outcome<Open = OpenSession> = { open: Open } | { refusal: ApiError }

/**
 * Exchanges a refresh token for a new one. Requests with tokens of one session wait for one another at its row, so that
 * many at once make one successor, and all of them are told the same one.
 * @throws ApiError with the codes of docs/api.md#auth-calls-and-refusals, "grant_type=refresh_token"
 */
export async function refreshSession(
  ctx: AuthContext,
  token: string,
  caller: Caller,
): Promise<Record<string, unknown>> {
  if (!/^[A-Za-z0-9_-]{12,255}$/.test(token)) throw validationFailed('Refresh token is not valid')
  const stored = storedRefreshToken(ctx.config.secrets.jwtSecret, token)
  if (stored === undefined) throw notFound()
  const outcome = await inTransaction(ctx.authPool, async (client): Promise<Outcome<WordedSession>> => {
    const rotated = await rotate(ctx, client, stored, caller)
    // What the project refuses here leaves the token that she has as good as it was.
    return 'open' in rotated ? { open: await wordToken(ctx, client, rotated.open, 'token_refresh') } : rotated
  })
  // A refusal that ends the session is thrown only now: the end must be kept, not rolled back.
  if ('refusal' in outcome) throw outcome.refusal
  return sessionBody(ctx, outcome.open)
}

async function rotate(
  ctx: AuthContext,
  client: pg.PoolClient,
  token: string,
  caller: Caller,
): Promise<Outcome> {
  const session = await lockSession(client, token, ctx.config.project.auth.sessions?.inactivitySeconds)
  const presented = await readToken(client, token)
  if (!presented) throw notFound()
  const user = await findUserById(client, session.user_id)
  if (!user) throw sessionNotFound()
  if (isBanned(user)) throw new ApiError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if ((session.not_after !== null && Number(session.not_after) <= Date.now()) || session.idle_too_long) {
    throw new ApiError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }

  let replaced = presented
  if (presented.revoked) {
    const active = await readActiveToken(client, session.id)
    if (active && presented.age <= ctx.config.project.auth.refreshTokenReuseIntervalSeconds) {
      return {
        open: { session, user, refreshToken: active.token, proofs: await readProofs(client, session.id) },
      }
    }
    if (active?.parent !== presented.token) {
      await client.query('delete from auth.sessions where id = $1', [session.id])
      await audit(client, 'token_revoked', user.id, caller)
      return {
        refusal: new ApiError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
      }
    }
    // Its successor was never used: the answer that brought it was lost on the way. Another one takes its place, and not the same one: of
    // two who share a session, the one who comes with the first still ends it.
    replaced = active
  }

  const successor = newRefreshToken()
  await client.query('update auth.refresh_tokens set revoked = true, updated_at = now() where id = any($1)', [
    [presented.id, replaced.id],
  ])
  await storeRefreshToken(client, session, successor, presented.token)
  const tag = await deviceTag(client, caller, session.tag, { answerLost: presented.revoked })
  // A session that moved to another device is notified like a sign-in there; one without a device was
  // notified when it was opened.
  if (tag !== session.tag) await client.query(noteDeviceQuery(ctx, user.id, tag, session.tag === null))
  await client.query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3,
       tag = $4
     where id = $1`,
    [session.id, caller.userAgent, caller.ip, tag],
  )
  return { open: { session, user, refreshToken: successor, proofs: await readProofs(client, session.id) } }
}

/** The session of a token, locked until the transaction ends. */
async function lockSession(
  client: pg.PoolClient,
  token: string,
  inactivitySeconds: number | undefined,
): Promise<Session & { idle_too_long: boolean }> {
  const { rows } = await client.query<{ session_id: string | null }>(
    'select session_id from auth.refresh_tokens where token = $1',
    [token],
  )
  if (!rows[0]) throw notFound()
  const sessions = await client.query<Session & { idle_too_long: boolean }>(
    `select *, coalesce(coalesce(refreshed_at at time zone 'utc', created_at) < now() - make_interval(secs => $2), false)
       as idle_too_long
     from auth.sessions where id = $1 for update`,
    [rows[0].session_id, inactivitySeconds ?? null],
  )
  if (!sessions.rows[0]) throw sessionNotFound()
  return sessions.rows[0]
}

async function readToken(client: pg.PoolClient, token: string): Promise<RefreshToken | undefined> {
  const { rows } = await client.query<RefreshToken>(
    `select id, token, revoked, session_id, parent, extract(epoch from clock_timestamp() - updated_at)::float8 as age
     from auth.refresh_tokens where token = $1`,
    [token],
  )
  return rows[0]
}

async function readActiveToken(client: pg.PoolClient, sessionId: string): Promise<RefreshToken | undefined> {
  const { rows } = await client.query<RefreshToken>(
    `select id, token, revoked, session_id, parent, 0 as age from auth.refresh_tokens
     where session_id = $1 and not revoked order by id desc limit 1`,
    [sessionId],
  )
  return rows[0]
}

function notFound(): ApiError {
  return new ApiError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
}

function sessionNotFound(): ApiError {
  return new ApiError(400, 'session_not_found', 'Invalid Refresh Token: Session Not Found')
}
