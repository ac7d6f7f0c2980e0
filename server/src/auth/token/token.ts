import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { togetherOn } from '../../db/pipeline.ts'
import { ApiError } from '../../http/errors.ts'
import {
  audit,
  auditQuery,
  type Contact,
  contactQueries,
  findUserById,
  isBanned,
  isConfirmed,
  type User,
} from '../accounts/accounts.ts'
import { assertByEmail, assertPhones } from '../accounts/contact.ts'
import { passwordMatches, weaknessOf } from '../accounts/passwords.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import {
  type Caller,
  callerOf,
  cleanEmail,
  deviceOf,
  OAuthError,
  parameter,
  parse,
  text,
  validationFailed,
} from '../http.ts'
import type { Attempt } from '../limits.ts'
import { confirmMailbox, endOthersAfterRecovery, type WayIn } from '../links/confirm.ts'
import { consumeCode, consumeSecrets } from '../links/oneTimeTokens.ts'
import { accountOf, linkIdentity } from '../providers/externalAccount.ts'
import { requireLinking } from '../providers/linking.ts'
import { exchangeCode, MAGIC_LINK_FLOW, RECOVERY_FLOW, SIGNUP_FLOW } from './pkce.ts'
import { refreshSession } from './refresh.ts'
import { openSession, openSessionAlone, sessionBody, type WordedSession, wordToken } from './sessions.ts'

const Query = z.object({ grant_type: parameter })
const PasswordBody = z.object({ email: text.nullish(), phone: text.nullish(), password: text.nullish() })
const RefreshBody = z.object({ refresh_token: text.nullish() })
const PkceBody = z.object({ auth_code: text.nullish(), code_verifier: text.nullish() })
const IdTokenBody = z.object({
  provider: text.nullish(),
  issuer: text.nullish(),
  id_token: text.nullish(),
  nonce: text.nullish(),
  access_token: text.nullish(),
  link_identity: z.boolean().nullish(),
})

type SessionBody = Record<string, unknown>

/** `POST /token`, one grant after the other. Source: docs/api.md#auth-calls-and-refusals. */
export function tokenRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/token', async (request) => {
    const caller = callerOf(request)
    const { grant_type: grant } = parse(Query, request.query)
    const counted = <T>(refuseBeyond: boolean, work: () => Promise<T>) =>
      ctx.limits.countRefusals('token', caller.ip, refuseBeyond, work)
    switch (grant) {
      case 'password':
        return passwordGrant(ctx, parse(PasswordBody, request.body), request)
      case 'refresh_token':
        return counted(false, () =>
          refreshSession(ctx, parse(RefreshBody, request.body).refresh_token ?? '', caller),
        )
      case 'pkce':
        return counted(false, () => pkceGrant(ctx, parse(PkceBody, request.body), caller))
      case 'id_token':
        return counted(true, () => idTokenGrant(ctx, parse(IdTokenBody, request.body), request))
      case 'web3':
        return counted(true, () => {
          throw new ApiError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
        })
      default:
        return counted(true, () => {
          throw new ApiError(400, 'invalid_credentials', 'unsupported_grant_type')
        })
    }
  })
}

async function passwordGrant(
  ctx: AuthContext,
  body: z.output<typeof PasswordBody>,
  request: FastifyRequest,
): Promise<SessionBody> {
  const caller = callerOf(request)
  const contact = readLogin(ctx, body)
  assertByEmail(ctx, contact, 422, 'Email logins are disabled')
  const device = deviceOf(request)
  const [counted, users, shadows] = await togetherOn(ctx.authPool, [
    ctx.limits.attemptQuery(contact.address, device, caller.ip),
    ...contactQueries(ctx, contact),
  ])
  const attempt = ctx.limits.readAttempt(counted!, contact.address, device, caller.ip)
  const found = {
    user: users![0] as unknown as User | undefined,
    shadow: shadows![0] as unknown as User | undefined,
  }
  const signIn = () => tryPassword(ctx, contact, body.password ?? '', attempt, found, caller)
  // A known device is limited by its own wrong passwords, not by those of everybody behind the same address.
  if (!attempt.isKnown) attempt.assertAddress()
  const open = attempt.isKnown
    ? await signIn()
    : await ctx.limits.countRefusals('token', caller.ip, false, signIn)
  const weak = weaknessOf(body.password ?? '', ctx.config.project.auth)
  return { ...(await sessionBody(ctx, open)), ...(weak && { weak_password: weak }) }
}

async function tryPassword(
  ctx: AuthContext,
  contact: Contact,
  password: string,
  attempt: Attempt,
  { user, shadow }: { user: User | undefined; shadow: User | undefined },
  caller: Caller,
): Promise<WordedSession> {
  attempt.assertMayTry()
  const matches = await passwordMatches(password, user?.encrypted_password)
  if (!user || !matches || !isConfirmed(user, contact)) {
    // A right password for an unconfirmed sign-up answers `email_not_confirmed`, whether it is a real account or the
    // shadow of an existing one. Both take the same work, and neither clears the counter of wrong passwords.
    const waits = (await passwordMatches(password, shadow?.encrypted_password)) || (user && matches)
    if (waits) {
      const words = contact.channel === 'email' ? 'Email not confirmed' : 'Phone not confirmed'
      throw new ApiError(400, `${contact.channel}_not_confirmed`, words)
    }
    await togetherOn(ctx.authPool, [
      ctx.limits.wrongPasswordQuery(attempt.name),
      auditQuery('login_failed', user?.id ?? null, caller),
    ])
    throw new ApiError(400, 'invalid_credentials', 'Invalid login credentials')
  }
  const counting = {
    query: ctx.limits.signInQuery(attempt.name),
    check: (rows: Record<string, unknown>[]) => {
      ctx.limits.assertSignIn(rows)
      if (isBanned(user)) throw new ApiError(400, 'user_banned', 'User is banned')
    },
  }
  return openSessionAlone(ctx, { userId: user.id, method: 'password', caller }, counting, (mark) => [
    auditQuery('login', user.id, caller),
    // The browser has the mark once this answer has arrived.
    ...(mark === undefined ? [] : [ctx.limits.rememberDeviceQuery(contact.address, mark)]),
  ])
}

/** A malformed address is answered like one without an account. */
function readLogin(ctx: AuthContext, { email, phone }: z.output<typeof PasswordBody>): Contact {
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.')
  }
  if (phone) {
    assertPhones(ctx)
    return { channel: 'phone', address: phone.replace(/\D/g, '').slice(0, 20) }
  }
  if (!email) throw validationFailed('missing email or phone')
  return { channel: 'email', address: cleanEmail(email) }
}

/** What the mails of each flow were for. */
const WAYS_IN: Readonly<Record<string, WayIn>> = {
  [SIGNUP_FLOW]: 'signup',
  [MAGIC_LINK_FLOW]: 'entry',
  [RECOVERY_FLOW]: 'recovery',
}

async function pkceGrant(
  ctx: AuthContext,
  body: z.output<typeof PkceBody>,
  caller: Caller,
): Promise<SessionBody> {
  const { auth_code: code, code_verifier: verifier } = body
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  const { open, tokens } = await inTransaction(ctx.authPool, async (client) => {
    const { userId, method, tokens } = await exchangeCode(client, code, verifier)
    const user = await findUserById(client, userId, true)
    if (!user)
      throw new ApiError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (isBanned(user)) throw new ApiError(400, 'user_banned', 'User is banned')
    // The opened link changed nothing: what it confirms is confirmed here, where the browser shows that it asked for it.
    const way = WAYS_IN[method]
    if (way) await confirmMailbox(client, user, way, caller)
    // A confirmation link stays known for its hour, so that opening it again does not look like a failure.
    if (way === 'signup') await consumeCode(client, userId, 'confirmation')
    else if (way) await consumeSecrets(client, userId, 'recovery')
    const session = await openSession(ctx, client, userId, method, caller)
    if (way === 'recovery') await endOthersAfterRecovery(client, session)
    await audit(client, 'login', userId, caller)
    return { open: await wordToken(ctx, client, session), tokens }
  })
  return {
    ...(await sessionBody(ctx, open)),
    ...(tokens && { provider_token: tokens.access }),
    ...(tokens?.refresh && { provider_refresh_token: tokens.refresh }),
  }
}

/** Signs in with the token of a provider, which a native dialog gave the client. */
async function idTokenGrant(
  ctx: AuthContext,
  body: z.output<typeof IdTokenBody>,
  request: FastifyRequest,
): Promise<SessionBody> {
  const caller = callerOf(request)
  const linker = body.link_identity ? await requireLinking(ctx, request) : undefined
  if (!body.id_token) throw new OAuthError(400, 'invalid request', 'id_token required')
  if (!body.provider && !body.issuer) {
    throw new OAuthError(400, 'invalid request', 'provider or client_id and issuer required')
  }
  const provider = body.provider
    ? ctx.providers.find(body.provider)
    : ctx.providers.findByIssuer(body.issuer ?? '')
  // One without OpenID Connect signs no tokens.
  if (!provider || provider.plain) {
    const name = body.provider ?? body.issuer
    throw new ApiError(400, 'provider_disabled', `Provider (issuer "${name?.slice(0, 100)}") is not enabled`)
  }
  if (body.issuer && body.issuer !== provider.issuer) {
    throw validationFailed('The issuer does not belong to the provider')
  }
  const identity = await ctx.providers.readIdToken(provider, {
    token: body.id_token,
    nonce: body.nonce ?? undefined,
    accessToken: body.access_token ?? undefined,
  })
  const open = await inTransaction(ctx.authPool, async (client) => {
    const user = linker
      ? await linkIdentity(client, linker.session.id, identity, caller)
      : await accountOf(ctx, client, identity, caller)
    await audit(client, 'login', user.id, caller)
    return wordToken(ctx, client, await openSession(ctx, client, user.id, 'oauth', caller))
  })
  return sessionBody(ctx, open)
}
