import type { FastifyInstance } from 'fastify'
import type { AuthContext } from './context.ts'

const HOUR_MS = 3_600_000

/** What has had its time: counters, flows and codes nobody can use any more, ended sessions, old audit entries. */
const EXPIRED: readonly string[] = [
  'delete from local_server.rate_limits where expire < extract(epoch from now()) * 1000',
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.one_time_tokens where created_at < (now() - interval '1 day') at time zone 'utc'`,
  'delete from auth.sessions where not_after < now()',
  `delete from auth.audit_log_entries where created_at < now() - interval '180 days'`,
]

/** Clears the door's tables every hour while the server runs; several processes doing so do no harm. */
export function clearExpiredHourly(app: FastifyInstance, ctx: AuthContext): void {
  const timer = setInterval(() => void clearExpired(ctx), HOUR_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

export async function clearExpired({ authPool, log }: Pick<AuthContext, 'authPool' | 'log'>): Promise<void> {
  for (const statement of EXPIRED) {
    // The next hour is another chance.
    await authPool
      .query(statement)
      .catch((error: unknown) => log.warn({ err: error }, 'auth: the hourly cleaning did not finish'))
  }
}
