import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../core/errors.ts'
import { audit } from './audit.ts'
import { type AuthContext, type Caller, callerOf, inTransaction } from './context.ts'
import { validationFailed } from './errors.ts'
import { normalizeEmail, parameter, parse, text } from './input.ts'
import {
  consumeCode,
  consumeSecrets,
  findByCode,
  findByLink,
  PKCE_PREFIX,
  type TokenKind,
} from './oneTime.ts'
import { issueCode } from './pkce.ts'
import { allowedRedirect, withOutcome } from './redirects.ts'
import { type OpenSession, openSession, sessionBody } from './sessions.ts'
import { SIGNUP_FLOW } from './signup.ts'
import { confirmEmail, isBanned, type User } from './users.ts'

const Query = z.object({ token: parameter, type: parameter, redirect_to: parameter })
const Body = z.object({
  type: text.nullish(),
  token: text.nullish(),
  token_hash: text.nullish(),
  email: text.nullish(),
  phone: text.nullish(),
})

/** Which mailed secrets each type of verification takes, in the order in which they are looked for. */
const KINDS: Readonly<Record<string, readonly TokenKind[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  email: ['confirmation', 'recovery'],
  magiclink: ['recovery', 'confirmation'],
  recovery: ['recovery'],
}
const PHONE_TYPES = new Set(['sms', 'phone_change'])

/** `GET` and `POST /verify`. Source: gotrue-contract, "POST /verify". */
export function verifyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/verify', async (request) => {
    const caller = callerOf(request)
    await ctx.limits.countCall('verify', caller.ip)
    const secret = readSecret(parse(Body, request.body))
    if (secret.email) await ctx.limits.countCode(secret.email)
    const open = await inTransaction(ctx.authPool, async (client) => {
      const { user, kind } = await redeem(client, secret)
      return signIn(client, user, kind, caller)
    })
    return sessionBody(ctx, open)
  })

  // Asking for the headers alone, or ahead of time, must not use the link up.
  app.head('/verify', async (_request, reply) => reply.code(204).send())
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { headers } = request
    if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)) {
      return reply.code(204).send()
    }
    const query = parse(Query, request.query)
    const target = allowedRedirect(ctx.config, query.redirect_to)
    const caller = callerOf(request)
    const destination = await openLink(ctx, query, target, caller).catch((error) => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return withError(target, error, query.token.startsWith(PKCE_PREFIX))
    })
    return reply.redirect(destination, 303)
  })
}

/** What a request shows to prove that a mail was received. */
interface Secret {
  kinds: readonly TokenKind[]
  /** A link's secret. */
  link?: string
  /** A code, with the address that it was mailed to. */
  code?: string
  email?: string
}

function readSecret(body: z.output<typeof Body>): Secret {
  const { type, token, token_hash: link, email, phone } = body
  if (!type) throw validationFailed('Verify requires a verification type')
  if (Boolean(token) === Boolean(link)) {
    throw validationFailed('Verify requires either a token or a token hash')
  }
  if (PHONE_TYPES.has(type)) throw expired()
  const kinds = kindsOf(type)
  if (link) {
    if (email || phone) throw validationFailed('Only the token_hash and type should be provided')
    return { kinds, link }
  }
  if (Boolean(email) === Boolean(phone)) {
    throw validationFailed('Only an email address or phone number should be provided on verify')
  }
  if (!email) throw expired()
  return { kinds, code: token!, email: normalizeEmail(email, 422) }
}

function kindsOf(type: string): readonly TokenKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kinds) throw validationFailed('Invalid email verification type')
  return kinds
}

/** @throws ApiError 403 `otp_expired` for a secret that is wrong, used or too old, without saying which */
async function redeem(
  client: pg.PoolClient,
  { kinds, link, code, email }: Secret,
): Promise<{ user: User; kind: TokenKind }> {
  for (const kind of kinds) {
    const user = link
      ? await findByLink(client, kind, link)
      : await findByCode(client, kind, email ?? '', code ?? '')
    // A used confirmation link stays known for its hour, but signs nobody in a second time.
    if (!user || (kind === 'confirmation' && user.email_confirmed_at)) continue
    if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned')
    return { user, kind }
  }
  throw expired(link === undefined)
}

async function signIn(
  client: pg.PoolClient,
  user: User,
  kind: TokenKind,
  caller: Caller,
): Promise<OpenSession> {
  await confirm(client, user, kind, caller)
  if (kind === 'confirmation') await consumeCode(client, user.id, kind)
  else await consumeSecrets(client, user.id, kind)
  const open = await openSession(client, user.id, 'otp', caller)
  await audit(client, 'login', user.id, caller)
  return open
}

/** Whoever opens a mail has shown the mailbox to be hers. */
async function confirm(client: pg.PoolClient, user: User, kind: TokenKind, caller: Caller): Promise<void> {
  if (user.email_confirmed_at) return
  await confirmEmail(client, user)
  await audit(client, 'user_signedup', user.id, caller)
  if (kind === 'recovery') {
    // She did not come by the link of her own registration: the password waiting there may be somebody else's.
    await client.query(`update auth.users set encrypted_password = '' where id = $1`, [user.id])
  }
}

/** @returns the address to send the browser to */
async function openLink(
  ctx: AuthContext,
  { token, type }: { token: string; type: string },
  target: string,
  caller: Caller,
): Promise<string> {
  await ctx.limits.countCall('verify', caller.ip)
  if (!token) throw validationFailed('Verify requires a token')
  if (!type) throw validationFailed('Verify requires a verification type')
  const kinds = kindsOf(type)
  if (token.startsWith(PKCE_PREFIX)) return openPkceLink(ctx, kinds, token, target, caller)

  const opened = await inTransaction(ctx.authPool, async (client) => {
    if (kinds[0] === 'confirmation') {
      const user = await findByLink(client, 'confirmation', token)
      // A mail scanner may have been here first: the address is confirmed, so she is told that, not that she failed.
      if (user?.email_confirmed_at) return 'already confirmed'
    }
    const { user, kind } = await redeem(client, { kinds, link: token })
    return signIn(client, user, kind, caller)
  })
  if (opened === 'already confirmed') {
    return withOutcome(target, { fragment: { message: 'Email already confirmed', type } })
  }
  const body = await sessionBody(ctx, opened)
  return withOutcome(target, {
    fragment: {
      access_token: String(body.access_token),
      expires_at: String(body.expires_at),
      expires_in: String(body.expires_in),
      refresh_token: String(body.refresh_token),
      token_type: 'bearer',
      type,
    },
  })
}

/** Confirms, and hands out a code that only the browser which asked for the mail can exchange. */
async function openPkceLink(
  ctx: AuthContext,
  kinds: readonly TokenKind[],
  token: string,
  target: string,
  caller: Caller,
): Promise<string> {
  const code = await inTransaction(ctx.authPool, async (client) => {
    for (const kind of kinds) {
      const user = await findByLink(client, kind, token)
      if (!user) continue
      if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned')
      await confirm(client, user, kind, caller)
      await consumeCode(client, user.id, kind)
      return issueCode(client, user.id, kind === 'recovery' ? 'recovery' : SIGNUP_FLOW)
    }
    return undefined
  })
  if (!code) throw expired(false)
  return withOutcome(target, { query: { code } })
}

function withError(target: string, error: ApiError, inQuery: boolean): string {
  const outcome = {
    error: 'access_denied',
    error_code: error.code,
    error_description: error.message,
  }
  // `sb` marks the outcome as ours among other things that a fragment may hold. Source: gotrue-contract, "GET form".
  return withOutcome(target, { query: inQuery ? outcome : {}, fragment: { ...outcome, sb: '' } })
}

function expired(code = true): ApiError {
  const message = code ? 'Token has expired or is invalid' : 'Email link is invalid or has expired'
  return new ApiError(403, 'otp_expired', message)
}
