import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type pg from 'pg'
import { z } from 'zod'
import type { IdentityProvider } from '../../config/serverConfig.ts'
import { ApiError } from '../../http/errors.ts'
import { audit } from '../accounts/accounts.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { callerOf, parameter, parse, pkce, validationFailed } from '../http.ts'
import { allowedRedirect, withOutcome } from '../links/redirects.ts'
import { finishedFlow, type ProviderTokens, readChallenge } from '../token/pkce.ts'
import { openSession, sessionBody, wordToken } from '../token/sessions.ts'
import { accountOf, linkIdentity } from './externalAccount.ts'
import type { ExternalIdentity } from './externalIdentity.ts'
import { toIdentity } from './identityProviders.ts'
import { readPlain, scopesOf } from './plainProviders.ts'

/** How long the sign-in at the provider may take. */
const FLOW_LIFETIME_SECONDS = 900
/** The cookie that shows that the browser which returns is the one that left. A neutral name. */
const COOKIE = 'vuelta'
const COOKIE_PATTERN = /(?:^|;\s*)vuelta=([A-Za-z0-9_-]{43})(?:;|$)/

const AuthorizeQuery = z.object({
  provider: parameter,
  redirect_to: parameter,
  scopes: parameter,
  /** Goes on with the linking that this names. */
  link: parameter,
  skip_http_redirect: parameter,
  ...pkce,
})
const CallbackQuery = z.object({
  state: parameter,
  code: parameter,
  error: parameter,
  error_description: parameter,
})

/** A sign-in that is on its way: a row of `local_server.oauth_flows`. */
interface Flow {
  provider: string
  redirect_to: string
  challenge: string | null
  challenge_method: 's256' | 'plain' | null
  verifier: string
  nonce: string
  browser_hash: string
  /** The session of whom another way in is linked to; null for somebody who comes in. */
  link_session: string | null
  used: boolean
  expired: boolean
}

/** `GET /authorize` and `GET /callback`: signing in at a provider of identities. Source: OpenID Connect Core 1.0, section 3.1. */
export function oauthRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/authorize', async (request, reply) => {
    const query = parse(AuthorizeQuery, request.query)
    try {
      await ctx.limits.countCall('authorize', callerOf(request).ip)
      return reply.redirect(await (query.link ? goOnLinking : leave)(ctx, query, reply), 302)
    } catch (error) {
      const refusal = error instanceof ApiError ? error : unreachable(ctx, error)
      return refuseNavigation(ctx, request, reply, query.redirect_to, refusal)
    }
  })

  app.get('/callback', async (request, reply) => {
    const query = parse(CallbackQuery, request.query)
    let flow: Flow
    try {
      await ctx.limits.countCall('authorize', callerOf(request).ip)
      flow = await takeFlow(ctx, query.state, request)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refuseNavigation(ctx, request, reply, '', error)
    }
    reply.header('Set-Cookie', cookie(ctx, '', 0))
    try {
      return reply.redirect(await arrive(ctx, flow, query, request), 302)
    } catch (error) {
      const refusal = error instanceof ApiError ? error : unreachable(ctx, error)
      return reply.redirect(withRefusal(flow.redirect_to, refusal, flow.challenge !== null), 302)
    }
  })
}

type AuthorizeRequest = z.output<typeof AuthorizeQuery>

/** @returns the address at the provider to send the browser to */
async function leave(ctx: AuthContext, query: AuthorizeRequest, reply: FastifyReply): Promise<string> {
  const browser = randomBytes(32).toString('base64url')
  const flow = await writeFlow(ctx, query, { browserHash: hashOf(browser) })
  reply.header('Set-Cookie', cookie(ctx, browser, FLOW_LIFETIME_SECONDS))
  return addressAtProvider(ctx, flow, query.scopes)
}

/** What the way back must know: kept in the database, and the state in the address alone. */
async function writeFlow(
  ctx: AuthContext,
  query: AuthorizeRequest,
  { browserHash, linkSession }: { browserHash: string; linkSession?: string },
): Promise<{ provider: IdentityProvider; state: string; nonce: string; verifier: string }> {
  const provider = findProvider(ctx, query.provider)
  const challenge = readChallenge(query)
  // Asked before anything is written: a provider that does not answer ends it here.
  await ctx.providers.configuration(provider)
  const flow = { provider, state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  await ctx.authPool.query(
    `insert into local_server.oauth_flows
       (state_hash, provider, redirect_to, challenge, challenge_method, verifier, nonce, browser_hash, link_session)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      hashOf(flow.state),
      provider.name,
      allowedRedirect(ctx.config, query.redirect_to),
      challenge?.challenge ?? null,
      challenge?.method ?? null,
      flow.verifier,
      flow.nonce,
      browserHash,
      linkSession ?? null,
    ],
  )
  return flow
}

function findProvider(ctx: AuthContext, name: string): IdentityProvider {
  if (!name) throw validationFailed('Unsupported provider: missing provider')
  const provider = ctx.providers.find(name)
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled')
  return provider
}

async function addressAtProvider(
  ctx: AuthContext,
  { provider, state, nonce, verifier }: Awaited<ReturnType<typeof writeFlow>>,
  scopes: string,
): Promise<string> {
  return buildAuthorizationUrl(await ctx.providers.configuration(provider), {
    redirect_uri: callbackAddress(ctx),
    scope: scopesFor(provider, scopes),
    state,
    ...(!provider.plain && { nonce }),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href
}

/** A flow that no browser has begun yet; it opens in the first one that comes. */
const NO_BROWSER = ''

/**
 * Begins to link another way in to whose session it is.
 * @returns an address of ours, since the answer to a page of another origin cannot mark the browser; it leads on to the provider
 * @throws ApiError 400 `validation_failed`, 429
 */
export async function beginLinking(
  ctx: AuthContext,
  sessionId: string,
  request: FastifyRequest,
): Promise<{ url: string; isAsked: boolean }> {
  const query = parse(AuthorizeQuery, request.query)
  await ctx.limits.countCall('authorize', callerOf(request).ip)
  const { state } = await writeFlow(ctx, query, { browserHash: NO_BROWSER, linkSession: sessionId })
  const url = new URL(`${ctx.config.siteUrl}/auth/v1/authorize`)
  url.searchParams.set('link', state)
  if (query.scopes) url.searchParams.set('scopes', query.scopes)
  return { url: url.href, isAsked: query.skip_http_redirect === 'true' }
}

/** @throws ApiError `bad_oauth_state` for one that was opened before, is too old, or whose session has ended */
async function goOnLinking(ctx: AuthContext, query: AuthorizeRequest, reply: FastifyReply): Promise<string> {
  const browser = randomBytes(32).toString('base64url')
  const { rows } = await ctx.authPool.query<{ provider: string; nonce: string; verifier: string }>(
    `update local_server.oauth_flows set browser_hash = $2
     where state_hash = $1 and browser_hash = '${NO_BROWSER}' and created_at > now() - make_interval(secs => $3)
     returning provider, nonce, verifier`,
    [hashOf(query.link), hashOf(browser), FLOW_LIFETIME_SECONDS],
  )
  const [flow] = rows
  if (!flow) throw badState()
  reply.header('Set-Cookie', cookie(ctx, browser, FLOW_LIFETIME_SECONDS))
  const provider = findProvider(ctx, flow.provider)
  return addressAtProvider(ctx, { ...flow, provider, state: query.link }, query.scopes)
}

/** What is always asked for, and what the client adds. */
function scopesFor({ plain }: IdentityProvider, wanted: string): string {
  const more = wanted.split(/[\s,]+/).filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope))
  const always = plain ? scopesOf(plain) : ['openid', 'email', 'profile']
  return [...new Set([...always, ...more])].slice(0, 30).join(' ')
}

/**
 * The sign-in that a browser comes back from; it can do so once.
 * @throws ApiError `bad_oauth_callback`, `bad_oauth_state`, `flow_state_already_used`
 */
async function takeFlow(ctx: AuthContext, state: string, request: FastifyRequest): Promise<Flow> {
  if (!state) throw new ApiError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const { rows } = await ctx.authPool.query<Flow>(
    `update local_server.oauth_flows f set used_at = now()
     from (select state_hash, used_at is not null as used, created_at < now() - make_interval(secs => $2) as expired
           from local_server.oauth_flows where state_hash = $1 for update) was
     where f.state_hash = was.state_hash returning f.*, was.used, was.expired`,
    [hashOf(state), FLOW_LIFETIME_SECONDS],
  )
  const flow = rows[0]
  if (!flow || flow.expired) throw badState()
  if (flow.used) throw new ApiError(400, 'flow_state_already_used', 'OAuth state has already been used')
  // Without this check an attacker could complete a sign-in in her browser, and she would write into the attacker's account.
  const browser = COOKIE_PATTERN.exec(request.headers.cookie ?? '')?.[1]
  if (!browser || hashOf(browser) !== flow.browser_hash) throw badState()
  return flow
}

function badState(): ApiError {
  return new ApiError(400, 'bad_oauth_state', 'OAuth callback with invalid state')
}

/** @returns the address in the app to send the browser to, with a code or a session */
async function arrive(
  ctx: AuthContext,
  flow: Flow,
  query: z.output<typeof CallbackQuery>,
  request: FastifyRequest,
): Promise<string> {
  const provider = findProvider(ctx, flow.provider)
  if (query.error) {
    const said = query.error_description || query.error
    throw new ApiError(
      400,
      'bad_oauth_callback',
      said.replace(/[^\x20-\x7e\u00a1-\u024f]/g, '').slice(0, 200),
    )
  }
  if (!query.code) throw new ApiError(400, 'bad_oauth_callback', 'OAuth callback without a code')
  const { identity, tokens } = await askProvider(ctx, provider, flow, request)
  const caller = callerOf(request)
  const accountFor = (client: pg.PoolClient) =>
    flow.link_session
      ? linkIdentity(client, flow.link_session, identity, caller)
      : accountOf(ctx, client, identity, caller)
  if (flow.challenge && flow.challenge_method) {
    const challenge = { challenge: flow.challenge, method: flow.challenge_method }
    const code = await inTransaction(ctx.authPool, async (client) => {
      const user = await accountFor(client)
      return finishedFlow(client, user.id, provider.name, challenge, tokens)
    })
    return withOutcome(flow.redirect_to, { query: { code } })
  }
  const open = await inTransaction(ctx.authPool, async (client) => {
    const user = await accountFor(client)
    await audit(client, 'login', user.id, caller)
    return wordToken(ctx, client, await openSession(ctx, client, user.id, 'oauth', caller))
  })
  const body = await sessionBody(ctx, open)
  return withOutcome(flow.redirect_to, {
    fragment: {
      access_token: String(body.access_token),
      expires_at: String(body.expires_at),
      expires_in: String(body.expires_in),
      provider_token: tokens.access,
      ...(tokens.refresh && { provider_refresh_token: tokens.refresh }),
      refresh_token: String(body.refresh_token),
      token_type: 'bearer',
    },
  })
}

async function askProvider(
  ctx: AuthContext,
  provider: IdentityProvider,
  flow: Flow,
  request: FastifyRequest,
): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }> {
  const configuration = await ctx.providers.configuration(provider)
  const address = new URL(callbackAddress(ctx))
  address.search = new URL(request.url, address).search
  const checks = {
    pkceCodeVerifier: flow.verifier,
    expectedState: address.searchParams.get('state') ?? '',
  }
  if (provider.plain) {
    // Not every one names itself here, and some by another name: the state says which one was left for.
    address.searchParams.delete('iss')
    const { access_token: access, refresh_token: refresh } = await authorizationCodeGrant(
      configuration,
      address,
      checks,
    )
    const identity = await readPlain(provider, provider.plain, configuration, access)
    return { identity, tokens: { access, refresh } }
  }
  const answer = await authorizationCodeGrant(configuration, address, {
    ...checks,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  })
  const claims = answer.claims()
  if (!claims) throw new ApiError(400, 'bad_oauth_callback', 'Provider did not say who it is')
  return {
    identity: toIdentity(provider, claims),
    tokens: { access: answer.access_token, refresh: answer.refresh_token },
  }
}

function callbackAddress({ config }: AuthContext): string {
  return `${config.siteUrl}/auth/v1/callback`
}

/** Lax, since she comes back from another site. */
function cookie({ config }: AuthContext, value: string, seconds: number): string {
  const secure = config.siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=/auth/v1/callback; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

/** The provider did not answer, or not as agreed; the log has the reason. */
function unreachable({ log }: AuthContext, error: unknown): ApiError {
  log.warn({ err: error }, 'auth: a provider of identities could not be used')
  return new ApiError(500, 'unexpected_failure', 'Unable to exchange external code')
}

/**
 * A browser that was sent here goes back to the app with the news, in the query and in the fragment, as upstream's
 * callback does: a page of JSON would be a dead end. A program gets the error itself.
 */
function refuseNavigation(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  redirectTo: string,
  refusal: ApiError,
): FastifyReply {
  if (!isNavigation(request)) throw refusal
  return reply.redirect(withRefusal(allowedRedirect(ctx.config, redirectTo), refusal, true), 302)
}

function withRefusal(target: string, refusal: ApiError, inQuery: boolean): string {
  const outcome = {
    error:
      refusal.status >= 500 ? 'server_error' : refusal.status === 400 ? 'invalid_request' : 'access_denied',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  return withOutcome(target, { query: inQuery ? outcome : {}, fragment: { ...outcome, sb: '' } })
}

/** Source: Fetch Metadata Request Headers (W3C); `Accept` where a browser does not send them. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return /text\/html/.test(headers.accept ?? '')
}
