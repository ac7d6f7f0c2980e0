import type pg from 'pg'
import type { Admission, Charge } from '../limits/admission.ts'
import type { Identity } from '../tokens/identity.ts'
import { TokenError } from '../tokens/tokens.ts'
import { isPostgresError } from './errors.ts'
import { Pipeline, type Statement, type StatementResult } from './pipeline.ts'

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
   * Runs `work` as `identity` in one explicit transaction, for the few requests whose result must be checked before
   * it is kept. Rolls back when `work` throws.
   */
  asUserInTransaction<T>(
    identity: Identity,
    work: (run: (statement: Statement) => Promise<StatementResult>) => Promise<T>,
  ): Promise<T>
}

/** What `local_server.require_session` raises. */
const SESSION_ENDED = 'LS401'

/** `deadlock_detected` */
const DEADLOCK = '40P01'
/** Name of the prepared statement whose plan is asked for. */
const PLANNED = 'ls_planned'
/** `invalid_sql_statement_name` */
const UNKNOWN_NAME = '26000'

/** What took longer than the operator wants to hear of: its SQL, never its values nor who asked. */
export interface SlowStatements {
  lane: string
  ms: number
  /** As many letters as help to recognise it. */
  sql: string
}

/** Letters of SQL in one line of the log. */
const SLOW_SQL_LENGTH = 1_000

/** Connections that one kind of request has for itself; who may use one, and when, its admission decides. */
export class ConnectionLane implements Runner {
  constructor(
    private readonly parts: {
      pool: pg.Pool
      admission: Admission
      /** Makes the statement that turns a connection into hers for one transaction. */
      identify: (identity: Identity) => Statement
      /** Is told of each request whose statements took longer than `ms`. */
      reportSlow?: { ms: number; tell: (slow: Omit<SlowStatements, 'lane'>) => void }
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
    return this.admit(identity, statements, async (client, charge) => {
      const results = await runAndRelease(client, [this.parts.identify(identity), ...statements])
      results.shift()
      charge?.answer(lengthOf(results))
      return results
    })
  }

  async asUserInTransaction<T>(
    identity: Identity,
    work: (run: (statement: Statement) => Promise<StatementResult>) => Promise<T>,
  ): Promise<T> {
    const asked: Statement[] = []
    return this.admit(identity, asked, async (client) => {
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
    return this.admit(identity, [plain(text)], async (client) => {
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
   * Waits for admission and a connection, and charges the time, whether the work succeeds or fails.
   * @param asked what it runs, as it is known once it is over
   */
  private admit<T>(
    identity: Identity,
    asked: readonly Statement[],
    run: (client: pg.PoolClient, charge: Charge | undefined) => Promise<T>,
  ): Promise<T> {
    const { pool, admission, reportSlow } = this.parts
    return admission.run(identity, async (charge) => {
      const client = await pool.connect()
      const begun = performance.now()
      try {
        return await run(client, charge)
      } finally {
        const ms = performance.now() - begun
        charge?.time(ms)
        if (reportSlow && ms >= reportSlow.ms) reportSlow.tell({ ms: Math.round(ms), sql: sqlOf(asked) })
      }
    })
  }
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

/** Translates "session ended" into the error for an invalid token, which each API answers in its own way. */
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
