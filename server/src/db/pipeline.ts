import pg, { type Connection, type Submittable } from 'pg'

/** One SQL text with its parameters. The same text is parsed once per connection and then only bound. */
export interface Statement {
  text: string
  values: readonly (string | null)[]
  /** Whether PostgreSQL is to say what its columns are called and of which type they are. */
  isDescribed?: boolean
}

/** Rows as PostgreSQL wrote them, in text form, and how many rows the command touched. */
export interface StatementResult {
  rows: (string | null)[][]
  rowCount: number
  /** Of a statement that was to be described, and that gives rows. */
  columns?: Column[]
}

interface Column {
  name: string
  dataTypeID: number
}

/** The part of pg's connection that writes protocol messages; its published types still describe an older one. */
interface WireConnection {
  parse(query: { name: string; text: string; types: number[] }): void
  bind(config: { portal: string; statement: string; values: (string | null)[]; binary: boolean }): void
  describe(config: { type: 'P'; name: string }): void
  execute(config: { portal: string; rows: number }): void
  close(config: { type: 'S'; name: string }): void
  sync(): void
  stream: import('node:net').Socket
}

/** How many different statements a connection keeps prepared; beyond that the one unused for longest is closed. */
const PREPARED_LIMIT = 500

interface Prepared {
  names: Map<string, string>
  counter: number
  /**
   * Prepared statements to close with the next message: evicted ones, and ones of which an error left unclear
   * whether they exist.
   */
  closing: string[]
}

const preparedByConnection = new WeakMap<Connection, Prepared>()

/**
 * Several statements sent in one write and ended by one Sync: PostgreSQL runs them as one transaction, so that what the
 * first sets with `set_config(…, true)` holds for the second and is gone afterwards, at the price of one round trip.
 * An error undoes all of them. Source: PostgreSQL documentation, "Frontend/Backend Protocol", extended query, pipelining.
 */
export class Pipeline implements Submittable {
  private readonly results: StatementResult[] = []
  private current: (string | null)[][] = []
  private columns: Column[] | undefined
  private newTexts: string[] = []
  private settled = false
  readonly done: Promise<StatementResult[]>
  private resolve!: (results: StatementResult[]) => void
  private reject!: (error: Error) => void
  /** pg calls it when the connection dies; an own property keeps it from adding one. */
  readonly callback = (error?: Error | null) => {
    if (error) this.fail(error)
  }

  constructor(readonly statements: readonly Statement[]) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as WireConnection
    const prepared = preparedFor(connection)
    wire.stream.cork()
    try {
      for (const name of prepared.closing.splice(0)) wire.close({ type: 'S', name })
      for (const { text, values, isDescribed } of this.statements) {
        const name = this.prepare(wire, prepared, text)
        wire.bind({ portal: '', statement: name, values: values as (string | null)[], binary: false })
        if (isDescribed) wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '', rows: 0 })
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  private prepare(wire: WireConnection, prepared: Prepared, text: string): string {
    let name = prepared.names.get(text)
    if (name) {
      prepared.names.delete(text)
    } else {
      name = `p${++prepared.counter}`
      wire.parse({ name, text, types: [] })
      this.newTexts.push(text)
      if (prepared.names.size >= PREPARED_LIMIT) {
        const [oldest] = prepared.names
        if (oldest) {
          prepared.names.delete(oldest[0])
          prepared.closing.push(oldest[1])
        }
      }
    }
    prepared.names.set(text, name)
    return name
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.columns = fields
  }
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {
    this.endStatement(0)
  }
  handleDataRow(message: { fields: (string | null)[] }): void {
    this.current.push(message.fields)
  }
  handleCommandComplete(message: { text: string }): void {
    this.endStatement(Number(/(\d+)$/.exec(message.text)?.[1] ?? 0))
  }
  handleReadyForQuery(): void {
    if (this.settled) return
    this.settled = true
    this.resolve(this.results)
  }
  handleError(error: Error, connection: Connection): void {
    const prepared = preparedFor(connection)
    for (const text of this.newTexts) {
      const name = prepared.names.get(text)
      if (name) {
        prepared.names.delete(text)
        prepared.closing.push(name)
      }
    }
    this.fail(error)
  }

  private endStatement(rowCount: number): void {
    this.results.push({ rows: this.current, rowCount, columns: this.columns })
    this.current = []
    this.columns = undefined
  }
  private fail(error: Error): void {
    if (this.settled) return
    this.settled = true
    this.reject(error)
  }
}

function preparedFor(connection: Connection): Prepared {
  let prepared = preparedByConnection.get(connection)
  if (!prepared) {
    prepared = { names: new Map(), counter: 0, closing: [] }
    preparedByConnection.set(connection, prepared)
  }
  return prepared
}

/** A statement of the server itself, with values as pg's own `query` takes them. */
export interface Query {
  text: string
  values?: readonly unknown[]
}

type Row = Record<string, unknown>

/**
 * Sends statements of the server itself together: one round trip, and one transaction unless one is open or they open it.
 * @returns the rows of each, as pg's own `query` would give them
 * @throws pg's errors; none of the statements has happened then
 */
export async function together(client: pg.PoolClient, queries: readonly Query[]): Promise<Row[][]> {
  const pipeline = new Pipeline(
    queries.map(({ text, values = [] }) => ({ text, values: values.map(asText), isDescribed: true })),
  )
  client.query(pipeline)
  return (await pipeline.done).map(rowsOf)
}

/** As `together`, on a connection of its own. */
export async function togetherOn(pool: pg.Pool, queries: readonly Query[]): Promise<Row[][]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await together(client, queries)
  } catch (error) {
    // A refused statement leaves the connection in order; anything else may have broken it.
    if (!(error as { severity?: string }).severity) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

/** A value as PostgreSQL reads it; lists are arrays, other objects JSON. */
function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function rowsOf({ rows, columns = [] }: StatementResult): Row[] {
  const parsers = columns.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'))
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name }, index) => {
        const value = row[index]
        return [name, value === null || value === undefined ? null : parsers[index]!(value)]
      }),
    ),
  )
}
