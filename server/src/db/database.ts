import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionLimits, Credentials, DatabaseAddress } from '../config/serverConfig.ts'
import { type Admission, createAdmissions } from '../limits/admission.ts'
import { LANES, type LaneName } from '../limits/lanes.ts'
import type { Identity } from '../tokens/identity.ts'
import { claimsText } from '../tokens/tokens.ts'
import { ConnectionLane, type Runner, type SlowStatements } from './connectionLane.ts'
import { type Listening, listen, type Notices } from './listener.ts'
import type { Statement, StatementResult } from './pipeline.ts'
import { containReader } from './readErrors.ts'

export type { Credentials, DatabaseAddress } from '../config/serverConfig.ts'
export type { LaneName } from '../limits/lanes.ts'
export type { Identity } from '../tokens/identity.ts'
export type { Runner, SlowStatements } from './connectionLane.ts'
export type { Statement, StatementResult } from './pipeline.ts'

/** Gives one figure: what is set need not come back, her claims and headers least. */
const SET_IDENTITY = `select pg_catalog.num_nulls(set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('statement_timeout', $6, true),
  set_config('search_path', $7, true))`

const READ_ONLY = `, set_config('transaction_read_only', 'on', true)`

/** With the session it is verified too, as `authenticator`, before `set role`. */
function identityText(hasSession: boolean, isReadOnly: boolean): string {
  const verified = hasSession ? 'select local_server.require_session($8::uuid, $9::uuid), ' : 'select '
  return SET_IDENTITY.replace('select ', verified) + (isReadOnly ? READ_ONLY : '')
}

/** By whether there is a session, and whether nothing may be written. */
const IDENTITY_TEXTS = [false, true].map((hasSession) =>
  [false, true].map((isReadOnly) => identityText(hasSession, isReadOnly)),
)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** No session and no account has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * The only way to PostgreSQL. A request's statements run as the person who asks: her role and claims live inside the
 * transaction, never on the connection, so that two requests in flight can never read as one another.
 */
export class Database implements Runner {
  /** Serve requests; their login role is neither superuser nor exempt from row level security. */
  private readonly pools: pg.Pool[] = []
  private readonly lanes: Readonly<Record<LaneName, ConnectionLane>>
  private readonly admissions: Readonly<Record<LaneName, Admission>>

  constructor(
    readonly address: DatabaseAddress,
    private readonly credentials: Credentials,
    private readonly options: {
      /** Of the common lane. */
      maxConnections?: number
      /** Of each lane. */
      limits?: Pick<ConnectionLimits, 'requests' | 'heavy' | 'urgent'>
      searchPath?: string
      connectionTimeoutMs?: number
      /**
       * Whether a token that names a session counts only while that session does: not signed out, not past its end, its
       * account neither banned nor deleted. Asked in the same round trip, so it holds from the very next request.
       */
      checkSessions?: boolean
      /** Whether backends of requests stand back behind the server; PostgreSQL must be a child of it. */
      standsBack?: boolean
      /** Multiplies what one member may ask at once, and how slowly; 1 is the default. */
      budgetFactor?: number
      /** Is told of each request whose statements took `ms` or longer: their SQL, with `$1` for every value. */
      reportSlow?: { ms: number; tell: (slow: SlowStatements) => void }
    } = {},
  ) {
    this.admissions = createAdmissions({
      connectionsOf: (name) => this.connectionsOf(name),
      factor: options.budgetFactor,
      waitMs: options.connectionTimeoutMs,
    })
    this.lanes = {
      common: this.openLane('common'),
      heavy: this.openLane('heavy'),
      urgent: this.openLane('urgent'),
    }
  }

  /** Runs in the common lane; see `Runner`. */
  asUser(identity: Identity, ...statements: Statement[]): Promise<StatementResult[]> {
    return this.lanes.common.asUser(identity, ...statements)
  }

  /** Runs in the common lane; see `Runner`. */
  asUserInTransaction<T>(
    identity: Identity,
    work: (run: (statement: Statement) => Promise<StatementResult>) => Promise<T>,
  ): Promise<T> {
    return this.lanes.common.asUserInTransaction(identity, work)
  }

  /** Where a request of that kind runs. */
  lane(name: LaneName): ConnectionLane {
    return this.lanes[name]
  }

  /** Hears `NOTIFY` on a channel, over a connection of its own. */
  listen(notices: Notices): Listening {
    return listen(this.address, this.credentials, notices)
  }

  /** How many connections are open, how many requests run in each lane, and how many wait for their turn. */
  get load(): { connections: number } & Readonly<Record<LaneName, { running: number; waiting: number }>> {
    const { common, heavy, urgent } = this.admissions
    const connections = this.pools.reduce((sum, pool) => sum + pool.totalCount, 0)
    return { connections, common: common.load, heavy: heavy.load, urgent: urgent.load }
  }

  async close(): Promise<void> {
    for (const admission of Object.values(this.admissions)) admission.close()
    await Promise.all(this.pools.map((pool) => pool.end()))
  }

  private connectionsOf(name: LaneName): number {
    const { maxConnections, limits } = this.options
    if (name === 'common') return maxConnections ?? limits?.requests ?? LANES.common.connections
    return limits?.[name] ?? LANES[name].connections
  }

  private openLane(name: LaneName): ConnectionLane {
    const pool = createPool(this.address, this.credentials, {
      max: this.connectionsOf(name),
      connectionTimeoutMillis: this.options.connectionTimeoutMs ?? 5_000,
      application_name: name === 'common' ? 'requests' : `requests ${name}`,
    })
    this.pools.push(pool)
    const { timeouts, niceness } = LANES[name]
    const { reportSlow } = this.options
    if (this.options.standsBack) pool.on('connect', (client) => standBackSoon(client, niceness))
    return new ConnectionLane({
      pool,
      admission: this.admissions[name],
      reportSlow: reportSlow && { ...reportSlow, tell: (slow) => reportSlow.tell({ lane: name, ...slow }) },
      identify: (identity) => this.identify(identity, timeouts[identity.role] ?? '0'),
    })
  }

  private identify(identity: Identity, timeout: string): Statement {
    const { session_id: session, sub } = identity.claims
    const hasSession = this.options.checkSessions === true && session !== undefined
    return {
      text: IDENTITY_TEXTS[Number(hasSession)]![Number(identity.isReadOnly ?? false)]!,
      values: [
        identity.role,
        claimsText(identity.claims),
        identity.method ?? '',
        identity.path ?? '',
        JSON.stringify(identity.headers ?? {}),
        timeout,
        identity.searchPath ?? this.options.searchPath ?? '"public", "extensions"',
        ...(hasSession ? [uuidOr(session), uuidOr(sub)] : []),
      ],
    }
  }
}

/**
 * A pool that drops broken connections silently: the next request opens a new one.
 * @param options further pg pool options
 */
export function createPool(
  address: DatabaseAddress,
  credentials: Credentials,
  options: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    host: address.host,
    port: address.port,
    database: address.database,
    ssl: address.ssl ? { rejectUnauthorized: true } : undefined,
    user: credentials.user,
    password: credentials.password,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...options,
  })
  // A connection that dies (database restart) must not end the process: idle ones are dropped by the pool, and one that
  // is at work between two statements says so with an event of its own. A query that waits for an answer gets the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    containReader(client)
  })
  return pool
}

/**
 * A backend's first statements read the catalogue, which costs more than all that it does later: at the low weight, beside other programs,
 * the first answers took four seconds instead of less than one.
 */
const FIRST_STATEMENTS_MS = 2_000

/** Has a new backend stand back once it has begun; not one that is gone by then, whose number may be another's. */
function standBackSoon(client: pg.PoolClient, niceness: number): void {
  const timer = setTimeout(() => void standBack(client, niceness), FIRST_STATEMENTS_MS).unref()
  client.once('end', () => clearTimeout(timer))
}

/** How often the kernel lets somebody without privileges change a group's weight. Source: kernel/sched/autogroup.c. */
const REGROUP_PAUSE_MS = 150

/**
 * Lowers the priority of backends that serve members' requests, so that the event loop and sign-ins go first, then urgent requests. Each
 * backend leads a session of its own, and where Linux groups processes by session (`autogroup`), niceness counts only within one: the
 * group's own must be lowered too, or each backend gets as much of the machine as the whole server.
 * Source: setpriority(2), sched(7) "The autogroup feature"; anybody may lower what belongs to herself.
 */
async function standBack(client: pg.PoolClient, niceness: number): Promise<void> {
  const { processID } = client as pg.PoolClient & { processID?: number }
  if (!processID) return
  try {
    setPriority(processID, niceness)
    for (let tries = 0; tries < 10; tries++) {
      const busy = await writeFile(`/proc/${processID}/autogroup`, String(niceness)).then(
        () => false,
        ({ code }: NodeJS.ErrnoException) => code === 'EAGAIN',
      )
      if (!busy) return
      await delay(REGROUP_PAUSE_MS)
    }
  } catch {
    // Not permitted or not supported: the priority stays as it is.
  }
}

function uuidOr(claim: unknown): string {
  return typeof claim === 'string' && UUID.test(claim) ? claim : NOBODY
}
