import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../core/errors.ts'
import { audit } from './audit.ts'
import { readPhone } from './contact.ts'
import { type AuthContext, type Caller, callerOf, inTransaction } from './context.ts'
import { agreeToEmailChange } from './emailChange.ts'
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
import { type PhoneCodeType, usePhoneCode } from './phone.ts'
import { EMAIL_CHANGE_FLOW, issueCode, MAGIC_LINK_FLOW, RECOVERY_FLOW, SIGNUP_FLOW } from './pkce.ts'
import { allowedRedirect, withOutcome } from './redirects.ts'
import { type OpenSession, openSession, sessionBody } from './sessions.ts'
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
  email_change: ['email_change_new', 'email_change_current'],
}
const PHONE_TYPES: ReadonlySet<string> = new Set<PhoneCodeType>(['sms', 'phone_change'])

/** Source: gotrue-contract, "POST /verify", first half of a secure e-mail change. */
const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const CONFIRMED_BEFORE = 'Email already confirmed'

/** `GET` and `POST /verify`. Source: gotrue-contract, "POST /verify". */
export function verifyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/verify', async (request) => {
    const caller = callerOf(request)
    const body = parse(Body, request.body)
    // Six digits can be guessed, a link cannot.
    const open = await ctx.limits.countRefusals('verify', caller.ip, !body.token_hash, async () => {
      const secret = readSecret(ctx, body)
      const address = 'phone' in secret ? secret.phone : secret.email
      if (address) await ctx.limits.countCode(address)
      return inTransaction(ctx.authPool, (client) =>
        'phone' in secret ? usePhoneCode(ctx, client, secret, caller) : use(ctx, client, secret, caller),
      )
    })
    return open ? sessionBody(ctx, open) : { msg: HALF, code: '200' }
  })

  // Asking for the headers alone, or ahead of time, must not use the link up.
  app.head('/verify', async (_request, reply) => reply.code(204).send())
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { headers } = request
    if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)) {
      return reply.code(204).send()
    }
    const caller = callerOf(request)
    const { token, type, redirect_to: redirectTo } = parse(Query, request.query)
    const target = allowedRedirect(ctx.config, redirectTo)
    const pkce = token.startsWith(PKCE_PREFIX)
    try {
      const address = await ctx.limits.countRefusals('verify', caller.ip, false, async () => {
        if (!token) throw validationFailed('Verify requires a token')
        if (!type) throw validationFailed('Verify requires a verification type')
        const open = pkce ? openPkceLink : openImplicitLink
        return open(ctx, { token, type, target, caller })
      })
      return reply.redirect(address, 303)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return reply.redirect(withError(target, error, pkce), 303)
    }
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

/** The code of a text message. */
interface PhoneSecret {
  type: PhoneCodeType
  phone: string
  code: string
}

function readSecret(ctx: AuthContext, body: z.output<typeof Body>): Secret | PhoneSecret {
  const { type, token, token_hash: link, email, phone } = body
  if (!type) throw validationFailed('Verify requires a verification type')
  if (Boolean(token) === Boolean(link)) {
    throw validationFailed('Verify requires either a token or a token hash')
  }
  if (link && (email || phone)) throw validationFailed('Only the token_hash and type should be provided')
  if (token && Boolean(email) === Boolean(phone)) {
    throw validationFailed('Only an email address or phone number should be provided on verify')
  }
  if (phone || PHONE_TYPES.has(type)) {
    if (!PHONE_TYPES.has(type)) throw validationFailed('Invalid sms verification type')
    if (!phone || !token) throw validationFailed('A phone number and a token are required')
    return { type: type as PhoneCodeType, phone: readPhone(ctx, phone), code: token }
  }
  const kinds = kindsOf(type)
  return link ? { kinds, link } : { kinds, code: token!, email: normalizeEmail(email!, 422) }
}

function kindsOf(type: string): readonly TokenKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kinds) throw validationFailed('Invalid email verification type')
  return kinds
}

/**
 * Uses a secret up.
 * @returns a session, or undefined after the first half of an address change
 * @throws ApiError 403 `otp_expired` for a secret that is wrong, used or too old, without saying which
 */
async function use(
  ctx: AuthContext,
  client: pg.PoolClient,
  secret: Secret,
  caller: Caller,
): Promise<OpenSession | undefined> {
  const found = await find(client, secret)
  // A used confirmation link stays known for its hour, but signs nobody in a second time.
  if (!found || (found.kind === 'confirmation' && found.user.email_confirmed_at)) {
    throw expired(secret.link === undefined)
  }
  const { user, kind } = found
  if (isEmailChange(kind)) {
    if (!(await agreeToEmailChange(client, user, kind))) return undefined
    await audit(client, 'user_modified', user.id, caller)
  } else {
    await confirm(client, user, kind, caller)
    if (kind === 'confirmation') await consumeCode(client, user.id, kind)
    else await consumeSecrets(client, user.id, kind)
  }
  const open = await openSession(ctx, client, user.id, 'otp', caller)
  await audit(client, 'login', user.id, caller)
  return open
}

interface Found {
  user: User
  kind: TokenKind
}

async function find(client: pg.PoolClient, { kinds, link, code, email }: Secret): Promise<Found | undefined> {
  for (const kind of kinds) {
    const user = link
      ? await findByLink(client, kind, link)
      : await findByCode(client, kind, email ?? '', code ?? '')
    if (!user) continue
    if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned')
    return { user, kind }
  }
  return undefined
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

/** A mailed link that a browser has opened. */
interface Opened {
  token: string
  type: string
  target: string
  caller: Caller
}

/** @returns the address to send the browser to: with a session in its fragment */
async function openImplicitLink(ctx: AuthContext, { token, type, target, caller }: Opened): Promise<string> {
  const secret = { kinds: kindsOf(type), link: token }
  const opened = await inTransaction(ctx.authPool, async (client) => {
    const found = await find(client, secret)
    // A mail scanner may have been here first: the address is confirmed, so she is told that, not that she failed.
    if (found?.kind === 'confirmation' && found.user.email_confirmed_at) return CONFIRMED_BEFORE
    return (await use(ctx, client, secret, caller)) ?? HALF
  })
  if (typeof opened === 'string') return withOutcome(target, { fragment: { message: opened, type } })
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

const FLOWS: Readonly<Partial<Record<TokenKind, string>>> = {
  confirmation: SIGNUP_FLOW,
  recovery: RECOVERY_FLOW,
  email_change_new: EMAIL_CHANGE_FLOW,
  email_change_current: EMAIL_CHANGE_FLOW,
}

/** A link to enter with and one to set a password with have the same place in the account, but a flow each. */
function flowOf(kind: TokenKind, type: string): string {
  return kind === 'recovery' && type === 'magiclink' ? MAGIC_LINK_FLOW : (FLOWS[kind] ?? '')
}

/** What the opening of a link comes to: a code, or news where there is none to give. */
type PkceOutcome = { code: string } | { message: string }

/** @returns the address to send the browser to: with a code that only the browser which asked for the mail can exchange */
async function openPkceLink(ctx: AuthContext, { token, type, target, caller }: Opened): Promise<string> {
  const secret = { kinds: kindsOf(type), link: token }
  const opened = await inTransaction(ctx.authPool, async (client): Promise<PkceOutcome | undefined> => {
    const found = await find(client, secret)
    if (!found) return undefined
    const { user, kind } = found
    if (isEmailChange(kind)) {
      if (!(await agreeToEmailChange(client, user, kind))) return { message: HALF }
      await audit(client, 'user_modified', user.id, caller)
    } else {
      await confirm(client, user, kind, caller)
      await consumeCode(client, user.id, kind)
    }
    const code = await issueCode(client, user.id, flowOf(kind, type))
    if (code) return { code }
    return kind === 'confirmation' ? { message: CONFIRMED_BEFORE } : undefined
  })
  if (!opened) throw expired(false)
  if ('code' in opened) return withOutcome(target, { query: { code: opened.code } })
  const outcome = { message: opened.message, type }
  return withOutcome(target, { query: outcome, fragment: outcome })
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

function isEmailChange(kind: TokenKind): boolean {
  return kind === 'email_change_new' || kind === 'email_change_current'
}

function expired(code = true): ApiError {
  const message = code ? 'Token has expired or is invalid' : 'Email link is invalid or has expired'
  return new ApiError(403, 'otp_expired', message)
}
