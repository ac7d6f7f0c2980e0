import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Credentials, DatabaseAddress, HealthReport, WaitingWork } from './config/serverConfig.ts'
import { isUnavailable } from './db/errors.ts'
import type { Jobs } from './jobs/jobs.ts'

/** How long an API's role may take to be let in and answered. */
const ROLE_TIMEOUT_MS = 1_500
/** A good report is cached for so long: a client that asks without end costs one sign-in a second. A bad one is never cached. */
const CACHED_MS = 1_000
const MB = 1024 * 1024
/** Below the first PostgreSQL's supervisor warns, below the second nothing is written any more (`postgres/diskSpace.ts`). */
const LOW_BYTES = 1_024 * MB
const FULL_BYTES = 64 * MB

const SIZES = `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'auth', 'interno', 'local_server', 'storage')
  order by 2 desc, 1 limit 25`

/** One API, the role by which it asks the database, and the least that it must be able to ask. */
export interface ApiRole {
  door: string
  credentials: Credentials
  question: string
}

/** What the APIs need of their roles: signing in, becoming the requester, and reading what each API reads first. */
export function apiRoles(requests: Credentials, auth: Credentials): ApiRole[] {
  return [
    { door: 'rest', credentials: requests, question: 'begin; set local role anon; select 1; rollback' },
    {
      door: 'storage',
      credentials: requests,
      question: 'begin; set local role service_role; select from storage.objects limit 1; rollback',
    },
    { door: 'auth', credentials: auth, question: 'select from auth.users limit 1' },
  ]
}

/**
 * Whether the server is well: each API's own role is let in and may ask what the API asks, there is space on the disk, and nothing
 * waits for longer than it should. The pools of the APIs are not asked: they may be busy, and their old connections go on after a
 * password has changed, while the next one fails.
 */
export class Health {
  /** `at`: by the monotonic clock, as everything here that measures how long ago something was. */
  private lastGood: { at: number; report: HealthReport } | undefined
  private asking: Promise<HealthReport> | undefined
  private said = ''
  /** Since when what waits cannot be asked for. */
  private blindSince: string | undefined

  constructor(
    private readonly parts: {
      address: DatabaseAddress
      roles: readonly ApiRole[]
      dataDir: string
      jobs: Pick<Jobs, 'failing'>
      waiting: Readonly<Record<string, WaitingWork>>
      /** Runs SQL as the owner of the database. */
      query: <R extends pg.QueryResultRow>(text: string) => Promise<R[]>
      log: Pick<FastifyBaseLogger, 'error' | 'info'>
    },
  ) {}

  /** @returns how things are; never throws where an API cannot ask, throws where the owner cannot */
  ask(): Promise<HealthReport> {
    const { lastGood } = this
    if (lastGood && performance.now() - lastGood.at < CACHED_MS)
      return Promise.resolve({ ...lastGood.report, failing: this.failing(lastGood.report.waiting) })
    this.asking ??= this.check().finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  /** @returns bytes of the largest tables, indexes included */
  async sizes(): Promise<Record<string, number>> {
    const rows = await this.parts.query<{ name: string; bytes: number }>(SIZES)
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
  }

  private async check(): Promise<HealthReport> {
    const [roles, waiting, freeBytes] = await Promise.all([
      Promise.all(this.parts.roles.map((role) => this.askAs(role))),
      this.waiting(),
      statfs(this.parts.dataDir).then(({ bavail, bsize }) => bavail * bsize),
    ])
    const shut = roles.filter(({ code }) => code !== undefined)
    this.say(shut)
    const report: HealthReport = {
      shut,
      disk: { state: freeBytes < FULL_BYTES ? 'full' : freeBytes < LOW_BYTES ? 'low' : 'ok', freeBytes },
      waiting,
      failing: this.failing(waiting),
    }
    if (shut.length === 0) this.lastGood = { at: performance.now(), report }
    return report
  }

  private failing(waiting: HealthReport['waiting']): HealthReport['failing'] {
    const late = Object.entries(waiting).filter(([, { isLate }]) => isLate)
    return [
      ...this.parts.jobs.failing,
      ...(this.blindSince === undefined ? [] : [{ job: 'waiting', since: this.blindSince }]),
      ...late.map(([name, { since }]) => ({ job: `waiting ${name}`, since: since! })),
    ]
  }

  /** @returns with PostgreSQL's or the system's code for why that role cannot ask, where it cannot */
  private async askAs({ door, credentials, question }: ApiRole): Promise<{ door: string; code?: string }> {
    const { address } = this.parts
    const client = new pg.Client({
      ...address,
      ...credentials,
      ssl: address.ssl ? { rejectUnauthorized: true } : undefined,
      application_name: 'health',
      connectionTimeoutMillis: ROLE_TIMEOUT_MS,
      query_timeout: ROLE_TIMEOUT_MS,
    })
    // What breaks while it is asked fails there.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(question)
      return { door }
    } catch (error) {
      return { door, code: (error as { code?: string }).code ?? 'timeout' }
    } finally {
      // A connection that is broken cannot be closed any more.
      void client.end().catch(() => undefined)
    }
  }

  /** Since when the oldest of each kind of work waits. */
  private async waiting(): Promise<HealthReport['waiting']> {
    const names = Object.keys(this.parts.waiting)
    if (names.length === 0) return {}
    const columns = names.map((name, index) => `(${this.parts.waiting[name]!.since}) as w${index}`)
    const row = await this.parts.query<Record<string, Date | null>>(`select ${columns.join(', ')}`).then(
      ([first]) => {
        this.blindSince = undefined
        return first
      },
      (error: unknown) => {
        if (isUnavailable(error)) throw error
        // A table that is not there: it is told as a failure, and the server goes on all the same.
        this.blindSince ??= new Date().toISOString()
        return undefined
      },
    )
    return Object.fromEntries(
      names.map((name, index) => {
        const since = row?.[`w${index}`] ?? undefined
        const seconds = since === undefined ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1000)
        return [
          name,
          {
            since: since?.toISOString(),
            seconds: Math.round(seconds),
            isLate: seconds > this.parts.waiting[name]!.lateAfterSeconds,
          },
        ]
      }),
    )
  }

  /** A line when an API cannot ask for another reason than before, and one when all can again: answers name nothing. */
  private say(shut: HealthReport['shut']): void {
    const now = JSON.stringify(shut)
    if (now === this.said || (shut.length === 0 && this.said === '')) return
    this.said = shut.length === 0 ? '' : now
    const { log } = this.parts
    if (shut.length > 0) log.error({ shut }, 'an API cannot ask the database')
    else log.info({}, 'every API can ask the database again')
  }
}
