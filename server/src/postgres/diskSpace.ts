import { randomBytes } from 'node:crypto'
import { open, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'

const MB = 1024 * 1024
/** Below this we warn, and take the space that the write-ahead log will need. */
const LOW = 1_024 * MB
/** Below this nothing more is written. */
const CRITICAL = 64 * MB
/** What PostgreSQL needs to start after a fall: a few segments of its log, and some small files. */
const SPARE = 48 * MB
/** With this much free again, there is space for the spare file and for writing. */
const ENOUGH = CRITICAL + 2 * SPARE
/** How often it is checked, in milliseconds. */
const EVERY = 2_000

const SEGMENT = 16 * MB
const SEGMENTS = 8
/** Settings that make PostgreSQL use the same segments of its log over and over. */
export const LOG_SETTINGS = {
  max_wal_size: `${(SEGMENTS * SEGMENT) / MB}MB`,
  min_wal_size: `${(SEGMENTS * SEGMENT) / MB}MB`,
}

/**
 * Sees to it that a full disk stops writing and nothing else. Left alone, PostgreSQL refuses the rows that find no space
 * (SQLSTATE 53100), but stops altogether once its log finds none, and may refuse new connections before that. So the
 * log's space is taken in advance, the last free space is kept for reading (writes are then refused with 25006, as
 * hosted Supabase does), and a spare file is given up if the space is gone all the same.
 */
export class SpaceWatch {
  private readonly home: string
  private readonly data: string
  private readonly connection: ClientConfig
  private readonly log: (line: string) => void
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> | undefined
  private warned = false
  private readOnly = false

  /** @param connection of the superuser */
  constructor(home: string, data: string, connection: ClientConfig, log: (line: string) => void) {
    this.home = home
    this.data = data
    this.connection = connection
    this.log = log
  }

  start(): void {
    this.timer = setInterval(() => this.check(), EVERY).unref()
    this.check()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.timer = undefined
    await this.looking
  }

  /** To be called when PostgreSQL has just started: the restriction is set, or lifted if it stems from an earlier run. */
  async afterStart(): Promise<void> {
    // Nothing was ever set.
    const settings = await readFile(join(this.data, 'postgresql.auto.conf'), 'utf8').catch(() => '')
    const free = await this.free()
    if (free < CRITICAL) await this.restrict(free)
    else if (settings.includes(READ_ONLY)) await this.allowWrites(true)
  }

  /** PostgreSQL found no space to start in. Gives the spare file up; false if there was none. */
  async giveUpSpare(): Promise<boolean> {
    if (!(await this.hasSpare())) return false
    this.log('Disco lleno: se usa el espacio de reserva')
    await rm(this.spare)
    return true
  }

  /** One check at a time. What fails in it (PostgreSQL is just restarting) is tried again at the next. */
  private check(): void {
    this.looking ??= this.provide()
      // PostgreSQL is just restarting: the next check is in two seconds.
      .catch(() => undefined)
      .finally(() => {
        this.looking = undefined
      })
  }

  private async provide(): Promise<void> {
    const free = await this.free()
    if (free < CRITICAL && !this.readOnly) return this.restrict(free)
    if (this.readOnly && free < ENOUGH) return
    await this.keepSpare()
    if (this.readOnly) await this.allowWrites(true)
    if (free > 2 * LOW) this.warned = false
    if (free > LOW || this.warned) return
    this.warned = true
    this.log(
      `Queda poco espacio en el disco de la base de datos (${Math.round(free / MB)} MB): libera espacio pronto`,
    )
    await this.reserveLog()
  }

  private async restrict(free: number): Promise<void> {
    // Even a connection may need a little space.
    if (free < SEGMENT) await this.giveUpSpare()
    await this.allowWrites(false)
  }

  private async allowWrites(allowed: boolean): Promise<void> {
    await this.asSuperuser(async (client) => {
      await client.query(allowed ? `alter system reset ${READ_ONLY}` : `alter system set ${READ_ONLY} = on`)
      await client.query('select pg_reload_conf()')
    })
    if (this.readOnly === allowed) {
      this.log(
        allowed
          ? 'Vuelve a haber espacio: PostgreSQL acepta escrituras de nuevo'
          : 'Disco lleno: PostgreSQL solo sirve lecturas hasta que haya espacio',
      )
    }
    this.readOnly = !allowed
  }

  /**
   * PostgreSQL reuses the segments of its log that it has, so it is made to begin as many as it may keep. Not if that
   * would leave too little for rows.
   */
  private async reserveLog(): Promise<void> {
    await this.asSuperuser(async (client) => {
      const { rows } = await client.query<{ count: number }>('select count(*)::int from pg_ls_waldir()')
      const missing = SEGMENTS - (rows[0]?.count ?? 0)
      if (missing <= 0 || (await this.free()) < missing * SEGMENT + CRITICAL) return
      for (let begun = 0; begun < missing; begun += 1) {
        await client.query("select pg_logical_emit_message(false, 'reserve', ''), pg_switch_wal()")
      }
      await client.query('checkpoint')
    })
  }

  private async keepSpare(): Promise<void> {
    if ((await this.hasSpare()) || (await this.free()) < CRITICAL + SPARE) return
    // Not zeros: some file systems would store those in no space at all.
    const block = randomBytes(MB)
    const file = await open(this.spare, 'w', 0o600)
    try {
      for (let written = 0; written < SPARE; written += MB) await file.write(block)
    } catch (error) {
      // Half a spare only takes what others need.
      await rm(this.spare, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  private async hasSpare(): Promise<boolean> {
    // No spare file.
    return (await stat(this.spare).catch(() => undefined))?.size === SPARE
  }

  private get spare(): string {
    return join(this.home, 'reserve')
  }

  /** Bytes that PostgreSQL can still write. */
  private async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.data)
    return bavail * bsize
  }

  private async asSuperuser(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ ...this.connection, connectionTimeoutMillis: 5_000 })
    // A server that stops meanwhile says so here as well; the statement under way fails by itself.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await work(client)
    } finally {
      // A connection that is broken cannot be closed any more.
      await client.end().catch(() => undefined)
    }
  }
}

const READ_ONLY = 'default_transaction_read_only'
