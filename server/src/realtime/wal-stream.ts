import type { Socket } from 'node:net'
import pg from 'pg'
import { type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import { containReader } from '../db/readErrors.ts'

/** The part of pg's connection that speaks the copy protocol; its published types leave it out. */
interface CopyConnection {
  on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void
  once(event: 'replicationStart', listener: () => void): void
  sendCopyFromChunk(chunk: Buffer): void
  stream: Socket
}

/** How often the server is told what has arrived; it gives up on a reader after a minute without a word. */
const STATUS_MS = 10_000
/** Microseconds from 1970 to 2000, where PostgreSQL's clock begins. */
const EPOCH = 946_684_800_000_000n

const DATA = 0x77
const KEEPALIVE = 0x6b
const STATUS = 0x72

export interface WalStreamOptions {
  connection: pg.ClientConfig
  slot: string
  publication: string
  onStart: () => void
  /** Called with one message after the other; meanwhile the socket is not read, so that nothing piles up here. */
  onMessage: (message: Pgoutput.Message) => Promise<void>
}

/**
 * One connection that reads a temporary slot. It confirms exactly what the server says it has sent: PostgreSQL waits for
 * that before it shuts down, and would wait for ever if told more.
 * Source: PostgreSQL documentation, "Streaming Replication Protocol".
 */
export class WalStream {
  private readonly client: pg.Client
  private readonly decoder = new PgoutputPlugin({ protoVersion: 1, publicationNames: [] })
  private readonly queue: Pgoutput.Message[] = []
  private isBusy = false
  private position = 0n
  private fail: (error: Error) => void = () => undefined

  constructor(private readonly options: WalStreamOptions) {
    const config = { ...options.connection, replication: 'database' }
    this.client = new pg.Client(config as pg.ClientConfig)
    this.client.on('error', (error) => this.fail(error))
  }

  /** Streams until the connection ends or a message could not be handled. @throws why it ended */
  async run(): Promise<void> {
    const failed = new Promise<never>((_, reject) => {
      this.fail = reject
    })
    // Its reader is told; until somebody does, it is nobody’s unhandled rejection.
    failed.catch(() => undefined)
    await Promise.race([this.client.connect(), failed])
    containReader(this.client)
    const connection = this.connection
    connection.once('replicationStart', this.options.onStart)
    connection.on('copyData', ({ chunk }) => this.take(chunk))
    const slot = pg.escapeIdentifier(this.options.slot)
    const publications = pg.escapeLiteral(pg.escapeIdentifier(this.options.publication))
    const status = setInterval(() => this.confirm(), STATUS_MS)
    try {
      await this.client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
      const streaming = this.client.query(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names ${publications})`,
      )
      await Promise.race([streaming, failed])
    } finally {
      clearInterval(status)
      await this.close()
    }
  }

  /** Ends the connection; PostgreSQL drops the slot with it. */
  async close(): Promise<void> {
    const { stream } = this.connection
    stream.resume()
    const closed = new Promise<void>((resolve) => {
      if (stream.closed) resolve()
      else stream.once('close', () => resolve())
    })
    // A connection that is broken cannot be closed any more.
    await this.client.end().catch(() => undefined)
    stream.destroy()
    await closed
    // A client that is ended while it connects never says that it did not.
    this.fail(new Error('the stream was closed'))
  }

  private get connection(): CopyConnection {
    return (this.client as unknown as { connection: CopyConnection }).connection
  }

  private take(chunk: Buffer): void {
    try {
      if (chunk[0] === DATA) {
        this.position = chunk.readBigUInt64BE(1)
        const message = this.decoder.parse(chunk.subarray(25))
        // The library turns values into JavaScript's own, which loses microseconds; a key must stay as it was written.
        if (message.tag === 'relation')
          for (const column of message.columns) column.parser = (raw: string) => raw
        this.queue.push(message)
        void this.drain()
      } else if (chunk[0] === KEEPALIVE) {
        this.position = chunk.readBigUInt64BE(1)
        if (chunk[17] === 1) this.confirm()
      }
    } catch (error) {
      this.fail(error as Error)
    }
  }

  private async drain(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    const { stream } = this.connection
    stream.pause()
    try {
      for (let message = this.queue.shift(); message; message = this.queue.shift())
        await this.options.onMessage(message)
    } catch (error) {
      this.queue.length = 0
      this.fail(error as Error)
    } finally {
      this.isBusy = false
      stream.resume()
    }
  }

  private confirm(): void {
    const status = Buffer.alloc(34)
    status[0] = STATUS
    for (const offset of [1, 9, 17]) status.writeBigUInt64BE(this.position, offset)
    status.writeBigInt64BE(BigInt(Date.now()) * 1000n - EPOCH, 25)
    this.connection.sendCopyFromChunk(status)
  }
}
