import { randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { TokenClaims } from '../core/tokens.ts'
import type { AuthContext, Caller } from './context.ts'
import { deviceTag } from './device.ts'
import { noteDevice } from './notices.ts'
import { findUserById, type User, userBody } from './users.ts'

/** A row of `auth.sessions`: the members that this door reads. */
export interface Session {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3' | null
  /** A number where it is `infinity`. */
  not_after: Date | number | null
  created_at: Date
  /** Which device it is on; see `device.ts`. */
  tag: string | null
}

/** How she proved to be herself, and when. Source: RFC 8176; the words are upstream's. */
export interface Proof {
  method: string
  /** Seconds since 1970. */
  timestamp: number
}

/** A session as the database holds it, ready to be signed and sent. */
export interface OpenSession {
  session: Session
  user: User
  refreshToken: string
  proofs: Proof[]
}

const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** 113 bits; the alphabet of the reference's first kind of token, which has 12 characters. */
const TOKEN_LENGTH = 22

/** @returns a refresh token; who holds it is her */
export function newRefreshToken(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)]).join('')
}

/** Opens a session for her and records the sign-in. */
export async function openSession(
  { config }: Pick<AuthContext, 'config'>,
  client: pg.PoolClient,
  userId: string,
  method: string,
  caller: Caller,
): Promise<OpenSession> {
  const refreshToken = newRefreshToken()
  const { rows } = await client.query<Session>(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after, tag)
     values ($1, $2, now(), now(), 'aal1', $3, $4, now() + make_interval(secs => $5), $6) returning *`,
    [
      randomUUID(),
      userId,
      caller.userAgent,
      caller.ip,
      // Every door asks whether a session has ended, so the time-box holds on all of them.
      config.project.auth.sessions?.timeboxSeconds ?? null,
      await deviceTag(client, caller),
    ],
  )
  const session = rows[0]!
  await client.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, now(), now(), $3)`,
    [randomUUID(), session.id, method],
  )
  await storeRefreshToken(client, session, refreshToken, null)
  const before = await client.query<{ first: boolean }>(
    'select last_sign_in_at is null as first from auth.users where id = $1',
    [userId],
  )
  await noteDevice({ config }, client, userId, session.tag, before.rows[0]?.first ?? true)
  await client.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [
    userId,
  ])
  const user = (await findUserById(client, userId))!
  return { session, user, refreshToken, proofs: await readProofs(client, session.id) }
}

/** @param parent the token that this one replaces */
export async function storeRefreshToken(
  client: pg.PoolClient,
  session: Session,
  token: string,
  parent: string | null,
): Promise<void> {
  await client.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, parent, session_id, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $4, now(), now())`,
    [token, session.user_id, parent, session.id],
  )
}

/** @returns how the session was proven, newest first */
export async function readProofs(db: pg.Pool | pg.PoolClient, sessionId: string): Promise<Proof[]> {
  const { rows } = await db.query<Proof>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return rows
}

/** The body of every answer that signs her in. Source: docs/auth.md#shapes. */
export async function sessionBody(
  { config, tokens }: AuthContext,
  { session, user, refreshToken, proofs }: OpenSession,
): Promise<Record<string, unknown>> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const expiresIn = config.project.auth.jwtExpirySeconds
  const claims: TokenClaims = {
    iss: `${config.siteUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp: issuedAt + expiresIn,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal ?? 'aal1',
    amr: proofs,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  return {
    access_token: await tokens.sign(claims),
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: issuedAt + expiresIn,
    refresh_token: refreshToken,
    user: userBody(user),
  }
}

/** Which of her sessions end: the one she is in, every other one, or all of them. */
export type SessionScope = 'local' | 'others' | 'global'

export async function endSessions(
  db: pg.Pool | pg.PoolClient,
  userId: string,
  sessionId: string,
  scope: SessionScope,
): Promise<void> {
  await db.query(
    `delete from auth.sessions where user_id = $1
       and ($3 = 'global' or ($3 = 'local' and id = $2) or ($3 = 'others' and id <> $2))`,
    [userId, sessionId, scope],
  )
}
