import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import {
  audit,
  findUserById,
  forgetUnconfirmed,
  isBanned,
  type User,
  userBody,
} from '../accounts/accounts.ts'
import { readPhone } from '../accounts/contact.ts'
import { agreeToEmailChange } from '../accounts/emailChange.ts'
import { type PhoneCodeType, usePhoneCode } from '../accounts/phone.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import {
  badJson,
  type Caller,
  callerOf,
  expiredSecret,
  normalizeEmail,
  parameter,
  parse,
  text,
  validationFailed,
} from '../http.ts'
import {
  EMAIL_CHANGE_FLOW,
  issueCode,
  MAGIC_LINK_FLOW,
  RECOVERY_FLOW,
  SIGNUP_FLOW,
  waitingChallenge,
} from '../token/pkce.ts'
import { isSameBrowser } from '../token/sameBrowser.ts'
import {
  type OpenSession,
  openSession,
  sessionBody,
  type WordedSession,
  wordToken,
} from '../token/sessions.ts'
import { confirmMailbox, endOthersAfterRecovery } from './confirm.ts'
import { type LinkPage, linkPage, refusedPage, type WrittenPage } from './linkPage.ts'
import {
  consumeCode,
  consumeSecrets,
  findByCode,
  findByLink,
  PKCE_PREFIX,
  type TokenKind,
} from './oneTimeTokens.ts'
import { allowedRedirect, withOutcome } from './redirects.ts'

const Query = z.object({ token: parameter, type: parameter, redirect_to: parameter })
const Body = z.object({
  type: text.nullish(),
  token: text.nullish(),
  token_hash: text.nullish(),
  email: text.nullish(),
  phone: text.nullish(),
})
const RefusalBody = z.object({ token_hash: text })

/** Which mailed secrets each type of verification takes, in the order in which they are looked up. */
const KINDS: Readonly<Record<string, readonly TokenKind[]>> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  email: ['confirmation', 'recovery'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_new', 'email_change_current'],
}
const PHONE_TYPES: ReadonlySet<string> = new Set<PhoneCodeType>(['sms', 'phone_change'])

/** Source: docs/api.md#auth-calls-and-refusals, first half of a secure e-mail change. */
const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
/** Ours: both halves, of a change that waits for its day (docs/api.md). */
const WAITS = 'Both addresses are confirmed. The change will be made after a day'
const CONFIRMED = 'Email confirmed'
const CONFIRMED_BEFORE = 'Email already confirmed'

/**
 * `GET` and `POST /verify`, and the buttons of the page that a link opens. Opening a link changes nothing, since scanners of
 * mails open links too. Source: docs/api.md#auth-calls-and-refusals.
 */
export function verifyRoutes(app: FastifyInstance, ctx: AuthContext): void {
  // Asking for the headers alone, or ahead of time, must not use the link up.
  app.head('/verify', async (_request, reply) => reply.code(204).send())
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const { headers } = request
    if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)) {
      return reply.code(204).send()
    }
    return answerLink(ctx, request, reply, showPage)
  })

  app.post('/verify/refuse', async (request, reply) => {
    const caller = callerOf(request)
    await ctx.limits.countRefusals('verify', caller.ip, false, async () =>
      refuse(ctx, parse(RefusalBody, request.body).token_hash, caller),
    )
    return reply.code(204).send()
  })

  // In a scope of its own: a form, which any page may send, is read here and nowhere else.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.post('/verify', async (request, reply) => {
      if (!(request.body instanceof URLSearchParams)) return verify(ctx, request)
      if (!parse(Query, request.query).token) throw badJson()
      const site = request.headers['sec-fetch-site']
      // The button was pressed on a page of somebody else's: she sees ours first.
      if (site !== undefined && site !== 'same-origin') return reply.redirect(request.url, 303)
      const pressed = request.body.get('accion') === 'rechazar' ? pressRefuse : pressConfirm
      return answerLink(ctx, request, reply, pressed)
    })
  })
}

/** The call of a program: a code that she typed, or the secret of a link. */
async function verify(ctx: AuthContext, request: FastifyRequest): Promise<unknown> {
  const caller = callerOf(request)
  const body = parse(Body, request.body)
  // Six digits can be guessed, a link cannot.
  const used = await ctx.limits.countRefusals('verify', caller.ip, !body.token_hash, async () => {
    const secret = readSecret(ctx, body)
    const address = 'phone' in secret ? secret.phone : secret.email
    if (address) await ctx.limits.countCode(address)
    return inTransaction(ctx.authPool, async (client) => {
      const done = await ('phone' in secret
        ? usePhoneCode(ctx, client, secret, caller)
        : use(ctx, client, secret, caller))
      return typeof done !== 'string' && 'session' in done ? wordToken(ctx, client, done) : done
    })
  })
  if (typeof used === 'string') return { msg: used, code: '200' }
  return 'session' in used ? sessionBody(ctx, used) : userBody(used)
}

/** What a request shows to prove that a mail was received. */
interface Secret {
  type: string
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
  return link ? { type, kinds, link } : { type, kinds, code: token!, email: normalizeEmail(email!, 422) }
}

function kindsOf(type: string): readonly TokenKind[] {
  const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kinds) throw validationFailed('Invalid email verification type')
  return kinds
}

/**
 * Uses a secret up.
 * @returns a session; the account alone where the link of a registration, or of a change of address, was opened, since that
 *   does not show who registered or who wants the change; `HALF` after the first half of such a change, `WAITS` after the
 *   second one where a day is left
 * @throws ApiError 403 `otp_expired` for a secret that is wrong, used or too old, without saying which
 */
async function use(
  ctx: AuthContext,
  client: pg.PoolClient,
  secret: Secret,
  caller: Caller,
): Promise<OpenSession | User | typeof HALF | typeof WAITS> {
  const found = await find(client, secret)
  // A used confirmation link stays known for its hour, but signs nobody in a second time.
  if (!found || (found.kind === 'confirmation' && found.user.email_confirmed_at)) {
    throw expiredSecret(secret.link === undefined)
  }
  const { user, kind } = found
  const isLink = secret.link !== undefined
  if (isEmailChange(kind)) {
    const state = await agreeToEmailChange(ctx, client, user, kind)
    if (state !== 'done') return state === 'half' ? HALF : WAITS
    await audit(client, 'user_modified', user.id, caller)
    if (isLink) return (await findUserById(client, user.id))!
  } else if (kind === 'confirmation') {
    await confirmMailbox(client, user, 'signup', caller)
    await consumeCode(client, user.id, kind)
    if (isLink && !isInvited(user)) return (await findUserById(client, user.id))!
  } else {
    await confirmMailbox(client, user, secret.type === 'recovery' ? 'recovery' : 'entry', caller)
    await consumeSecrets(client, user.id, kind)
  }
  const open = await openSession(ctx, client, user.id, 'otp', caller)
  if (secret.type === 'recovery') await endOthersAfterRecovery(client, open)
  await audit(client, 'login', user.id, caller)
  return open
}

/** Nobody typed a password or words for her: the reader of the mail is whom the service key meant. */
function isInvited({ invited_at: invitedAt, encrypted_password: password }: User): boolean {
  return invitedAt !== null && !password
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

/** A mailed link that a browser has opened. */
interface Opened {
  token: string
  type: string
  /** Where to send the browser afterwards. */
  target: string
  request: FastifyRequest
}

/** Does what a browser asks for with a mailed link, and sends it on, with the news in the address, or shows it a page. */
async function answerLink(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (ctx: AuthContext, opened: Opened) => Promise<string | WrittenPage>,
): Promise<FastifyReply> {
  const { token, type, redirect_to: redirectTo } = parse(Query, request.query)
  const target = allowedRedirect(ctx.config, redirectTo)
  try {
    const answer = await ctx.limits.countRefusals('verify', callerOf(request).ip, false, async () => {
      if (!token) throw validationFailed('Verify requires a token')
      if (!type) throw validationFailed('Verify requires a verification type')
      return act(ctx, { token, type, target, request })
    })
    if (typeof answer === 'string') return reply.redirect(answer, 303)
    return reply
      .header('Content-Security-Policy', answer.policy)
      .type('text/html; charset=utf-8')
      .send(answer.html)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return reply.redirect(withError(target, error, token.startsWith(PKCE_PREFIX)), 303)
  }
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

/**
 * What a link shows before anything happens. A code that only the browser which asked for the mail can exchange changes
 * nothing, so it is handed out at once; anything else waits for a button.
 */
function showPage(ctx: AuthContext, { token, type, target, request }: Opened): Promise<string | WrittenPage> {
  return inTransaction(ctx.authPool, async (client) => {
    const { user, kind } = await findOpened(client, token, type)
    const flow = token.startsWith(PKCE_PREFIX) ? flowOf(kind, type) : undefined
    if (flow && kind === 'recovery') return withCode(target, await issueCode(client, user.id, flow))
    if (kind === 'confirmation') {
      const code = await codeFor(ctx, client, {
        user,
        flow,
        request,
        unmarked: user.email_confirmed_at !== null,
      })
      const news = { type, token_hash: token }
      if (user.email_confirmed_at) return withCode(target, code, { ...news, message: CONFIRMED_BEFORE })
      if (code) return withCode(target, code, news)
    }
    return linkPage(pageOf(kind, type), request.url, target, ctx.config.linkPage)
  })
}

/**
 * @param unmarked whether a client gets it that keeps no marks: of use to nobody but the browser that asked for the mail
 * @returns the code for the browser that began the flow; null for any other, and once it was exchanged
 */
async function codeFor(
  ctx: AuthContext,
  client: pg.PoolClient,
  {
    user,
    flow,
    request,
    unmarked,
  }: { user: User; flow: string | undefined; request: FastifyRequest; unmarked: boolean },
): Promise<string | null> {
  const challenge = flow && (await waitingChallenge(client, user.id, flow))
  if (!flow || !challenge || !(isSameBrowser(ctx, request, challenge) ?? unmarked)) return null
  return (await issueCode(client, user.id, flow)) ?? null
}

function pageOf(kind: TokenKind, type: string): LinkPage {
  if (isEmailChange(kind)) return 'email_change'
  if (kind === 'confirmation') return 'confirmation'
  return type === 'recovery' ? 'recovery' : 'magic_link'
}

/** The button of the link's page was pressed: does what the link is for. */
async function pressConfirm(ctx: AuthContext, { token, type, target, request }: Opened): Promise<string> {
  const caller = callerOf(request)
  const secret = { type, kinds: kindsOf(type), link: token }
  const outcome = await inTransaction(ctx.authPool, async (client): Promise<string | WordedSession> => {
    const { user, kind } = await findOpened(client, token, type)
    const flow = token.startsWith(PKCE_PREFIX) ? flowOf(kind, type) : undefined
    if (flow && kind === 'recovery') return withCode(target, await issueCode(client, user.id, flow))
    // A scanner that presses buttons, or an impatient thumb: she is told that all is well, not that she failed.
    const isAgain = kind === 'confirmation' && user.email_confirmed_at !== null
    const used = isAgain ? user : await use(ctx, client, secret, caller)
    if (typeof used === 'string') return withOutcome(target, { fragment: { message: used, type } })
    if ('session' in used) return wordToken(ctx, client, used)
    const news: Record<string, string> =
      kind === 'confirmation'
        ? { message: isAgain ? CONFIRMED_BEFORE : CONFIRMED, type, token_hash: token }
        : { type }
    return withCode(target, await codeFor(ctx, client, { user, flow, request, unmarked: true }), news)
  })
  if (typeof outcome === 'string') return outcome
  const body = await sessionBody(ctx, outcome)
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

/** «No fui yo»: the account that somebody made with her address goes, as long as nobody has entered it. */
async function pressRefuse(ctx: AuthContext, { token, request }: Opened): Promise<WrittenPage> {
  await refuse(ctx, token, callerOf(request))
  return refusedPage(ctx.config.linkPage)
}

/**
 * Erases the account that the link of a registration belongs to, however old the link is.
 * @throws ApiError 403 `otp_expired` when there is none, or somebody has entered it: from then on it may be hers
 */
async function refuse(ctx: AuthContext, token: string, caller: Caller): Promise<void> {
  await inTransaction(ctx.authPool, async (client) => {
    const user = await findByLink(client, 'confirmation', token, null)
    if (!user || user.last_sign_in_at !== null) throw expiredSecret(false)
    await forgetUnconfirmed(client, user)
    await audit(client, 'user_deleted', user.id, caller)
  })
}

/** @throws ApiError 403 `otp_expired` for a link that is wrong, used or too old */
async function findOpened(client: pg.PoolClient, token: string, type: string): Promise<Found> {
  const found = await find(client, { type, kinds: kindsOf(type), link: token })
  if (!found) throw expiredSecret(false)
  return found
}

/**
 * @param code undefined when it was exchanged already; null where none is to be given
 * @throws ApiError 403 `otp_expired`
 */
function withCode(
  target: string,
  code: string | null | undefined,
  fragment?: Record<string, string>,
): string {
  if (code === undefined) throw expiredSecret(false)
  return withOutcome(target, { query: code === null ? {} : { code }, fragment })
}

function withError(target: string, error: ApiError, inQuery: boolean): string {
  const outcome = {
    error: 'access_denied',
    error_code: error.code,
    error_description: error.message,
  }
  // `sb` marks the outcome as ours among other things that a fragment may hold. Source: docs/api.md#auth-calls-and-refusals.
  return withOutcome(target, { query: inQuery ? outcome : {}, fragment: { ...outcome, sb: '' } })
}

function isEmailChange(kind: TokenKind): boolean {
  return kind === 'email_change_new' || kind === 'email_change_current'
}
