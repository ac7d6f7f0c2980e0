import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import tar from 'tar-stream'
import { containReader } from '../db/readErrors.ts'
import type { Entry } from './container.ts'
import { BackupError } from './errors.ts'

/** The part of pg's connection that speaks the copy protocol; its published types leave it out. */
interface CopyConnection {
  on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void
  stream: Socket
}

/** First bytes of the messages of a base backup. */
const ARCHIVE = 'n'.charCodeAt(0)
const DATA = 'd'.charCodeAt(0)

/** What the log says is for the server that wrote it; `current_logfiles` names its files. */
const LEFT_OUT = /^(log\/|current_logfiles$)/

/**
 * Copies the whole cluster of a running server, with the write-ahead log that it needs to be consistent, by the replication
 * protocol's own backup: its data pages are checked while they are read, and what is written meanwhile is in the log.
 * Source: PostgreSQL documentation, "Streaming Replication Protocol", BASE_BACKUP.
 * @param connection of a role that may replicate, the way that it may replicate by
 * @param take is given one file or folder after the other
 * @returns where in the write-ahead log the copy ends: it has whatever was committed before
 * @throws BackupError where PostgreSQL gives none
 */
export async function baseBackup(
  connection: pg.ClientConfig,
  take: (entry: Entry, content: Readable) => Promise<void>,
): Promise<{ endLsn: string }> {
  const config = { ...connection, replication: 'database', application_name: 'backup' }
  const client = new pg.Client(config as pg.ClientConfig)
  const copied = new CopiedBytes(client)
  client.on('error', (error) => copied.destroy(error))
  try {
    await client.connect()
    containReader(client)
    copied.listen()
    // Keeps the log until it was copied; PostgreSQL drops it with the connection.
    const slot = pg.escapeIdentifier(`backup_${randomBytes(8).toString('hex')}`)
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL true)`)
    const extract = tar.extract()
    const taken = (async () => {
      for await (const part of extract) {
        const { name, size = 0, mode, type, mtime } = part.header
        if (type !== 'file' && type !== 'directory')
          throw new BackupError('La base de datos usa un «tablespace», y esta copia no sabe guardarlo.')
        if (LEFT_OUT.test(name)) part.resume()
        else await take({ name, size, mode, type, mtime }, part as unknown as Readable)
      }
    })()
    const asked = client
      .query(
        `BASE_BACKUP (LABEL 'backup', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no', TARGET 'client')`,
      )
      .then(
        (results) => {
          copied.finish()
          // Where it began, the tablespaces, where it ended.
          const rows = (results as unknown as pg.QueryResult<{ recptr?: string }>[]).flatMap(
            (one) => one.rows,
          )
          return rows.findLast((row) => row.recptr)!.recptr!
        },
        (error: Error) => {
          copied.destroy(error)
          throw error
        },
      )
    const read = pipeline(copied, extract)
    try {
      const [endLsn] = await Promise.all([asked, read, taken])
      return { endLsn }
    } catch (error) {
      copied.destroy()
      extract.destroy()
      await endNow(client)
      await Promise.allSettled([asked, read, taken])
      throw error
    }
  } catch (error) {
    throw whyNone(error)
  } finally {
    await endNow(client)
  }
}

/** A connection in the middle of a copy does not end by being asked to. */
async function endNow(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: CopyConnection }).connection
  // It is broken on purpose.
  const ended = client.end().catch(() => undefined)
  stream.destroy()
  await ended
}

function whyNone(error: unknown): unknown {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (/has already been removed|slot .* (invalidated|too much)/i.test(message))
    return new BackupError(
      'Mientras se copiaba se escribió tanto que PostgreSQL no guardó su registro: repítela en una hora tranquila.',
      { cause: error },
    )
  if (code === 'XX001' || /checksum verification fail/i.test(message))
    return new BackupError(
      'Hay páginas dañadas en la base de datos: guarda la última copia buena y revisa el disco. No se hizo otra.',
      { cause: error },
    )
  return error
}

/** The bytes of the one archive, as fast as they are taken. */
class CopiedBytes extends Readable {
  constructor(private readonly client: pg.Client) {
    super({ highWaterMark: 1024 * 1024 })
  }

  listen(): void {
    this.connection.on('copyData', ({ chunk }) => {
      if (chunk[0] === ARCHIVE && !chunk.subarray(1).toString('latin1').startsWith('base.tar\0'))
        this.destroy(new BackupError('La base de datos usa un «tablespace», y esta copia no sabe guardarlo.'))
      // The driver uses its buffer again.
      if (chunk[0] === DATA && !this.push(Buffer.from(chunk.subarray(1)))) this.connection.stream.pause()
    })
  }

  finish(): void {
    this.push(null)
  }

  override _read(): void {
    if (this.client) this.connection.stream?.resume()
  }

  private get connection(): CopyConnection {
    return (this.client as unknown as { connection: CopyConnection }).connection
  }
}
