import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { assertNotRestoring } from './backup/restoring.ts'
import { type Settings, SettingsError } from './config/environment.ts'
import { wrongSetting } from './config/error.ts'
import { loadSecrets } from './config/secrets.ts'
import { parseDatabaseUrl } from './db/address.ts'
import type { Credentials, DatabaseAddress } from './db/database.ts'
import { assertReachable } from './db/reach.ts'
import { errno } from './postgres/errors.ts'
import {
  ensureDataFolder,
  LauncherError,
  lockDataFolder,
  startEmbeddedPostgres,
} from './postgres/launcher.ts'

/** Where the database is and who owns it. */
export interface OwnerConnection {
  address: DatabaseAddress
  owner: Credentials
}

/** What outlives the process that serves: the data folder, reserved, and the embedded PostgreSQL in it. */
export interface OpenDatabase {
  database: OwnerConnection
  /** The postmaster's process number; undefined where the database is elsewhere. */
  readonly postgresPid?: number
  /** Stops PostgreSQL and frees the folder. */
  release(): Promise<void>
}

/**
 * Reserves the data folder and starts the embedded PostgreSQL, or says where the database of `DATABASE_URL` is.
 * @throws SettingsError or LauncherError with one clear line; whatever was started is stopped again first
 */
export async function openDatabase(settings: OpenSettings): Promise<OpenDatabase> {
  try {
    return await open(settings)
  } catch (error) {
    throw namingSetting(error, settings)
  }
}

type OpenSettings = Pick<
  Settings,
  | 'backups'
  | 'dataDir'
  | 'dataSetting'
  | 'databaseUrl'
  | 'host'
  | 'jwtSecret'
  | 'port'
  | 'productName'
  | 'siteUrl'
>

const ABOUT_THE_FOLDER: readonly string[] = [
  'data_folder_in_use',
  'data_folder_not_ours',
  'other_major_version',
]

/** What the system says of a place where nothing can be kept. */
const NO_PLACE: readonly (string | undefined)[] = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']

/** The launcher knows no settings: where it speaks of another data folder, the operator reads here which one says where it is. */
function namingSetting(error: unknown, { dataSetting, dataDir }: OpenSettings): unknown {
  const code = errno(error)
  if (NO_PLACE.includes(code))
    return wrongSetting(dataSetting, dataDir, `una carpeta donde se pueda guardar algo (${code})`)
  if (!(error instanceof LauncherError) || !ABOUT_THE_FOLDER.includes(error.code)) return error
  return new LauncherError(error.code, `${error.message} La elige el ajuste ${dataSetting}.`, {
    cause: error,
  })
}

async function open(settings: OpenSettings): Promise<OpenDatabase> {
  const { productName: product } = settings
  await ensureDataFolder(settings.dataDir, product)
  await assertNotRestoring(settings.dataDir)
  if (settings.databaseUrl) {
    await assertPortFree(settings.host, settings.port)
    const { address, credentials } = parseDatabaseUrl(settings.databaseUrl)
    await assertReachable(address, credentials)
    return { database: { address, owner: credentials }, release: async () => {} }
  }
  const lock = await lockDataFolder(settings.dataDir, { product, url: settings.siteUrl })
  try {
    await assertPortFree(settings.host, settings.port)
    const secrets = await loadSecrets(settings.dataDir, settings.jwtSecret)
    const postgres = await startEmbeddedPostgres({
      dataDir: settings.dataDir,
      product,
      superuserPassword: secrets.superuserPassword,
      archive: settings.backups.continuous,
      log: (line) => console.error(line),
    })
    const { host, port, database, user, password } = postgres.connection
    return {
      database: { address: { host, port, database }, owner: { user, password } },
      get postgresPid() {
        return postgres.pid
      },
      async release() {
        await postgres.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** How long a port may still belong to a server whose supervisor was killed and which is about to notice. */
const LEAVING_MS = 1_500

/** How the system says that an address is none of this machine, or no address. */
const NOT_OF_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/** Says that a port is taken before anything else is started; listening itself would say it too, but late. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const deadline = performance.now() + LEAVING_MS
  for (;;) {
    const code = await probe(host, port)
    if (!code) return
    if (code !== 'EADDRINUSE' || performance.now() > deadline) {
      if (NOT_OF_HERE.has(code)) throw wrongSetting('HOST', host, `una dirección de esta máquina (${code})`)
      const reason = code === 'EADDRINUSE' ? 'ya lo usa otro programa' : `no se puede usar (${code})`
      throw new SettingsError(`El puerto ${port} de ${host} ${reason}: elige otro con PORT.`)
    }
    await delay(50)
  }
}

/** @returns the system's code for why it cannot be listened on; undefined when it can */
function probe(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
}
