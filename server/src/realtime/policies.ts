import type { Database, Identity } from '../core/db.ts'
import { isPostgresError } from '../core/errors.ts'
import { arrayText, type Reader } from './readers.ts'

export type Extension = 'broadcast' | 'presence'

/** What somebody may do in a private channel. */
export interface Permissions {
  read: ReadonlySet<Extension>
  write: ReadonlySet<Extension>
}

const EXTENSIONS: readonly Extension[] = ['broadcast', 'presence']

/** Undoes the transaction that asked, carrying out of it what was learned. */
class Learned extends Error {
  constructor(readonly permissions: Permissions) {
    super()
  }
}

/**
 * Asks the policies of `realtime.messages` what somebody may do in a topic: a row of each extension is written and read
 * as her, and nothing of it is kept. Source: Supabase, "Realtime Authorization".
 * @throws whatever keeps the database from answering
 */
export async function askPolicies(db: Database, holder: Reader, topic: string): Promise<Permissions> {
  const service: Identity = { role: 'service_role', claims: { role: 'service_role' } }
  try {
    await db.asUserInTransaction(service, async (run) => {
      const written = await run({
        text: `insert into realtime.messages (topic, extension) values ($1, 'broadcast'), ($1, 'presence') returning id`,
        values: [topic],
      })
      await run({
        text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('realtime.topic', $3, true),
          set_config('statement_timeout', '3s', true)`,
        values: [holder.role, holder.claims, topic],
      })
      const attempt = async (text: string, values: string[]): Promise<(string | null)[][] | undefined> => {
        await run({ text: 'savepoint attempt', values: [] })
        try {
          return (await run({ text, values })).rows
        } catch (error) {
          if (!isPostgresError(error) || error.code.startsWith('57P')) throw error
          return undefined
        } finally {
          await run({ text: 'rollback to attempt', values: [] })
        }
      }
      const ids = arrayText(written.rows.map(([id]) => id!))
      const readable = await attempt(
        'select extension from realtime.messages where id = any($1::uuid[]) and topic = realtime.topic()',
        [ids],
      )
      const write = new Set<Extension>()
      for (const extension of EXTENSIONS) {
        const rows = await attempt('insert into realtime.messages (topic, extension) values ($1, $2)', [
          topic,
          extension,
        ])
        if (rows) write.add(extension)
      }
      const read = new Set((readable ?? []).map(([extension]) => extension as Extension))
      throw new Learned({ read, write })
    })
  } catch (error) {
    if (error instanceof Learned) return error.permissions
    throw error
  }
  throw new Error('unreachable')
}
