import { execFile } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { loadSecrets } from '../config/secrets.ts'
import { parseDatabaseUrl } from '../db/address.ts'
import { type Account, give, unprivilegedAccount } from '../postgres/account.ts'
import { findBinaries } from '../postgres/binaries.ts'
import { findHome, outsideOf } from '../postgres/dataFolder.ts'
import {
  type EmbeddedPostgres,
  LauncherError,
  lockDataFolder,
  removeCluster,
  startEmbeddedPostgres,
} from '../postgres/launcher.ts'
import { unsealFile, WalFeeder } from './archive.ts'
import { type Condition, conditionOf } from './condition.ts'
import { type Entry, isEncrypted, readBackup } from './container.ts'
import { restoreDump } from './dump.ts'
import { endAccess } from './endAccess.ts'
import { BackupError, explainedFor } from './errors.ts'
import { listBackups } from './folder.ts'
import { filesBelow } from './hardLinks.ts'
import { restoringMark } from './restoring.ts'
import type { End, Manifest } from './take.ts'

export interface RestoreOptions {
  /** A backup, or the folder of those of each day: of these the newest that fits. */
  source: string
  dataDir: string
  product: string
  /** Where a `pg_dump` goes; it must be empty. */
  databaseUrl?: string
  /** Statements that make the roles which a dump names. */
  platformRoles: string
  /** Asked for where something is encrypted. */
  privateKey: () => Promise<string | undefined>
  /** The kept `secrets.json`, where it is not inside. */
  secretsFile?: string
  /** Up to when the archive is read; `latest` is as far as it goes. Without it the backup alone counts. */
  until?: Date | 'latest'
  /** A function of the project's database, `schema.name()`, to be called once it is there. See `endAccess`. */
  restored?: string
  log: (line: string) => void
  /** Where files lie elsewhere than in the data folder: the names of those that are there. */
  objectKeys?: () => Promise<ReadonlySet<string>>
}

export interface Restored extends Condition {
  file: string
  /** Everything acknowledged before is there. */
  moment: Date
  /** With an archive: the last change that it gave. */
  lastChange?: Date
  /** Whether the archive ended before the moment that was asked for. */
  endedEarly: boolean
  /** Whether new secrets had to be made. */
  hasNewSecrets: boolean
}

/**
 * Restores a backup into an empty data folder, and checks it: nothing is left there if it fails. Every
 * session and mailed link of then has ended: everybody signs in anew.
 * @throws BackupError or LauncherError with one line in Spanish
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, product } = options
  const { file, archive } = await choose(options)
  const lock = await lockDataFolder(dataDir, { product })
  try {
    await assertEmpty(dataDir)
    await mkdir(restoringMark(dataDir), { mode: 0o700 })
    try {
      const restored = await new Restoring(options, file, archive).run()
      await rm(restoringMark(dataDir), { recursive: true, force: true })
      return restored
    } catch (error) {
      await clear(dataDir)
      throw error
    }
  } catch (error) {
    throw explainedFor(error, dataDir)
  } finally {
    await lock.release()
  }
}

/** Which file, and where its archive is. */
async function choose({
  source,
  product,
  until,
}: RestoreOptions): Promise<{ file: string; archive?: string }> {
  const info = await stat(source).catch((error) => {
    throw explainedFor(error, source)
  })
  const folder = info.isDirectory() ? source : path.dirname(source)
  const archive = existsSync(path.join(folder, 'wal')) ? folder : undefined
  if (until !== undefined && !archive)
    throw new BackupError(
      `Para restaurar hasta un momento hace falta el registro continuo, y en ${folder} no hay carpeta «wal».`,
    )
  if (!info.isDirectory()) return { file: source, archive }
  const all = await listBackups(source, product)
  const fitting = until instanceof Date ? all.filter(({ moment }) => moment <= until) : all
  const newest = fitting.at(-1)
  if (newest) return { file: newest.file, archive }
  throw new BackupError(
    all[0]
      ? `La copia más antigua de ${source} es del ${inWords(all[0].moment)}: no hay ninguna de antes.`
      : `En ${source} no hay ninguna copia.`,
  )
}

/** A moment as an operator reads it. */
export function inWords(moment: Date): string {
  const text = moment.toLocaleString('es-MX', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' })
  return `${text} (${moment.toISOString()})`
}

/** @param thing in the singular, with an s for more */
export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/** What a folder may have that nobody could miss. */
const NOTHING = ['lock', 'logs', 'restoring', 'lost+found']

/** @throws BackupError where the folder has an installation; what a restore that was ended left there is removed */
async function assertEmpty(dataDir: string): Promise<void> {
  if (existsSync(restoringMark(dataDir))) await clear(dataDir)
  const full = (await readdir(dataDir)).filter((name) => !NOTHING.includes(name))
  if (full.length === 0) return
  throw new BackupError(
    `La carpeta de datos ${dataDir} no está vacía (${full.slice(0, 3).join(', ')}): no se ha tocado nada. ` +
      'Restaura en otra, o aparta esa primero.',
  )
}

async function clear(dataDir: string): Promise<void> {
  await removeCluster(dataDir)
  for (const name of ['storage', 'secrets.json', 'restoring'])
    await rm(path.join(dataDir, name), { recursive: true, force: true })
}

class Restoring {
  private account: Account | undefined
  /** Where the cluster goes. */
  private home = ''
  private manifest: Manifest | undefined
  private end: End | undefined
  private dump: { into: PassThrough; done: Promise<void> } | undefined
  private key: string | undefined

  constructor(
    private readonly options: RestoreOptions,
    private readonly file: string,
    private readonly archive: string | undefined,
  ) {}

  async run(): Promise<Restored> {
    const { dataDir, log, until } = this.options
    if (await isEncrypted(this.file)) this.key = await this.options.privateKey()
    log(`Se lee ${this.file} …`)
    await readBackup(this.file, this.key, (entry, content) => this.take(entry, content)).catch(
      async (error) => {
        this.dump?.into.destroy()
        // The reason is the one that is thrown.
        await this.dump?.done.catch(() => undefined)
        throw error
      },
    )
    const { manifest, end } = this
    if (!manifest || !end) throw new BackupError(`${this.file} no es una copia completa.`)
    this.dump?.into.end()
    await this.dump?.done
    const hasNewSecrets = await this.placeSecrets()
    const moment = new Date(end.moment)
    if (until instanceof Date && until < moment)
      throw new BackupError(
        `La copia ${this.file} es del ${inWords(moment)}, posterior a lo que se pide: elige una de antes.`,
      )
    if (until !== undefined) await this.addArchivedFiles()
    // A system without it writes a little later.
    await promisify(execFile)('sync').catch(() => undefined)
    const condition = manifest.kind === 'cluster' ? await this.recover(hasNewSecrets) : await this.checkDump()
    await rm(path.join(dataDir, 'restoring'), { recursive: true, force: true })
    return { file: this.file, moment, hasNewSecrets, ...condition }
  }

  private async take(entry: Entry, content: Readable): Promise<void> {
    const { dataDir } = this.options
    if (!this.manifest) {
      if (entry.name !== 'manifest.json') throw new BackupError(`${this.file} no es una copia de seguridad.`)
      await this.begin(await json<Manifest>(content))
      return
    }
    const [first, ...rest] = entry.name.split('/')
    if (rest.includes('..')) throw new BackupError(`${this.file} no es una copia de seguridad.`)
    const below = path.join(...rest)
    if (first === 'postgres' && this.home)
      await this.put(path.join(this.home, 'data', below), entry, content, this.account)
    else if (first === 'dump' && this.dump) await this.passOn(content)
    else if (first === 'storage') await this.put(path.join(dataDir, 'storage', below), entry, content)
    else if (entry.name === 'secrets.json') await this.put(path.join(dataDir, 'secrets.json'), entry, content)
    else if (entry.name === 'end.json') this.end = await json<End>(content)
  }

  /** What the first part says must fit what is here. */
  private async begin(manifest: Manifest): Promise<void> {
    const { dataDir, product, databaseUrl, log } = this.options
    if (manifest.format !== 1 || manifest.product !== product)
      throw new BackupError(`${this.file} es de otro programa o de una versión más nueva.`)
    this.manifest = manifest
    if (manifest.kind === 'dump') return this.beginDump(databaseUrl)
    if (databaseUrl)
      throw new BackupError(
        'Esta copia es de la base de datos incorporada: restáurala sin DATABASE_URL, y llévala con «npm run export».',
      )
    this.account = await unprivilegedAccount(product)
    this.home = await findHome(dataDir, { account: this.account, product, log })
    const { major } = await findBinaries(this.account, this.account ? outsideOf(product) : [this.home])
    if (manifest.postgres.split('.')[0] !== major)
      throw new BackupError(
        `La copia es de PostgreSQL ${manifest.postgres} y esta versión usa PostgreSQL ${major}: restáurala con la ` +
          'versión del programa que la hizo, y llévala de allí con «npm run export».',
      )
    const data = path.join(this.home, 'data')
    await mkdir(data, { mode: 0o700 })
    await give(data, this.account)
  }

  private async beginDump(databaseUrl: string | undefined): Promise<void> {
    if (!databaseUrl)
      throw new BackupError('Esta copia es de una base de datos propia: indica con DATABASE_URL una vacía.')
    const { address, credentials } = parseDatabaseUrl(databaseUrl)
    const version = await this.asOwner(async (client) => {
      const { rows } = await client.query<{ version: string; full: boolean }>(
        `select current_setting('server_version') as version, to_regclass('auth.users') is not null
           or to_regclass('supabase_migrations.schema_migrations') is not null as full`,
      )
      if (rows[0]!.full)
        throw new BackupError('La base de datos de DATABASE_URL no está vacía: no se ha tocado nada.')
      // A dump names roles and makes none; its schemas it makes itself.
      await client.query(this.options.platformRoles)
      await client.query('drop schema if exists auth, storage, realtime, extensions cascade')
      return rows[0]!.version
    })
    const into = new PassThrough()
    const done = restoreDump(into, address, credentials, version)
    done.catch((error) => into.destroy(error))
    this.dump = { into, done }
  }

  private async passOn(content: Readable): Promise<void> {
    const { into } = this.dump!
    for await (const chunk of content) {
      if (into.destroyed) await this.dump!.done
      if (!into.write(chunk))
        await Promise.race([new Promise((resolve) => into.once('drain', resolve)), this.dump!.done])
    }
  }

  private async put(target: string, entry: Entry, content: Readable, account?: Account): Promise<void> {
    const isFolder = entry.type === 'directory'
    const mode = isFolder ? 0o700 : 0o600
    const made = isFolder ? target : path.dirname(target)
    if (!existsSync(made)) {
      await mkdir(made, { recursive: true, mode: 0o700 })
      await give(made, account)
    }
    if (isFolder) {
      content.resume()
      return
    }
    try {
      await pipeline(content, createWriteStream(target, { mode, flags: 'wx' }))
    } catch (error) {
      throw explainedFor(error, target)
    }
    await give(target, account)
  }

  /** @returns whether new ones had to be made */
  private async placeSecrets(): Promise<boolean> {
    const { dataDir, secretsFile } = this.options
    const target = path.join(dataDir, 'secrets.json')
    if (secretsFile) {
      await copyFile(secretsFile, target).catch((error) => {
        throw explainedFor(error, secretsFile)
      })
      return false
    }
    if (existsSync(target)) return false
    await loadSecrets(dataDir)
    return true
  }

  /** Files of members that came after the backup. What the database does not know at that moment is swept later. */
  private async addArchivedFiles(): Promise<void> {
    const from = path.join(this.archive!, 'files')
    for (const name of await filesBelow(from)) {
      const target = path.join(this.options.dataDir, 'storage/objects', name.replace(/\.age$/, ''))
      if (name.endsWith('.partial') || existsSync(target)) continue
      if (name.endsWith('.age')) this.key ??= await this.options.privateKey()
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const partial = path.join(restoringMark(this.options.dataDir), 'file')
      await unsealFile(path.join(from, name), partial, this.key)
      await rename(partial, target)
    }
  }

  /** Has PostgreSQL read its log, on a new line of history, so that what it writes next is never taken for what another wrote. */
  private async recover(
    hasNewSecrets: boolean,
  ): Promise<Condition & Pick<Restored, 'lastChange' | 'endedEarly'>> {
    const { until } = this.options
    const data = path.join(this.home, 'data')
    const signal = path.join(data, 'recovery.signal')
    await writeFile(signal, '', { mode: 0o600 })
    await give(signal, this.account)
    const wal = until !== undefined && this.archive ? path.join(this.archive, 'wal') : undefined
    if (wal) this.key ??= (await hasAge(wal)) ? await this.options.privateKey() : undefined
    const place = path.join(this.home, 'wal-restoring')
    const feeder = await WalFeeder.start({ place, wal, privateKey: this.key, account: this.account })
    const access = await this.allowLocalAccess(hasNewSecrets)
    const settings: Record<string, string> = {
      restore_command: feeder.command,
      recovery_target_timeline: 'latest',
      hot_standby: 'off',
      ...(until instanceof Date && {
        recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
        recovery_target_action: 'promote',
      }),
    }
    let endedEarly = false
    let postgres: EmbeddedPostgres
    try {
      this.options.log('PostgreSQL recupera la base de datos …')
      postgres = await this.start(settings).catch((error) => {
        if (!(error instanceof LauncherError && /before configured recovery target/.test(error.message)))
          throw error
        endedEarly = true
        const { recovery_target_time: _time, recovery_target_action: _action, ...rest } = settings
        return this.start(rest)
      })
    } finally {
      await feeder.stop()
    }
    try {
      await access.close(postgres)
      this.options.log('Se revisa la base de datos …')
      const client = new pg.Client(postgres.connection)
      await client.connect()
      try {
        const { rows } = await client.query<{ at: Date | null }>(
          'select pg_last_xact_replay_timestamp() as at',
        )
        const lastChange = until !== undefined ? (rows[0]!.at ?? undefined) : undefined
        await endAccess(client, this.options.restored)
        return {
          lastChange,
          endedEarly,
          ...(await conditionOf(client, await this.files())),
        }
      } finally {
        await client.end()
      }
    } finally {
      await postgres.stop()
    }
  }

  private async start(settings: Record<string, string>): Promise<EmbeddedPostgres> {
    const { dataDir, product, log } = this.options
    const { superuserPassword } = await loadSecrets(dataDir)
    return startEmbeddedPostgres({ dataDir, product, superuserPassword, settings, log })
  }

  /**
   * The cluster knows the old password. With new secrets it is opened without one for a moment, through a socket that its own account alone
   * reaches, and given the new one.
   */
  private async allowLocalAccess(isNeeded: boolean) {
    const file = path.join(this.home, 'data', 'pg_hba.conf')
    const kept = await readFile(file)
    if (isNeeded) await writeFile(file, 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
    return {
      close: async ({ connection }: EmbeddedPostgres) => {
        if (!isNeeded) return
        const client = new pg.Client(connection)
        await client.connect()
        try {
          await client.query(`alter role postgres password ${client.escapeLiteral(connection.password)}`)
          await writeFile(file, kept)
          await client.query('select pg_reload_conf()')
        } finally {
          await client.end()
        }
      },
    }
  }

  private async checkDump(): Promise<Condition & Pick<Restored, 'lastChange' | 'endedEarly'>> {
    const isThere = await this.files()
    return this.asOwner(async (client) => {
      await endAccess(client, this.options.restored)
      return { endedEarly: false, ...(await conditionOf(client, isThere)) }
    })
  }

  /** @returns whether the file of a version is there */
  private async files(): Promise<(version: string) => boolean> {
    const { dataDir, objectKeys } = this.options
    const objects = path.join(dataDir, 'storage/objects')
    if (!objectKeys) return (version) => existsSync(path.join(objects, version.slice(0, 2), version))
    const kept = await objectKeys()
    return (version) => kept.has(version)
  }

  private async asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const { address, credentials } = parseDatabaseUrl(this.options.databaseUrl!)
    const ssl = address.ssl ? { rejectUnauthorized: true } : undefined
    const client = new pg.Client({ ...address, ...credentials, ssl, application_name: 'restore' })
    client.on('error', () => undefined)
    await client.connect().catch((cause) => {
      throw new BackupError(`No se llega a la base de datos de DATABASE_URL (${(cause as Error).message}).`, {
        cause,
      })
    })
    try {
      await client.query('set client_min_messages = warning')
      return await work(client)
    } finally {
      await client.end()
    }
  }
}

async function hasAge(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.endsWith('.age'))
}

async function json<T>(content: Readable): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as T
}
