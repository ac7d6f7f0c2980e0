import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import pg from 'pg'
import type { Pgoutput } from 'pg-logical-replication'
import type { Credentials, DatabaseAddress } from '../db/database.ts'
import { containReader } from '../db/readErrors.ts'
import type { Table } from './readers.ts'
import { WalStream } from './wal-stream.ts'

/** One row change of a committed transaction, in the order of commits. */
export interface Change {
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  table: Table
  /**
   * Values in PostgreSQL's text form, as the change wrote them; unchanged large ones are missing. Of a deleted row what its
   * replica identity tells: the key alone, or all of it.
   */
  row: Readonly<Record<string, string | null | undefined>>
  /** The key that an update changed, if it did. */
  oldKey?: Readonly<Record<string, string | null | undefined>>
  transaction: number
  /** ISO 8601, UTC. */
  committedAt: string
}

export interface ReplicationOptions {
  address: DatabaseAddress
  /** A role that may replicate: the owner of the database. */
  credentials: Credentials
  publication: string
  /** Names the columns of a table's primary key. */
  primaryKey: (oid: number) => Promise<string[]>
  /** Called with one change after the other; the next waits until it may come. */
  onChange: (change: Change) => Promise<void>
  /** Called at the end of each transaction; the next waits until it is done. */
  onCommit: () => Promise<void>
  /** Changes may have been missed: the stream broke. */
  onBreak: () => void
  /** Said once for each reason why there is no stream. */
  onUnavailable: (reason: string) => void
}

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** How often a database that is not set up for replication is tried again: its operator may have changed that. */
const UNSUITABLE_RETRY_MS = 60_000

/** The database cannot give a stream, for a reason that only its operator can repair. */
class UnsuitableError extends Error {}

/** What trying again soon does not change; pgbouncer before 1.23 knows no replication. */
function whyUnsuitable(error: unknown): string | undefined {
  if (error instanceof UnsuitableError) return error.message
  return /unsupported startup parameter: replication/.test((error as Error).message)
    ? 'a pooler in between does not replicate'
    : undefined
}

/**
 * The stream of changes of one publication, by logical replication through a temporary slot: PostgreSQL drops it with the
 * connection, so that it can neither outlive this process nor hold back the disk for a reader that is gone. What happens
 * while there is no stream is not sent later; `onBreak` says so.
 * Source: PostgreSQL documentation, "Streaming Replication Protocol" and "Logical Replication Message Formats".
 */
export class Replication {
  private state: 'starting' | 'live' | 'unavailable' | 'stopped' = 'starting'
  private readonly events = new EventEmitter()
  private wal: WalStream | undefined
  private loop: Promise<void> | undefined
  private wake: (() => void) | undefined
  private said = ''

  constructor(private readonly options: ReplicationOptions) {
    this.events.setMaxListeners(0)
  }

  start(): void {
    this.loop = this.run()
  }

  /** Why there is no stream, if its operator must repair it; undefined while it lives or is being opened. */
  get unavailable(): boolean {
    return this.state === 'unavailable'
  }

  /** @returns whether the stream lives, once that is known or `timeoutMs` have passed */
  async ready(timeoutMs: number): Promise<boolean> {
    if (this.state === 'starting') {
      // Late: the caller sees that it has not begun.
      await once(this.events, 'settled', { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
    }
    return this.state === 'live'
  }

  async stop(): Promise<void> {
    this.settle('stopped')
    this.wake?.()
    await this.wal?.close()
    await this.loop
  }

  private settle(state: typeof this.state): void {
    if (this.state !== 'stopped') this.state = state
    if (state !== 'starting') this.events.emit('settled')
  }

  private get isStopped(): boolean {
    return this.state === 'stopped'
  }

  private async run(): Promise<void> {
    let delay = FIRST_RETRY_MS
    while (!this.isStopped) {
      try {
        await this.assertSuitable()
        // Stopped meanwhile: a stream that begins now would never be ended.
        if (this.isStopped) return
        await this.stream(() => {
          delay = FIRST_RETRY_MS
        })
      } catch (error) {
        const reason = whyUnsuitable(error)
        if (reason !== undefined) {
          if (this.said !== reason) this.options.onUnavailable(reason)
          this.said = reason
          this.settle('unavailable')
          delay = UNSUITABLE_RETRY_MS
        }
      }
      if (this.isStopped) return
      if (this.state === 'live') {
        this.settle('starting')
        this.options.onBreak()
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve
        setTimeout(resolve, delay).unref()
      })
      if (delay < LONGEST_RETRY_MS) delay = Math.min(delay * 2, LONGEST_RETRY_MS)
      if (this.state === 'unavailable') this.settle('starting')
    }
  }

  private clientConfig(): pg.ClientConfig {
    const { address, credentials } = this.options
    return {
      host: address.host,
      port: address.port,
      database: address.database,
      ssl: address.ssl ? { rejectUnauthorized: true } : undefined,
      ...credentials,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'realtime stream',
    }
  }

  private async assertSuitable(): Promise<void> {
    const client = new pg.Client(this.clientConfig())
    client.on('error', () => undefined)
    await client.connect()
    containReader(client)
    try {
      const { rows } = await client.query<{ level: string; published: boolean; may: boolean }>(
        `select current_setting('wal_level') as level,
           exists (select from pg_publication where pubname = $1) as published,
           (select rolreplication or rolsuper from pg_roles where rolname = current_user) as may`,
        [this.options.publication],
      )
      const { level, published, may } = rows[0]!
      if (level !== 'logical') throw new UnsuitableError(`wal_level is ${level}, not logical`)
      if (!published) throw new UnsuitableError(`there is no publication ${this.options.publication}`)
      if (!may) throw new UnsuitableError('the role of DATABASE_URL may not replicate')
    } finally {
      // A connection that is broken cannot be closed any more.
      await client.end().catch(() => undefined)
    }
  }

  /** Streams until the connection ends. */
  private async stream(onLive: () => void): Promise<void> {
    const reader = new ChangeReader(this.options)
    const stream = new WalStream({
      connection: this.clientConfig(),
      slot: `realtime_${randomBytes(8).toString('hex')}`,
      publication: this.options.publication,
      onStart: () => {
        onLive()
        this.said = ''
        this.settle('live')
      },
      onMessage: (message) => reader.read(message),
    })
    this.wal = stream
    try {
      await stream.run()
    } finally {
      this.wal = undefined
    }
  }
}

/** Puts the messages of a transaction together into changes. */
class ChangeReader {
  private transaction = 0
  private committedAt = ''

  private readonly tables = new WeakMap<Pgoutput.MessageRelation, Table>()

  constructor(private readonly options: ReplicationOptions) {}

  async read(message: Pgoutput.Message): Promise<void> {
    if (message.tag === 'begin') {
      this.transaction = message.xid >>> 0
      this.committedAt = new Date(Number(message.commitTime.valueOf() / 1000n)).toISOString()
      return
    }
    if (message.tag === 'commit') await this.options.onCommit()
    if (message.tag !== 'insert' && message.tag !== 'update' && message.tag !== 'delete') return
    const table = await this.tableOf(message.relation)
    const { transaction, committedAt } = this
    const common = { table, transaction, committedAt }
    if (message.tag === 'insert') await this.options.onChange({ type: 'INSERT', row: message.new, ...common })
    else if (message.tag === 'delete')
      await this.options.onChange({
        type: 'DELETE',
        row: message.old ?? message.key ?? {},
        ...common,
      })
    else {
      const oldKey = message.key ?? (message.old ? pick(message.old, table.key) : undefined)
      await this.options.onChange({ type: 'UPDATE', row: message.new, oldKey, ...common })
    }
  }

  /** Under another replica identity than the primary key, the stream calls other columns the key, or all of them. */
  private async tableOf(relation: Pgoutput.MessageRelation): Promise<Table> {
    const known = this.tables.get(relation)
    if (known) return known
    const oid = relation.relationOid >>> 0
    const { schema, name, keyColumns, replicaIdentity } = relation
    const key = replicaIdentity === 'default' ? keyColumns : await this.options.primaryKey(oid)
    const table = { oid, schema, name, key }
    this.tables.set(relation, table)
    return table
  }
}

function pick(row: Record<string, string | null>, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
}
