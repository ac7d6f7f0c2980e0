import pg from 'pg'
import { isPostgresError } from './errors.ts'
import { listen, type Notices } from './listener.ts'
import { Pipeline, type Statement, type StatementResult } from './pipeline.ts'
import { TokenError } from './tokens.ts'

export type { Statement, StatementResult } from './pipeline.ts'

/** How to reach the database. `host` is a name, an address, or the folder of a Unix socket. */
export interface DatabaseAddress {
  host: string
  port: number
  database: string
  ssl?: boolean
}

export interface Credentials {
  user: string
  password: string
}

/** Who is asking, as the token says after its signature was checked, and what she asked; SQL can read all of it. */
export interface Identity {
  /** `anon`, `authenticated` or `service_role`. */
  role: string
  /** The token's claims; `{ role: 'anon' }` for a visitor. */
  claims: Readonly<Record<string, unknown>>
  method?: string
  path?: string
  /** Request headers, lower case, without `authorization`, `apikey` and `cookie`. */
  headers?: Readonly<Record<string, string>>
}

/** Longest time that one statement may take, by role: Supabase's defaults. Others take the database's own. */
const STATEMENT_TIMEOUT: Readonly<Record<string, string>> = { anon: '3s', authenticated: '8s' }

const SET_IDENTITY = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('statement_timeout', $6, true),
  set_config('search_path', $7, true)`

/** The same, once her session is known to live; the role of the connection asks, before it becomes hers. */
const SET_IDENTITY_OF_SESSION = SET_IDENTITY.replace(
  'select ',
  'select local_server.require_session($8::uuid, $9::uuid), ',
)

/** What `local_server.require_session` raises. */
const SESSION_ENDED = 'LS401'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** No session and no account has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * The only door to PostgreSQL. A request's statements run as the person who asks: her role and claims live inside the
 * transaction, never on the connection, so that two requests in flight can never read as one another.
 */
export class Database {
  /** Serves requests; its login role is neither superuser nor exempt from row level security. */
  private readonly requests: pg.Pool

  constructor(
    readonly address: DatabaseAddress,
    private readonly credentials: Credentials,
    private readonly options: {
      maxConnections?: number
      searchPath?: string
      connectionTimeoutMs?: number
      /**
       * Whether a token that names a session counts only while that session does: not signed out, not past its end, its
       * account neither banned nor deleted. Asked in the same round trip, so it holds from the very next request.
       */
      checkSessions?: boolean
    } = {},
  ) {
    this.requests = createPool(address, credentials, {
      max: options.maxConnections ?? 20,
      connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
      application_name: 'requests',
    })
  }

  /**
   * Runs statements as `identity` in one transaction and one round trip; an error undoes all of them.
   * @returns one result per statement, values in PostgreSQL's text form
   * @throws TokenError when her session has ended; pg's DatabaseError with its SQLSTATE, or a connection error (see `isUnavailable`)
   */
  async asUser(identity: Identity, ...statements: Statement[]): Promise<StatementResult[]> {
    const client = await this.requests.connect()
    const results = await runAndRelease(client, [this.identify(identity), ...statements])
    return results.slice(1)
  }

  /**
   * Runs `work` as `identity` in one explicit transaction, for the few requests whose result must be looked at before
   * it is kept. Rolls back when `work` throws.
   */
  async asUserInTransaction<T>(
    identity: Identity,
    work: (run: (statement: Statement) => Promise<StatementResult>) => Promise<T>,
  ): Promise<T> {
    const client = await this.requests.connect()
    let broken: Error | undefined
    try {
      await runPipeline(client, [{ text: 'begin', values: [] }])
      await runPipeline(client, [this.identify(identity)])
      const value = await work(async (statement) => {
        const [result] = await runPipeline(client, [statement])
        return result!
      })
      await runPipeline(client, [{ text: 'commit', values: [] }])
      return value
    } catch (error) {
      await runPipeline(client, [{ text: 'rollback', values: [] }]).catch((failure: Error) => {
        broken = failure
      })
      throw told(error)
    } finally {
      client.release(broken)
    }
  }

  /**
   * Hears `NOTIFY` on a channel, over a connection of its own.
   * @returns ends the listening
   */
  listen(notices: Notices): () => Promise<void> {
    return listen(this.address, this.credentials, notices)
  }

  /** How many connections serve requests and how many requests wait for one. */
  get load(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.requests
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  async close(): Promise<void> {
    await this.requests.end()
  }

  private identify(identity: Identity): Statement {
    const { session_id: session, sub } = identity.claims
    const hasSession = this.options.checkSessions === true && session !== undefined
    return {
      text: hasSession ? SET_IDENTITY_OF_SESSION : SET_IDENTITY,
      values: [
        identity.role,
        JSON.stringify(identity.claims),
        identity.method ?? '',
        identity.path ?? '',
        JSON.stringify(identity.headers ?? {}),
        STATEMENT_TIMEOUT[identity.role] ?? '0',
        this.options.searchPath ?? '"public", "extensions"',
        ...(hasSession ? [uuidOr(session), uuidOr(sub)] : []),
      ],
    }
  }
}

/**
 * A pool whose broken connections are dropped quietly: the next request opens a new one.
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
  // is at work between two statements says so with an event of its own. Whoever waits for an answer gets the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function runPipeline(client: pg.PoolClient, statements: Statement[]): Promise<StatementResult[]> {
  const pipeline = new Pipeline(statements)
  client.query(pipeline)
  return pipeline.done
}

/** What a door should be told: an ended session is a token that counts no more. */
function told(error: unknown): unknown {
  if (!isPostgresError(error) || error.code !== SESSION_ENDED) return error
  return new TokenError('invalid', 'JWT session has ended')
}

function uuidOr(claim: unknown): string {
  return typeof claim === 'string' && UUID.test(claim) ? claim : NOBODY
}

async function runAndRelease(client: pg.PoolClient, statements: Statement[]): Promise<StatementResult[]> {
  try {
    const results = await runPipeline(client, statements)
    client.release()
    return results
  } catch (error) {
    // A refused statement leaves the connection in order; anything else may have broken it.
    client.release(
      !(error as { severity?: string }).severity || (error as { severity?: string }).severity === 'FATAL',
    )
    throw told(error)
  }
}
