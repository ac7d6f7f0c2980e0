import type pg from 'pg'
import type { ApiContext } from '../http/context.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SmsSender } from '../mail/smsSender.ts'
import type { Limits } from './limits.ts'
import type { IdentityProviders } from './providers/identityProviders.ts'

/** What the auth API is given when it is mounted. */
export type AuthApiOptions = ApiContext & {
  /** What the API does beside the requests. */
  jobs: Jobs
  mailer: Mailer
  /** Sends codes to telephones; absent, no account has one. */
  sms?: SmsSender
}

/** What every endpoint of this API works with. */
export interface AuthContext extends AuthApiOptions {
  limits: Limits
  providers: IdentityProviders
}

/** No request may hold an account's row, or wait for one, for long; the hook's own time counts too. */
const BEGIN = `begin; set local statement_timeout = '8s'; set local lock_timeout = '5s'`

/**
 * Runs `work` in one transaction as the auth API's own role; rolls back when it throws.
 * @throws whatever `work` throws, and pg's errors
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(BEGIN)
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
