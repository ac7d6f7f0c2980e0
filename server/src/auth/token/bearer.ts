import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors.ts'
import { type TokenClaims, TokenError } from '../../tokens/tokens.ts'
import { findUserById, isBanned, type User } from '../accounts/accounts.ts'
import type { AuthContext } from '../context.ts'
import type { Session } from './sessions.ts'

/** The caller, after her token, account and session were checked. */
export interface SignedIn {
  user: User
  session: Session
  /** Whom the token was made for. */
  audience: TokenClaims['aud']
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The account behind a request's access token, as it stands now: a session that ended counts no more, whatever the
 * token's own lifetime says.
 * @throws ApiError with the codes of docs/api.md#auth-errors
 */
export async function requireSignedIn(ctx: AuthContext, request: FastifyRequest): Promise<SignedIn> {
  const claims = await readClaims(ctx, request)
  if (typeof claims.sub !== 'string') throw badJwt(403, 'invalid claim: missing sub claim')
  if (!UUID.test(claims.sub)) throw badJwt(400, 'invalid claim: sub claim must be a UUID')
  const user = await findUserById(ctx.authPool, claims.sub)
  if (!user) {
    throw new ApiError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  const session = await findSession(ctx, claims.session_id, user.id)
  if (!session) {
    throw new ApiError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned')
  return { user, session, audience: claims.aud }
}

async function readClaims(ctx: AuthContext, request: FastifyRequest): Promise<TokenClaims> {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')
  if (!match) {
    throw new ApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  try {
    return await ctx.tokens.verify(match[1]!)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    const reason =
      error.reason === 'expired' ? 'token is expired' : 'token is malformed or its signature is invalid'
    throw badJwt(403, `invalid JWT: unable to parse or verify signature, ${reason}`)
  }
}

async function findSession(
  { authPool }: AuthContext,
  sessionId: unknown,
  userId: string,
): Promise<Session | undefined> {
  if (typeof sessionId !== 'string' || !UUID.test(sessionId)) return undefined
  const { rows } = await authPool.query<Session>(
    `select * from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > now())`,
    [sessionId, userId],
  )
  return rows[0]
}

function badJwt(status: number, message: string): ApiError {
  return new ApiError(status, 'bad_jwt', message)
}
