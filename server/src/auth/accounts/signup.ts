import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import {
  type Caller,
  callerOf,
  metadata,
  normalizeEmail,
  parameter,
  parse,
  pkce,
  text,
  validationFailed,
} from '../http.ts'
import type { MailKind } from '../links/mails.ts'
import { issueSecrets, type MailedSecrets } from '../links/oneTimeTokens.ts'
import { allowedRedirect } from '../links/redirects.ts'
import { withMinimumTime } from '../minimumTime.ts'
import { askBeforeUserCreated } from '../token/hook.ts'
import { type Challenge, enterFlow, readChallenge, SIGNUP_FLOW } from '../token/pkce.ts'
import { markBrowser } from '../token/sameBrowser.ts'
import { openSession, sessionBody, wordToken } from '../token/sessions.ts'
import {
  audit,
  type Contact,
  confirmEmail,
  findShadow,
  findUserByContact,
  findUserById,
  forgetUnconfirmed,
  isConfirmed,
  shadowAddress,
  type User,
  userBody,
} from './accounts.ts'
import { signUpAnonymously } from './anonymous.ts'
import { assertByEmail, codeRules, countMessage, deliver, readContact } from './contact.ts'
import { draftUser, insertUser, type NewAccount, nobodysId, shadowOf } from './newAccount.ts'
import { assertAcceptable, hashPassword } from './passwords.ts'

const Body = z.object({
  email: text.nullish(),
  phone: text.nullish(),
  password: text.nullish(),
  data: metadata,
  ...pkce,
})
const Query = z.object({ redirect_to: parameter })

/** `POST /signup`. Source: docs/api.md#auth-calls-and-refusals. */
export function signupRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/signup', async (request, reply) => {
    const caller = callerOf(request)
    await ctx.limits.countCall('signup', caller.ip)
    const body = parse(Body, request.body)
    assertSignups(ctx)
    if (!body.email && !body.phone) return signUpAnonymously(ctx, body.data, caller)
    const { contact, password } = await readCredentials(ctx, body)
    const challenge = readChallenge(body)
    const redirectTo = allowedRedirect(ctx.config, parse(Query, request.query).redirect_to)
    const answer = await signUp(
      ctx,
      { contact, password, metadata: body.data, challenge, redirectTo },
      caller,
    )
    markBrowser(ctx, reply, challenge)
    return answer
  })
}

/** @throws ApiError 422 `signup_disabled` */
function assertSignups({ config }: AuthContext): void {
  if (!config.project.auth.enableSignup)
    throw new ApiError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

async function readCredentials(
  ctx: AuthContext,
  body: z.output<typeof Body>,
): Promise<{ contact: Contact; password: string }> {
  const { config } = ctx
  const both = 'Only an email address or phone number should be provided on signup.'
  const contact = readContact(ctx, body, both, both)
  assertByEmail(ctx, contact, 400, 'Email signups are disabled')
  if (!body.password) throw validationFailed('Signup requires a valid password')
  await assertAcceptable(body.password, config.project.auth, [contact.address, ...hintsIn(body.data)])
  return { contact, password: body.password }
}

/** Words that an attacker would try first: her own metadata. */
export function hintsIn(data: Record<string, unknown> | null): string[] {
  return Object.values(data ?? {}).filter((value) => typeof value === 'string')
}

interface SignUp {
  contact: Contact
  password: string
  metadata: Record<string, unknown>
  challenge: Challenge | undefined
  redirectTo: string
}

/**
 * Makes an account, or lets it look so: for an address that has one already, the answer is the same and its owner is told
 * by mail. Every path costs one hash, one mail and the same statements.
 */
async function signUp(ctx: AuthContext, input: SignUp, caller: Caller): Promise<Record<string, unknown>> {
  const encryptedPassword = await hashPassword(input.password)
  const autoconfirm = !ctx.config.project.auth.email.enableConfirmations
  const account = { ...input, encryptedPassword, confirmed: autoconfirm }
  if (autoconfirm) return signUpWithoutMail(ctx, account, caller)

  const takeBack = await countMessage(ctx, 'confirmation', input.contact)
  try {
    const registration = inTransaction(ctx.authPool, (client) =>
      register(ctx, client, { ...account, challenge: input.challenge }, caller),
    )
    const { user, kind, secrets } = await withMinimumTime(registration)
    const link = { type: 'signup', redirectTo: input.redirectTo }
    deliver(ctx, input.contact, kind, { secrets, link })
    return userBody(user)
  } catch (error) {
    await takeBack()
    throw error
  }
}

interface Registered {
  user: User
  kind: MailKind
  secrets?: MailedSecrets
}

async function register(
  ctx: AuthContext,
  client: pg.PoolClient,
  account: NewAccount & { challenge: Challenge | undefined },
  caller: Caller,
): Promise<Registered> {
  const draft = draftUser(account)
  await lockAddress(client, account.contact)
  await askBeforeUserCreated(ctx, client, draft, caller)
  const { isTaken } = await startOver(ctx, client, account.contact, draft)
  const secrets = await issueSecrets(client, draft.id, 'confirmation', {
    ...codeRules(ctx, account.contact.address),
    pkce: await enterFlow(client, draft.id, SIGNUP_FLOW, account.challenge, { resume: false }),
    unsent: isTaken,
  })
  await audit(client, isTaken ? 'user_repeated_signup' : 'user_confirmation_requested', draft.id, caller)
  // The answer is built from the request for everybody: a stored row could differ from it and reveal an account.
  return isTaken ? { user: draft, kind: 'account_exists' } : { user: draft, kind: 'confirmation', secrets }
}

/**
 * Stores a new account where an address has none that was confirmed, in place of an earlier attempt; else its shadow. The
 * statements are the same in either case, and whatever the project refuses is refused in both.
 * @returns the confirmed account of that address, if there is one
 */
export async function startOver(
  ctx: Pick<AuthContext, 'config'>,
  client: pg.PoolClient,
  contact: Contact,
  draft: User,
): Promise<{ existing: User | undefined; isTaken: boolean }> {
  const existing = await findUserByContact(client, contact, true)
  const shadow = await findShadow(ctx, client, contact, true)
  const isTaken = existing !== undefined && isConfirmed(existing, contact)
  const earlier = isTaken ? shadow : existing
  await forgetUnconfirmed(client, earlier ?? { id: nobodysId() })
  await insertUser(client, isTaken ? shadowOf(draft, shadowAddress(ctx, contact)) : draft)
  return { existing: isTaken ? existing : undefined, isTaken }
}

/** Where the project asks for no confirmation, an account is usable at once, and its existence cannot be hidden. */
async function signUpWithoutMail(
  ctx: AuthContext,
  account: NewAccount,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const { id } = await inTransaction(ctx.authPool, (client) => createAccount(ctx, client, account, caller))
  // As with the model, the account stays where its first session is refused: `before_user_created` is what keeps one from being made.
  const open = await inTransaction(ctx.authPool, async (client) =>
    wordToken(ctx, client, await openSession(ctx, client, id, 'password', caller)),
  )
  return sessionBody(ctx, open)
}

/** What the start script says of an account it makes. */
export interface NewUser {
  email: string
  password: string
  metadata: Record<string, unknown>
  /** Whether the address counts as confirmed; no mail is sent in either case. */
  confirmed: boolean
}

/**
 * Makes an account under the rules of the sign-up, for the installation itself.
 * @throws ApiError 422 `user_already_exists`, and those of the sign-up
 */
export async function createUser(
  ctx: Omit<AuthContext, 'bodies' | 'jobs' | 'limits' | 'providers'>,
  { email, password, metadata, confirmed }: NewUser,
): Promise<{ id: string }> {
  await assertAcceptable(password, ctx.config.project.auth, [email])
  const account = {
    contact: { channel: 'email' as const, address: normalizeEmail(email) },
    encryptedPassword: await hashPassword(password),
    metadata,
    confirmed,
  }
  const caller: Caller = { ip: '127.0.0.1', userAgent: '' }
  const { id } = await inTransaction(ctx.authPool, (client) => createAccount(ctx, client, account, caller))
  return { id }
}

async function createAccount(
  ctx: Omit<AuthContext, 'bodies' | 'jobs' | 'limits' | 'providers'>,
  client: pg.PoolClient,
  account: NewAccount,
  caller: Caller,
): Promise<User> {
  const draft = draftUser(account)
  await lockAddress(client, account.contact)
  await askBeforeUserCreated(ctx, client, draft, caller)
  const existing = await findUserByContact(client, account.contact, true)
  if (existing && isConfirmed(existing, account.contact)) {
    throw new ApiError(422, 'user_already_exists', 'User already registered')
  }
  if (existing) await forgetUnconfirmed(client, existing)
  await insertUser(client, draft)
  if (account.confirmed && draft.email) await confirmEmail(client, draft)
  await audit(client, 'user_signedup', draft.id, caller)
  return (await findUserById(client, draft.id))!
}

/** Two sign-ups with one address follow one another; without this the second would fail on the unique index. */
export async function lockAddress(client: pg.PoolClient, { address }: Contact): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 7267276))`, [`signup:${address}`])
}
