import type pg from 'pg'
import { isPostgresError } from '../http/errors.ts'
import { networkOf } from '../limits/network.ts'
import type { Asker, BudgetLimits, SlowBudget } from '../limits/timeBudget.ts'
import { TokenError } from '../tokens/tokens.ts'
import { Pipeline, type Statement, type StatementResult } from './pipeline.ts'

/** Who is asking, as the token says after its signature was checked, and what she asked; SQL can read all but the address. */
export interface Identity {
  /** `anon`, `authenticated` or `service_role`. */
  role: string
  /** The token's claims; `{ role: 'anon' }` for a visitor. */
  claims: Readonly<Record<string, unknown>>
  method?: string
  path?: string
  /** Request headers, lower case, without `authorization`, `apikey` and `cookie`. */
  headers?: Readonly<Record<string, string>>
  /** The network address that the request came from. */
  address?: string
  /** Whether what she asks must not write. */
  isReadOnly?: boolean
  /** Where names without a schema are looked up, as PostgreSQL's `search_path` has it; where it is not said, as for every request. */
  searchPath?: string
}

/** Runs statements as the caller. */
export interface Runner {
  /**
   * Runs statements as `identity` in one transaction and one round trip; an error undoes all of them. A deadlock is tried once more.
   * @returns one result per statement, values in PostgreSQL's text form
   * @throws ApiError 429 `LS429` beyond her budget; TokenError when her session has ended; pg's DatabaseError with its
   *   SQLSTATE, or a connection error (see `isUnavailable`)
   */
  asUser(identity: Identity, ...statements: Statement[]): Promise<StatementResult[]>
  /**
   * Runs `work` as `identity` in one explicit transaction, for the few requests whose result must be looked at before
   * it is kept. Rolls back when `work` throws.
   */
  asUserInTransaction<T>(
    identity: Identity,
    work: (run: (statement: Statement) => Promise<StatementResult>) => Promise<T>,
  ): Promise<T>
}

/** Where a lane's requests wait; see `Turns`. */
export interface Turnstile {
  enter(asker: Asker | undefined): Promise<void> | undefined
  leave(asker: Asker | undefined): void
}

/** What `local_server.require_session` raises. */
const SESSION_ENDED = 'LS401'

/** `deadlock_detected` */
const DEADLOCK = '40P01'
/** Name of the prepared statement whose plan is asked for. */
const PLANNED = 'ls_planned'
/** `invalid_sql_statement_name` */
const UNKNOWN_NAME = '26000'

export type LaneLimits = BudgetLimits

/** What took longer than the operator wants to hear of: its SQL, never its values nor who asked. */
export interface SlowStatements {
  lane: string
  ms: number
  /** As many letters as help to recognise it. */
  sql: string
}

/** Letters of SQL in one line of the log. */
const SLOW_SQL_LENGTH = 1_000

/** Connections that one kind of request has for itself, with a turn for everybody who asks. */
export class ConnectionLane implements Runner {
  constructor(
    private readonly parts: {
      pool: pg.Pool
      turns: Turnstile
      /** Makes the statement that turns a connection into hers for one transaction. */
      identify: (identity: Identity) => Statement
      /** Absent where being slow costs nothing. */
      slow?: SlowBudget
      /** Is told of each request whose statements took longer than `ms`. */
      reportSlow?: { ms: number; tell: (slow: Omit<SlowStatements, 'lane'>) => void }
      /** Whether the sessions of a member take turns among themselves, where her token names one. */
      bySession?: boolean
    },
  ) {}

  async asUser(identity: Identity, ...statements: Statement[]): Promise<StatementResult[]> {
    try {
      return await this.runOnce(identity, statements)
    } catch (error) {
      // Two waited for each other and PostgreSQL chose this one to end: all of it is undone, and the other is not in the way any more.
      if (!isPostgresError(error) || error.code !== DEADLOCK) throw error
      return this.runOnce(identity, statements)
    }
  }

  private runOnce(identity: Identity, statements: Statement[]): Promise<StatementResult[]> {
    return this.turn(identity, statements, async (client, asker) => {
      const results = await runAndRelease(client, [this.parts.identify(identity), ...statements])
      results.shift()
      if (asker) this.parts.slow?.spendAnswer(asker, lengthOf(results))
      return results
    })
  }

  async asUserInTransaction<T>(
    identity: Identity,
    work: (run: (statement: Statement) => Promise<StatementResult>) => Promise<T>,
  ): Promise<T> {
    const asked: Statement[] = []
    return this.turn(identity, asked, async (client) => {
      let broken: Error | undefined
      try {
        await runPipeline(client, [{ text: 'begin', values: [] }])
        await runPipeline(client, [this.parts.identify(identity)])
        const value = await work(async (statement) => {
          asked.push(statement)
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
    })
  }

  /**
   * Asks for the plan of a statement without any of its values, in one round trip: estimates that knew them would tell, bit by
   * bit, what row level security hides. `explain (generic_plan)` begins with PostgreSQL 16 and takes bound values into account.
   * @param parameters how many values the statement takes
   * @returns PostgreSQL's JSON
   */
  async planOf(identity: Identity, text: string, parameters: number): Promise<string> {
    const nulls = parameters === 0 ? '' : `(${Array(parameters).fill('null').join()})`
    const statements = [
      this.parts.identify(identity),
      plain(`select set_config('plan_cache_mode', 'force_generic_plan', true)`),
      plain(`prepare ${PLANNED} as ${text}`),
      plain(`explain (format json) execute ${PLANNED}${nulls}`),
      plain(`deallocate ${PLANNED}`),
    ]
    return this.turn(identity, [plain(text)], async (client) => {
      let broken: Error | undefined
      try {
        const results = await runPipeline(client, statements)
        return results[3]!.rows[0]![0]!
      } catch (error) {
        // A rollback does not drop a prepared statement; that it does not exist is no failure.
        await runPipeline(client, [plain(`deallocate ${PLANNED}`)]).catch((failure: Error) => {
          if (!isPostgresError(failure) || failure.code !== UNKNOWN_NAME) broken = failure
        })
        throw told(error)
      } finally {
        client.release(broken)
      }
    })
  }

  /**
   * Waits for her turn and a connection, and charges the time to her budget, whether the work succeeds or fails.
   * @param asked what it runs, as it is known once it is over
   */
  private async turn<T>(
    identity: Identity,
    asked: readonly Statement[],
    run: (client: pg.PoolClient, asker: Asker | undefined) => Promise<T>,
  ): Promise<T> {
    const { pool, turns, slow, bySession, reportSlow } = this.parts
    const asker = askerOf(identity, bySession)
    if (asker) slow?.assertLeft(asker)
    const waiting = turns.enter(asker)
    if (waiting) await waiting
    try {
      // Other requests of hers may have used up the budget while this one waited.
      if (asker && waiting) slow?.assertLeft(asker)
      const client = await pool.connect()
      const begun = performance.now()
      try {
        return await run(client, asker)
      } finally {
        const ms = performance.now() - begun
        if (asker) slow?.spend(asker, ms)
        if (reportSlow && ms >= reportSlow.ms) reportSlow.tell({ ms: Math.round(ms), sql: sqlOf(asked) })
      }
    } finally {
      turns.leave(asker)
    }
  }
}

/** Members are charged by id and network, visitors by network; the service key is not charged. */
export function askerOf(
  { role, claims, address }: Pick<Identity, 'role' | 'claims' | 'address'>,
  bySession = false,
): Asker | undefined {
  if (role === 'service_role') return undefined
  const network = address === undefined ? undefined : `network ${networkOf(address)}`
  if (typeof claims.sub === 'string' && role !== 'anon') {
    const session = bySession && typeof claims.session_id === 'string' ? claims.session_id : undefined
    return { who: `member ${claims.sub}`, session, network, isVisitor: false }
  }
  return { who: `visitors ${network ?? ''}`, network, isVisitor: true }
}

/** How much text came back. */
function lengthOf(results: StatementResult[]): number {
  let length = 0
  for (const { rows } of results) for (const row of rows) for (const cell of row) length += cell?.length ?? 0
  return length
}

function sqlOf(statements: readonly Statement[]): string {
  const sql = statements.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join('; ')
  return sql.length > SLOW_SQL_LENGTH ? `${sql.slice(0, SLOW_SQL_LENGTH)}…` : sql
}

function plain(text: string): Statement {
  return { text, values: [] }
}

async function runPipeline(client: pg.PoolClient, statements: Statement[]): Promise<StatementResult[]> {
  const pipeline = new Pipeline(statements)
  client.query(pipeline)
  return pipeline.done
}

/** Translates "session ended" into the error for an invalid token, which each door answers in its own way. */
function told(error: unknown): unknown {
  if (!isPostgresError(error) || error.code !== SESSION_ENDED) return error
  return new TokenError('invalid', 'JWT session has ended')
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
