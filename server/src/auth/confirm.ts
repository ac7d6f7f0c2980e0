import type pg from 'pg'
import { audit, confirmEmail, type User } from './accounts.ts'
import type { Caller } from './http.ts'
import { endSessions, type OpenSession } from './sessions.ts'

/**
 * By which way she showed the mailbox to be hers: the mail of the registration itself, one to enter with, or one to choose
 * another password.
 */
export type WayIn = 'signup' | 'entry' | 'recovery'

/**
 * Records, at the first time, that whoever acts has shown the mailbox to be hers. Who did not come by the mail of the
 * registration may not be who registered: neither the password nor the words that wait there are hers. An account that a
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
 * Who recovers an account is alone in it. Not before a second factor is shown, where there is one: the mailbox alone would
 * otherwise sign her out everywhere.
 */
export async function endOthersAfterRecovery(client: pg.PoolClient, open: OpenSession): Promise<void> {
  if (open.user.factors.some(({ status }) => status === 'verified')) return
  await endSessions(client, open.user.id, open.session.id, 'others')
}
