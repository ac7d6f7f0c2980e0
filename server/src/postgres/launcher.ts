import { join, resolve } from 'node:path'

import { type Account, unprivilegedAccount } from './account.ts'
import { chooseAddress } from './address.ts'
import { archiveSettings } from './archiving.ts'
import { findBinaries } from './binaries.ts'
import { assertSameMajor, clusterVersion, createCluster } from './cluster.ts'
import { clusterOwner, findHome, outsideOf } from './dataFolder.ts'
import { explained, LauncherError } from './errors.ts'
import { clearPast } from './leftovers.ts'
import { type Lock, takeLock } from './lock.ts'
import type { Exit } from './postmaster.ts'
import { Supervisor } from './supervisor.ts'

export { ensureDataFolder, removeCluster } from './dataFolder.ts'
// What the rest of the server needs, in one place.
export { LauncherError } from './errors.ts'
export { lockDataFolder } from './lock.ts'

export interface EmbeddedPostgresOptions {
  /** The product's data folder, e.g. `/path/.data`; the cluster lives in `<dataDir>/postgres`. Made if missing. */
  dataDir: string
  /** In lower case letters: an account of this name runs PostgreSQL, folders of this name hold what it must reach. */
  product: string
  /** Of the superuser `postgres`: given to the cluster when it is made, needed at every start after. */
  superuserPassword: string
  /** Called with a short line in Spanish when something out of the ordinary happens. */
  log?: (line: string) => void
  /** PostgreSQL settings that win over ours; the safety settings cannot be switched off. */
  settings?: Record<string, string>
  /** Whether each finished segment of its log is also put, compressed, into `<dataDir>/postgres/archive`, for the backup that takes it from there. */
  archive?: boolean
}

export interface EmbeddedPostgres {
  /** For `pg`: `host` is a private socket folder, or 127.0.0.1. It stays the same when the server is restarted. */
  connection: { host: string; port: number; user: 'postgres'; password: string; database: 'postgres' }
  /** Of the postmaster that runs now; another one after a restart. */
  readonly pid: number
  /** e.g. `18.4` */
  version: string
  /** Whether this start made the cluster. */
  firstStart: boolean
  /** Stops in good order and frees the folder. May be called more than once. */
  stop(): Promise<void>
  /** Told of every end of the postmaster; after one that was not expected it is started again by itself. */
  onExit(callback: (info: Exit & { expected: boolean }) => void): void
}

/**
 * Starts the embedded PostgreSQL of a data folder and keeps it running: makes the cluster if there is none, clears what
 * a killed process left behind, and starts the server again if it ends by itself. Returns once it accepts connections
 * and its safety settings are confirmed.
 * @throws LauncherError with one line in Spanish that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined)
  const dataDir = resolve(options.dataDir)
  let lock: Lock | undefined
  try {
    const { product } = options
    const account = runsAs(await unprivilegedAccount(product), await clusterOwner(dataDir), dataDir)
    const home = await findHome(dataDir, { account, product, log })
    const data = join(home, 'data')
    lock = await takeLock(join(home, 'lock'), dataDir)
    const binaries = await findBinaries(account, account ? outsideOf(product) : [home])
    const found = await clusterVersion(data)
    if (found) {
      assertSameMajor(found, binaries, data)
      await clearPast(data, log)
    } else {
      await createCluster(home, binaries, account, options.superuserPassword)
    }
    const connection = {
      user: 'postgres',
      password: options.superuserPassword,
      database: 'postgres',
    } as const
    const address = await chooseAddress(home, account)
    const { version } = binaries
    const archiving = options.archive ? await archiveSettings(home, account) : {}
    const settings = { ...archiving, ...options.settings }
    const server = new Supervisor({ home, data, account, binaries, address, connection, settings, lock, log })
    await server.start()
    return {
      connection: { host: address.host, port: address.port, ...connection },
      get pid() {
        return server.pid
      },
      version,
      firstStart: !found,
      stop: () => server.stop(),
      onExit: (callback) => server.onExit(callback),
    }
  } catch (error) {
    await lock?.release()
    throw explained(error, dataDir)
  }
}

/** A cluster belongs to the account that made it, and PostgreSQL accepts no other. */
function runsAs(
  account: Account | undefined,
  owner: Account | undefined,
  dataDir: string,
): Account | undefined {
  if (!owner) return account
  if (account) return owner.uid === 0 ? account : owner
  if (process.getuid && owner.uid !== process.getuid()) {
    throw new LauncherError(
      'data_folder_not_ours',
      `La base de datos de ${dataDir} es de otra cuenta del sistema (${owner.uid}): ` +
        'arranca con esa cuenta o como root, o usa otra carpeta de datos.',
    )
  }
  return undefined
}
