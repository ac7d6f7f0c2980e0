import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { markMailedPassword, requireFactorProof, requireProof, type Strength } from '../factors/proof.ts'
import { provePassword, redeemNonce } from '../factors/reauthenticate.ts'
import {
  type Caller,
  callerOf,
  METADATA_LIMIT,
  metadata,
  normalizeEmail,
  parameter,
  parse,
  pkce,
  text,
  validationFailed,
} from '../http.ts'
import { allowedRedirect } from '../links/redirects.ts'
import { withMinimumTime } from '../minimumTime.ts'
import { requireSignedIn, type SignedIn } from '../token/bearer.ts'
import { readChallenge } from '../token/pkce.ts'
import { endSessions, readProofs } from '../token/sessions.ts'
import { audit, findUserByEmail, findUserById, type User, userBody } from './accounts.ts'
import { deliver, readPhone } from './contact.ts'
import { cancelDelayed, delayChange, dropDelayed, setEmail } from './delayedChanges.ts'
import { beginEmailChange, type EmailChange, mailEmailChange } from './emailChange.ts'
import { noteChange } from './notices.ts'
import { assertAcceptable, hashPassword, passwordMatches } from './passwords.ts'
import { beginPhoneChange } from './phone.ts'
import { hintsIn } from './signup.ts'

const Body = z.object({
  email: text.nullish(),
  phone: text.nullish(),
  password: text.nullish(),
  current_password: text.nullish(),
  nonce: text.nullish(),
  data: metadata,
  app_metadata: z.unknown().optional(),
  ...pkce,
})
const Query = z.object({ redirect_to: parameter })

/** `GET` and `PUT /user`. Source: docs/api.md#auth-calls-and-refusals. */
export function userRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user', async (request) => {
    const { user, audience } = await requireSignedIn(ctx, request)
    if (audience !== user.aud) throw validationFailed('Token audience does not match request audience')
    return userBody(user)
  })

  app.put('/user', async (request) => {
    const caller = callerOf(request)
    const who = await requireSignedIn(ctx, request)
    await ctx.limits.countCall('user', who.session.id)
    const body = parse(Body, request.body)
    const redirectTo = allowedRedirect(ctx.config, parse(Query, request.query).redirect_to)
    const changes = await readChanges(ctx, who, body)
    const work = inTransaction(ctx.authPool, (client) => applyChanges(ctx, client, who, changes, caller))
    // Whether somebody has the new address must not show, not even in how long it took.
    const { user, emailChange, phoneCode } = await (changes.email || changes.phone
      ? withMinimumTime(work)
      : work)
    if (emailChange) mailEmailChange(ctx, emailChange, redirectTo)
    if (changes.phone) {
      const contact = { channel: 'phone', address: changes.phone } as const
      if (phoneCode) deliver(ctx, contact, 'confirmation', { secrets: { link: '', code: phoneCode } })
      else deliver(ctx, contact, 'account_exists')
    }
    return userBody(user)
  })
}

/** What is to be changed, once everything that can be refused beforehand has been. */
interface Changes {
  encryptedPassword?: string
  nonce?: string
  /** How well she has proven to be herself, where a change asks for it. */
  strength?: Strength
  email?: string
  phone?: string
  challenge: ReturnType<typeof readChallenge>
  data: Record<string, unknown>
}

async function readChanges(ctx: AuthContext, who: SignedIn, body: z.output<typeof Body>): Promise<Changes> {
  const { user } = who
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new ApiError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const email = body.email ? normalizeEmail(body.email) : undefined
  const phone = body.phone ? readPhone(ctx, body.phone) : undefined
  const changes: Changes = {
    challenge: readChallenge(body),
    data: body.data,
    nonce: body.nonce || undefined,
    email: email === user.email ? undefined : email,
    phone: phone === user.phone ? undefined : phone,
  }
  if (changes.email || changes.phone || body.password) {
    if (user.is_sso_user) {
      throw new ApiError(422, 'user_sso_managed', 'Cannot update email, phone or password of an SSO user')
    }
    assertSecondFactor(who)
  }
  if (changes.email || changes.phone || body.password) {
    changes.strength = await proveHer(ctx, who, body, Boolean(changes.email || changes.phone))
  }
  if (body.password) changes.encryptedPassword = await newPassword(ctx, user, body.password)
  if (changes.phone) await ctx.limits.countSms(changes.phone)
  if (changes.email) {
    // Two mails: one to the new address, one to herself.
    await ctx.limits.countMail('email_change', changes.email)
    if (user.email) await ctx.limits.countMail('email_change', user.email, user.id)
  }
  return changes
}

const DAY_MS = 86_400_000
/** How long a session that a mail opened may set a password: that is what the mail was asked for. */
const MAILED_SECONDS = 3_600
/** How a session is proven where a mail, or a text message, opened it. */
const MAILED = new Set(['otp', 'recovery', 'magiclink'])

/**
 * Asks for a proof before how her account is entered changes: one of the last ten minutes, or the password in this very call.
 * A member who forgot it comes by a mailed link, which sets a new one and nothing else; it proves no more than the mailbox.
 * @throws ApiError 400 `current_password_invalid`, `current_password_required`, `reauthentication_needed`
 */
async function proveHer(
  ctx: AuthContext,
  who: SignedIn,
  { nonce, current_password: current }: z.output<typeof Body>,
  changesAddress: boolean,
): Promise<Strength> {
  const { user, session } = who
  // The session is all that there is of her.
  if (user.is_anonymous) return 'full'
  if (current) {
    await provePassword(ctx, who, current)
  } else if (!changesAddress) {
    // A mailed code is a proof where there is no password; it is used up with the change.
    if ((nonce && !user.encrypted_password) || (await cameByMail(ctx, session.id))) {
      await requireFactorProof(ctx, who)
      return 'mailed'
    }
    assertMaySetPassword(ctx, who, nonce)
  }
  return requireProof(ctx, who)
}

/** Whether a mailed link, or a code, opened this session within the hour: to set a password is what it was asked for. */
async function cameByMail({ authPool }: AuthContext, sessionId: string): Promise<boolean> {
  const oldest = Date.now() / 1000 - MAILED_SECONDS
  const proofs = await readProofs(authPool, sessionId)
  return proofs.some(({ method, timestamp }) => MAILED.has(method) && timestamp > oldest)
}

/**
 * What the settings ask for besides.
 * @throws ApiError 400 `current_password_required`, `reauthentication_needed`
 */
function assertMaySetPassword(
  { config }: AuthContext,
  { user, session }: SignedIn,
  nonce: string | null | undefined,
): void {
  if (nonce) return
  const { requireCurrentPassword, securePasswordChange } = config.project.auth.email
  if (requireCurrentPassword && user.encrypted_password) {
    throw new ApiError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  if (securePasswordChange && Number(session.created_at) < Date.now() - DAY_MS) {
    throw new ApiError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
}

/**
 * Who has a second factor shows it before she changes how her account is entered.
 * @throws ApiError 401 `insufficient_aal`
 */
export function assertSecondFactor(
  { user, session }: SignedIn,
  words = 'AAL2 session is required to update email, phone or password when MFA is enabled.',
): void {
  if (session.aal === 'aal1' && user.factors.some(({ status }) => status === 'verified')) {
    throw new ApiError(401, 'insufficient_aal', words)
  }
}

async function newPassword(ctx: AuthContext, user: User, password: string): Promise<string> {
  await assertAcceptable(password, ctx.config.project.auth, [
    user.email ?? user.phone ?? '',
    ...hintsIn(user.raw_user_meta_data),
  ])
  if (await passwordMatches(password, user.encrypted_password)) {
    throw new ApiError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}

async function applyChanges(
  ctx: AuthContext,
  client: pg.PoolClient,
  { user, session }: SignedIn,
  changes: Changes,
  caller: Caller,
): Promise<{ user: User; emailChange?: EmailChange; phoneCode?: string }> {
  if (changes.encryptedPassword) {
    if (changes.nonce) await redeemNonce(client, user, changes.nonce)
    await noteChange(ctx, client, user.id, 'password')
    if (changes.strength === 'mailed') await markMailedPassword(client, user.id)
    // What waits was asked for with less than she has shown now.
    else await cancelDelayed(client, user.id, ['factor', 'email', 'phone'])
    await client.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      user.id,
      changes.encryptedPassword,
    ])
    // Sessions opened with the old password end.
    await endSessions(client, user.id, session.id, 'others')
    await audit(client, 'user_updated_password', user.id, caller)
  }
  if (Object.keys(changes.data).length > 0) {
    await mergeMetadata(client, user.id, changes.data)
    await audit(client, 'user_modified', user.id, caller)
  }
  for (const kind of ['email', 'phone'] as const) {
    if (!changes[kind]) continue
    await (changes.strength === 'mailed' ? delayChange : dropDelayed)(client, user.id, kind)
  }
  const isAtOnce = user.is_anonymous && !ctx.config.project.auth.email.enableConfirmations
  if (changes.email && isAtOnce) await takeAddress(client, user.id, changes.email)
  const emailChange =
    changes.email && !isAtOnce
      ? await beginEmailChange(ctx, client, user, changes.email, changes.challenge)
      : undefined
  const phoneCode = changes.phone ? await beginPhoneChange(ctx, client, user, changes.phone) : undefined
  return { user: (await findUserById(client, user.id))!, emailChange, phoneCode }
}

/**
 * The first address of an account that had none, where the project asks for no confirmation.
 * @throws ApiError 422 `email_exists`
 */
async function takeAddress(client: pg.PoolClient, userId: string, email: string): Promise<void> {
  if (await findUserByEmail(client, email))
    throw new ApiError(422, 'email_exists', 'A user with this email address has already been registered')
  await setEmail(client, userId, email)
}

/** Adds members to what she says of herself; one that is set to null is taken away. */
async function mergeMetadata(
  client: pg.PoolClient,
  userId: string,
  data: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  const { rows } = await client.query<{ size: number }>(
    `update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2) - $3::text[],
       updated_at = now() where id = $1 returning octet_length(raw_user_meta_data::text) as size`,
    [userId, data, removed],
  )
  if (rows[0]!.size > METADATA_LIMIT) throw validationFailed('Metadata must not exceed 8 KB')
}
