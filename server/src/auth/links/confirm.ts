import type pg from 'pg'
import { audit, confirmEmail, type User } from '../accounts/accounts.ts'
import type { Caller } from '../http.ts'
import { endSessions, type OpenSession } from '../token/sessions.ts'

/**
 * How control of the mailbox was shown: by the registration's own mail, by a mail to sign in, or by a recovery mail.
 */
export type WayIn = 'signup' | 'entry' | 'recovery'

/**
 * Confirms the account when control of its mailbox was shown for the first time. Somebody who came by another mail than
 * the registration's may not be who registered: then the password and the metadata of the registration are
 * dropped. An account that a
 * request for a link made has no password; its words came with that request.
 */
export async function confirmMailbox(
  client: pg.PoolClient,
  user: User,
  way: WayIn,
  caller: Caller,
): Promise<void> {
  if (user.email_confirmed_at) return
  const isForeign = way === 'recovery' || (way === 'entry' && Boolean(user.encrypted_password))
  await confirmEmail(client, user, { startOver: isForeign })
  await audit(client, 'user_signedup', user.id, caller)
}

/**
 * A recovery ends every other session. Not before a second factor is shown, where there is one: the mailbox alone would
 * otherwise sign her out everywhere.
 */
export async function endOthersAfterRecovery(client: pg.PoolClient, open: OpenSession): Promise<void> {
  if (open.user.factors.some(({ status }) => status === 'verified')) return
  await endSessions(client, open.user.id, open.session.id, 'others')
}
