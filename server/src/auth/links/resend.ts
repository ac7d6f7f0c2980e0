import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import {
  type AuditAction,
  audit,
  type Contact,
  findShadow,
  findUserByEmail,
  isBanned,
  type User,
} from '../accounts/accounts.ts'
import { readContact, readPhone } from '../accounts/contact.ts'
import { beginEmailChange, mailEmailChange } from '../accounts/emailChange.ts'
import { nobodysId } from '../accounts/newAccount.ts'
import { resendPhoneCode } from '../accounts/phone.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { countCall } from '../factors/device.ts'
import {
  type Caller,
  callerOf,
  deviceOf,
  normalizeEmail,
  parameter,
  parse,
  pkce,
  text,
  validationFailed,
} from '../http.ts'
import { withMinimumTime } from '../minimumTime.ts'
import { type Challenge, enterFlow, RECOVERY_FLOW, readChallenge, SIGNUP_FLOW } from '../token/pkce.ts'
import { type MailKind, writeMail } from './mails.ts'
import { issueSecrets, type MailedSecrets } from './oneTimeTokens.ts'
import { allowedRedirect } from './redirects.ts'

const ResendBody = z.object({
  type: text.nullish(),
  email: text.nullish(),
  phone: text.nullish(),
  ...pkce,
})
const RecoverBody = z.object({ email: text.nullish(), ...pkce })
const Query = z.object({ redirect_to: parameter })

/**
 * `POST /resend` and `POST /recover`: each sends one mail, to an account or to nobody we know, and answers the same under
 * the same timer. Source: docs/api.md#auth-calls-and-refusals; its leaks are closed (docs/security.md#what-is-defended).
 */
export function resendRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/resend', async (request) => {
    const caller = callerOf(request)
    await countCall(ctx, 'resend', request)
    const body = parse(ResendBody, request.body)
    const { type, contact } = readResend(ctx, body)
    if (type === 'sms' || type === 'phone_change') {
      await withMinimumTime(resendPhoneCode(ctx, type, contact))
      return {}
    }
    const { address: email } = contact
    const reply = readReply(ctx, request.query, body)
    await withMinimumTime(
      type === 'signup'
        ? sendAgain(ctx, CONFIRMATION, email, reply, caller, deviceOf(request))
        : sendEmailChangeAgain(ctx, email, reply),
    )
    return {}
  })

  app.post('/recover', async (request) => {
    const caller = callerOf(request)
    await countCall(ctx, 'recover', request)
    const body = parse(RecoverBody, request.body)
    if (!body.email) throw validationFailed('Password recovery requires an email')
    const email = normalizeEmail(body.email)
    const reply = readReply(ctx, request.query, body)
    await withMinimumTime(sendAgain(ctx, RECOVERY, email, reply, caller, deviceOf(request)))
    return {}
  })
}

/** Where the link of the mail leads, and for which flow. */
interface Reply {
  redirectTo: string
  challenge: Challenge | undefined
}

/** What kind of mail is asked for. */
interface Resend {
  kind: 'confirmation' | 'recovery'
  linkType: string
  flow: string
  action: AuditAction
  /** Whether this account can use such a mail. */
  fits(user: User): boolean
}

const CONFIRMATION: Resend = {
  kind: 'confirmation',
  linkType: 'signup',
  flow: SIGNUP_FLOW,
  action: 'user_confirmation_requested',
  fits: (user) => user.email_confirmed_at === null && !isBanned(user),
}

const RECOVERY: Resend = {
  kind: 'recovery',
  linkType: 'recovery',
  flow: RECOVERY_FLOW,
  action: 'user_recovery_requested',
  fits: (user) => !isBanned(user),
}

async function sendAgain(
  ctx: AuthContext,
  resend: Resend,
  email: string,
  { redirectTo, challenge }: Reply,
  caller: Caller,
  device: string | undefined,
): Promise<void> {
  await ctx.limits.countMail(resend.kind, email, await ctx.limits.requesterOf(email, device))
  const { mail, secrets } = await inTransaction(ctx.authPool, async (client) => {
    const user = await findUserByEmail(client, email, true)
    const fits = user !== undefined && resend.fits(user)
    // What a sign-up with a taken address left behind lives on as what one with a free address did.
    const shadow = await findShadow(ctx, client, { channel: 'email', address: email }, true)
    const target = fits ? user : resend.kind === 'confirmation' ? shadow : undefined
    await audit(client, resend.action, user?.id ?? null, caller)
    const id = target?.id ?? nobodysId()
    const secrets = await issue(ctx, client, { id, email, unsent: !fits }, resend, challenge)
    if (fits) return { mail: resend.kind, secrets }
    return { mail: user ? ('account_exists' as MailKind) : ('no_account' as MailKind) }
  })
  const link = { type: resend.linkType, redirectTo }
  ctx.mailer.send(writeMail(ctx.config, mail, email, { secrets, link }))
}

async function issue(
  { config }: AuthContext,
  client: pg.PoolClient,
  { id, email, unsent }: { id: string; email: string; unsent: boolean },
  { kind, flow }: Resend,
  challenge: Challenge | undefined,
): Promise<MailedSecrets> {
  return issueSecrets(client, id, kind, {
    address: email,
    digits: config.project.auth.email.otpLengthDigits,
    pkce: await enterFlow(client, id, flow, challenge, { resume: kind === 'confirmation' }),
    unsent,
  })
}

/**
 * Mails a pending change of address once more, to both mailboxes; where none is pending, or both have agreed to it and it
 * waits for its day, nothing happens: anybody may ask, and nobody takes it back by that. The new address
 * may be anybody's: once it has had its share of the day nothing happens either, and the answer does not tell.
 */
async function sendEmailChangeAgain(ctx: AuthContext, email: string, reply: Reply): Promise<void> {
  await ctx.limits.countMail('email_change', email)
  const change = await inTransaction(ctx.authPool, async (client) => {
    const user = await findUserByEmail(client, email, true)
    const isPending =
      Boolean(user?.email_change) && user!.email_change_confirm_status !== 2 && !isBanned(user!)
    const nobody = nobodysId()
    const account = isPending ? user! : { id: nobody, email: null }
    const to = isPending ? user!.email_change! : nobody
    const mayAsk = await mayMail(ctx, to)
    // If nothing is sent, earlier secrets stay valid.
    const target = mayAsk ? account : { id: nobody, email: null }
    const begun = await beginEmailChange(ctx, client, target, to, reply.challenge, { resume: true })
    return isPending && mayAsk ? begun : undefined
  })
  if (change) mailEmailChange(ctx, change, reply.redirectTo)
}

async function mayMail(ctx: AuthContext, address: string): Promise<boolean> {
  try {
    await ctx.limits.countMail('email_change', address)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false
    throw error
  }
}

function readReply(ctx: AuthContext, query: unknown, body: Parameters<typeof readChallenge>[0]): Reply {
  return {
    redirectTo: allowedRedirect(ctx.config, parse(Query, query).redirect_to),
    challenge: readChallenge(body),
  }
}

const RESENT = ['signup', 'email_change', 'sms', 'phone_change'] as const

/** @returns what is to be sent again, and to which address */
function readResend(
  ctx: AuthContext,
  { type: asked, email, phone }: z.output<typeof ResendBody>,
): { type: (typeof RESENT)[number]; contact: Contact } {
  const type = RESENT.find((known) => known === asked)
  if (!type) throw validationFailed(`Missing one of these types: ${RESENT.join(', ')}`)
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided.')
  if (type === 'sms' || type === 'phone_change') {
    if (!phone) throw validationFailed('Type provided requires a phone number')
    return { type, contact: { channel: 'phone', address: readPhone(ctx, phone) } }
  }
  if (!email) throw validationFailed('Type provided requires an email address')
  return { type, contact: readContact(ctx, { email }, '', '') }
}
