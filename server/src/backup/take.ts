import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Credentials, DatabaseAddress } from '../db/database.ts'
import { baseBackup } from './baseBackup.ts'
import { BackupWriter } from './container.ts'
import { databaseDump } from './dump.ts'
import { LinkedFiles } from './hardLinks.ts'

/** The first part of every backup, `manifest.json`. */
export interface Manifest {
  format: 1
  /** Whose: a backup of another product is not restored here. */
  product: string
  /** The whole cluster of the embedded PostgreSQL, or what `pg_dump` made of a database elsewhere. */
  kind: 'cluster' | 'dump'
  /** Of the server that was copied, e.g. `18.4`. */
  postgres: string
  startedAt: string
}

/** The last part, `end.json`. */
export interface End {
  /** Everything that was acknowledged before is in the copy. ISO 8601, UTC. */
  moment: string
  /** Members' files in it. */
  files: number
}

export interface TakeOptions {
  dataDir: string
  product: string
  address: DatabaseAddress
  owner: Credentials
  /** Whether the database is the embedded one, which is copied as a whole. */
  isEmbedded: boolean
  /** With one, `secrets.json` is inside, too. */
  publicKeys: readonly string[]
  /** The file, which must not exist; given the moment where its name tells it. */
  target: string
}

export interface Taken extends End {
  /** Whether the secrets are inside. */
  hasSecrets: boolean
}

/**
 * Makes a backup of a running installation: database, members' files and, encrypted, the secrets.
 * @throws BackupError with one line in Spanish; then no file is there
 */
export async function takeBackup(options: TakeOptions): Promise<Taken> {
  const { dataDir, product, isEmbedded, publicKeys, target } = options
  const writer = await BackupWriter.open(target, publicKeys)
  try {
    const held = await LinkedFiles.open(path.join(dataDir, 'storage'))
    const moments = await Moments.watch(options)
    try {
      const manifest: Manifest = {
        format: 1,
        product,
        kind: isEmbedded ? 'cluster' : 'dump',
        postgres: moments.version,
        startedAt: new Date().toISOString(),
      }
      await addText(writer, 'manifest.json', manifest)
      await held.hold()
      const moment = isEmbedded
        ? await copyCluster(options, writer, moments)
        : await copyDump(options, writer, moments)
      await held.hold()
      let files = 0
      for await (const { name, file, size, mtime } of held.list()) {
        files += 1
        await writer.add(
          { name: `storage/objects/${name}`, size, mtime, mode: 0o600 },
          createReadStream(file),
        )
      }
      const hasSecrets = publicKeys.length > 0
      if (hasSecrets) {
        const secrets = await readFile(path.join(dataDir, 'secrets.json'))
        await writer.add({ name: 'secrets.json', size: secrets.length, mode: 0o600 }, secrets)
      }
      const end: End = { moment, files }
      await addText(writer, 'end.json', end)
      await writer.finish()
      return { ...end, hasSecrets }
    } finally {
      await moments.stop()
      await held.release()
    }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function copyCluster(
  { address, owner }: TakeOptions,
  writer: BackupWriter,
  moments: Moments,
): Promise<string> {
  const { endLsn } = await baseBackup({ ...address, ...owner, ssl: undefined }, (entry, content) =>
    writer.add({ ...entry, name: `postgres/${entry.name}` }, content),
  )
  return moments.lastBefore(endLsn)
}

async function copyDump(options: TakeOptions, writer: BackupWriter, moments: Moments): Promise<string> {
  // Its snapshot is taken after this.
  const moment = await moments.now()
  let part = 0
  for await (const chunk of databaseDump(options.address, options.owner, moments.version)) {
    part += 1
    await writer.add(
      { name: `dump/${String(part).padStart(8, '0')}`, size: chunk.length, mode: 0o600 },
      chunk,
    )
  }
  return moment
}

async function addText(writer: BackupWriter, name: string, content: object): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`
  await writer.add({ name, size: Buffer.byteLength(text), mode: 0o600 }, text)
}

/** How often it is noted where the write-ahead log stands. */
const EVERY_MS = 200

/** Where the write-ahead log stood at which time, so that the end of a copy can be told as a time. */
class Moments {
  private readonly seen: { at: string; lsn: bigint }[] = []
  private readonly stopped = new AbortController()
  private watching: Promise<void> = Promise.resolve()

  static async watch({ address, owner }: TakeOptions): Promise<Moments> {
    const ssl = address.ssl ? { rejectUnauthorized: true } : undefined
    const client = new pg.Client({ ...address, ...owner, ssl, application_name: 'backup clock' })
    // The statement that is running fails by itself.
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const moments = new Moments(client, rows[0]!.version.split(' ')[0]!)
    await moments.now()
    moments.watching = moments.repeat()
    return moments
  }

  private constructor(
    private readonly client: pg.Client,
    readonly version: string,
  ) {}

  /** Notes this moment. */
  async now(): Promise<string> {
    // The earlier of the two is asked first: what was acknowledged before it stands before the place in the log.
    const { rows } = await this.client.query<{ at: Date; lsn: string }>(
      `select clock_timestamp() as at, case when pg_is_in_recovery() then '0/0' else pg_current_wal_insert_lsn() end::text as lsn`,
    )
    const at = rows[0]!.at.toISOString()
    this.seen.push({ at, lsn: lsnOf(rows[0]!.lsn) })
    return at
  }

  /** The latest noted moment that lies before a place in the log. */
  lastBefore(lsn: string): string {
    const end = lsnOf(lsn)
    return this.seen.findLast((moment) => moment.lsn <= end)!.at
  }

  async stop(): Promise<void> {
    this.stopped.abort()
    await this.watching
    // A connection that is broken cannot be closed any more.
    await this.client.end().catch(() => undefined)
  }

  private async repeat(): Promise<void> {
    try {
      while (!this.stopped.signal.aborted) {
        await pause(EVERY_MS, undefined, { signal: this.stopped.signal })
        await this.now()
      }
    } catch {
      // It was stopped, or the database is gone, and then the copy says so.
    }
  }
}

/** A place in the write-ahead log, as `16/B374D848`. */
function lsnOf(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
