import type { AuthContext } from './context.ts'

const HOUR_MS = 3_600_000
const UNCONFIRMED_DAYS = 7

/** Deletes what has expired: counters, flows, codes, ended sessions, old audit entries. */
const EXPIRED: readonly string[] = [
  'delete from local_server.rate_limits where expire < extract(epoch from now()) * 1000',
  `delete from local_server.oauth_flows where created_at < now() - interval '1 hour'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.one_time_tokens where created_at < (now() - interval '1 day') at time zone 'utc'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  'delete from auth.sessions where not_after < now()',
  // Nobody has come back with it for a year: a forgotten browser, which then is no way in any more.
  `delete from auth.sessions
     where greatest(created_at, updated_at, refreshed_at at time zone 'utc') < now() - interval '365 days'`,
  // One that was replaced ends its session where somebody comes with it; after a month it only opens nothing. Where its successor was
  // never used, the answer that brought it may have been lost: it stays.
  `delete from auth.refresh_tokens t where revoked and updated_at < now() - interval '30 days'
     and not exists (select from auth.refresh_tokens s where s.parent = t.token and not s.revoked)`,
  `delete from local_server.security_notices where created_at < now() - interval '7 days'`,
  `delete from local_server.mailed_passwords where set_at < now() - interval '7 days'`,
  `delete from local_server.account_devices where seen_at < now() - interval '180 days'`,
  `delete from local_server.devices d where seen_at < now() - interval '30 days'
     and not exists (select from auth.sessions s where s.tag = 'device:' || d.id)`,
  `delete from auth.audit_log_entries where created_at < now() - interval '180 days'`,
]

/** Deletes accounts that were never confirmed: they hold an address, perhaps against its owner's wish. */
const UNCONFIRMED = `delete from auth.users
  where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null and not is_anonymous
    and deleted_at is null
    and greatest(created_at, confirmation_sent_at, recovery_sent_at, invited_at) < now() - make_interval(days => $1)`

type CleaningContext = Pick<AuthContext, 'authPool' | 'config'>

/** Clears the API's tables every hour while the server runs; several processes doing so do no harm. */
export function clearExpiredHourly(ctx: AuthContext): void {
  ctx.jobs.every('auth-cleaning', HOUR_MS, () => clearExpired(ctx), { later: true })
}

/** @throws the first failure, once everything else is cleared */
export async function clearExpired({ authPool, config }: CleaningContext): Promise<void> {
  const days = config.project.auth.unconfirmedLifetimeDays ?? UNCONFIRMED_DAYS
  const failures: unknown[] = []
  for (const [text, values] of [
    ...EXPIRED.map((text) => [text, []] as const),
    [UNCONFIRMED, [days]] as const,
  ])
    await authPool.query(text, [...values]).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
