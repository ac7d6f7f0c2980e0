import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { audit, type Contact, findUserByContact, isBanned } from '../accounts/accounts.ts'
import { assertByEmail, codeRules, countMessage, deliver, readContact } from '../accounts/contact.ts'
import { draftUser, nobodysId } from '../accounts/newAccount.ts'
import { lockAddress, startOver } from '../accounts/signup.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { countCall } from '../factors/device.ts'
import {
  type Caller,
  callerOf,
  deviceOf,
  metadata,
  parameter,
  parse,
  pkce,
  text,
  validationFailed,
} from '../http.ts'
import { withMinimumTime } from '../minimumTime.ts'
import { askBeforeUserCreated } from '../token/hook.ts'
import { type Challenge, enterFlow, MAGIC_LINK_FLOW, readChallenge } from '../token/pkce.ts'
import type { MailKind } from './mails.ts'
import { issueSecrets, type MailedSecrets } from './oneTimeTokens.ts'
import { allowedRedirect } from './redirects.ts'

const Body = z.object({
  email: text.nullish(),
  phone: text.nullish(),
  create_user: z.boolean().nullish(),
  channel: text.nullish(),
  data: metadata,
  ...pkce,
})
const Query = z.object({ redirect_to: parameter })

/** `POST /otp`: signs in, and signs up, with a mailed link or a code. Source: docs/api.md#auth-calls-and-refusals. */
export function otpRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/otp', async (request) => {
    const caller = callerOf(request)
    await countCall(ctx, 'otp', request)
    const body = parse(Body, request.body)
    const words = 'Only an email address or phone number should be provided'
    const contact = readContact(ctx, body, words, words)
    assertByEmail(ctx, contact, 422, 'Email logins are disabled')
    if (contact.channel === 'email' && body.channel) {
      throw validationFailed('Channel should only be specified with Phone OTP')
    }
    if (body.channel && body.channel !== 'sms')
      throw validationFailed('Invalid channel, supported value is sms')
    const challenge = contact.channel === 'email' ? readChallenge(body) : undefined
    const redirectTo = allowedRedirect(ctx.config, parse(Query, request.query).redirect_to)
    const createUser = body.create_user !== false && ctx.config.project.auth.enableSignup
    const wish = { contact, createUser, data: body.data, challenge, redirectTo, device: deviceOf(request) }
    await withMinimumTime(sendOneTimePassword(ctx, wish, caller))
    return {}
  })
}

interface OneTimePassword {
  contact: Contact
  createUser: boolean
  data: Record<string, unknown>
  challenge: Challenge | undefined
  redirectTo: string
  /** The mark of her device, if it has one. */
  device: string | undefined
}

/** Sends one message, to an account, to a new one or to nobody we know; the answer tells nothing of which. */
async function sendOneTimePassword(ctx: AuthContext, wish: OneTimePassword, caller: Caller): Promise<void> {
  const { contact, redirectTo, device } = wish
  const requester = await ctx.limits.requesterOf(contact.address, device)
  const takeBack = await countMessage(ctx, 'magic_link', contact, requester)
  try {
    const { kind, secrets } = await inTransaction(ctx.authPool, (client) =>
      prepare(ctx, client, wish, caller),
    )
    deliver(ctx, contact, kind, { secrets, link: { type: 'magiclink', redirectTo } })
  } catch (error) {
    await takeBack()
    throw error
  }
}

async function prepare(
  ctx: AuthContext,
  client: pg.PoolClient,
  { contact, createUser, data, challenge }: OneTimePassword,
  caller: Caller,
): Promise<{ kind: MailKind; secrets?: MailedSecrets }> {
  await lockAddress(client, contact)
  const draft = draftUser({ contact, encryptedPassword: '', metadata: data, confirmed: false })
  // Asked in any case, so that its refusal does not tell who has an account.
  if (createUser) await askBeforeUserCreated(ctx, client, draft, caller)
  const owner = createUser
    ? ((await startOver(ctx, client, contact, draft)).existing ?? draft)
    : await findUserByContact(client, contact, true)
  const receiver = owner && !isBanned(owner) ? owner : undefined
  const id = receiver?.id ?? nobodysId()
  if (!createUser) await dropForeignPassword(client, { id, contact })
  await audit(client, 'user_recovery_requested', receiver?.id ?? null, caller)
  const secrets = await issueSecrets(client, id, contact.channel === 'email' ? 'recovery' : 'confirmation', {
    ...codeRules(ctx, contact.address),
    pkce: await enterFlow(client, id, MAGIC_LINK_FLOW, challenge, { resume: false }),
  })
  if (receiver) return { kind: 'magic_link', secrets }
  return { kind: owner ? 'account_exists' : 'no_account' }
}

/**
 * Somebody else may have signed up with her telephone: the password that waits there must not open what she confirms. That
 * of a mailbox is dropped as it is confirmed.
 */
async function dropForeignPassword(
  client: pg.PoolClient,
  { id, contact }: { id: string; contact: Contact },
): Promise<void> {
  if (contact.channel === 'email') return
  await client.query(
    `update auth.users set encrypted_password = '' where id = $1 and phone_confirmed_at is null`,
    [id],
  )
}
