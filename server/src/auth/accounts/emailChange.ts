import type pg from 'pg'
import type { AuthContext } from '../context.ts'
import { expiredSecret } from '../http.ts'
import { writeMail } from '../links/mails.ts'
import { consumeSecrets, issueSecrets, type MailedSecrets, type TokenKind } from '../links/oneTimeTokens.ts'
import { type Challenge, EMAIL_CHANGE_FLOW, enterFlow } from '../token/pkce.ts'
import { findUserByEmail, forgetUnconfirmed, type User } from './accounts.ts'
import { isDelayed, setEmail } from './delayedChanges.ts'
import { noteChange } from './notices.ts'

/** The secrets of the two mails: one to the address as it is, one to the address as it shall be. */
export interface EmailChange {
  from: string
  to: string
  /** Somebody's account has the new address: its owner is told so instead, and the change can never be confirmed. */
  isTaken: boolean
  current: MailedSecrets
  next: MailedSecrets
}

/**
 * Begins a change of address: nothing changes before both mailboxes have agreed. For an address that somebody has, the
 * answer, the statements and everything that can be read afterwards are the same.
 * @param user of no account: the same statements run and store nothing
 */
export async function beginEmailChange(
  { config }: AuthContext,
  client: pg.PoolClient,
  user: Pick<User, 'id' | 'email'>,
  to: string,
  challenge: Challenge | undefined,
  flow = { resume: false },
): Promise<EmailChange> {
  const isTaken = await isOthers(client, to)
  await client.query(
    'update auth.users set email_change = $2, email_change_confirm_status = $3, updated_at = now() where id = $1',
    // Without an address before, there is one mailbox to ask.
    [user.id, to, user.email ? 0 : 1],
  )
  const from = user.email ?? ''
  const options = {
    digits: config.project.auth.email.otpLengthDigits,
    pkce: await enterFlow(client, user.id, EMAIL_CHANGE_FLOW, challenge, flow),
  }
  return {
    from,
    to,
    isTaken,
    current: await issueSecrets(client, user.id, 'email_change_current', { ...options, address: from }),
    next: await issueSecrets(client, user.id, 'email_change_new', {
      ...options,
      address: to,
      unsent: isTaken,
    }),
  }
}

/** Sends the two mails of a change. */
export function mailEmailChange(ctx: AuthContext, change: EmailChange, redirectTo: string): void {
  const link = { type: 'email_change', redirectTo }
  if (change.from)
    ctx.mailer.send(writeMail(ctx.config, 'email_change', change.from, { secrets: change.current, link }))
  ctx.mailer.send(
    change.isTaken
      ? writeMail(ctx.config, 'address_taken', change.to)
      : writeMail(ctx.config, 'email_change', change.to, { secrets: change.next, link }),
  )
}

/**
 * Records that one mailbox has agreed; with the second one the address changes.
 * @returns what has come of it: `half` after the first mailbox, `waits` where both have agreed and a day is left, `done`
 * @throws ApiError 403 `otp_expired` when somebody else has confirmed the address in the meantime: who asked for the change
 *   must not learn of it
 */
export async function agreeToEmailChange(
  ctx: Pick<AuthContext, 'config'>,
  client: pg.PoolClient,
  user: User,
  kind: TokenKind,
): Promise<'half' | 'waits' | 'done'> {
  await consumeSecrets(client, user.id, kind)
  if (user.email_change_confirm_status === 0) {
    await client.query('update auth.users set email_change_confirm_status = 1 where id = $1', [user.id])
    return 'half'
  }
  // Where only her mailbox has proven her, her devices have a day to take it back.
  if (await isDelayed(client, user.id, 'email')) {
    await client.query('update auth.users set email_change_confirm_status = 2 where id = $1', [user.id])
    return 'waits'
  }
  const email = user.email_change ?? ''
  if (await isOthers(client, email)) throw expiredSecret()
  const abandoned = await findUserByEmail(client, email, true)
  if (abandoned) await forgetUnconfirmed(client, abandoned)
  // Sent to the old address without naming the new one: an attacker may read that mailbox.
  if (user.email) await noteChange(ctx, client, user.id, 'email', { from: user.email }, user.email)
  await setEmail(client, user.id, email)
  return 'done'
}

async function isOthers(client: pg.PoolClient, email: string): Promise<boolean> {
  const other = await findUserByEmail(client, email)
  return Boolean(other?.email_confirmed_at)
}
