import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type Account, unprivilegedAccount } from './account.ts'
import { type Address, chooseAddress } from './address.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { assertSameMajor, clusterVersion, createCluster } from './cluster.ts'
import { explained, LauncherError } from './errors.ts'
import { type Lock, takeLock } from './lock.ts'
import { clearPast, clusterName } from './past.ts'
import { clusterOwner, findHome, OUTSIDE } from './place.ts'
import { type Exit, type Postmaster, startPostmaster } from './postmaster.ts'
import { assertSafe, settingArguments } from './settings.ts'

// What the rest of the server needs, in one place.
export { LauncherError } from './errors.ts'
export { lockDataFolder } from './lock.ts'
export { ensureDataFolder, removeCluster } from './place.ts'

export interface EmbeddedPostgresOptions {
  /** The product's data folder, e.g. `/path/.data`; the cluster lives in `<dataDir>/postgres`. Made if missing. */
  dataDir: string
  /** Of the superuser `postgres`: given to the cluster when it is made, needed at every start after. */
  superuserPassword: string
  /** Called with a short line in Spanish when something out of the ordinary happens. */
  log?: (line: string) => void
  /** PostgreSQL settings that win over ours; the safety settings cannot be switched off. */
  settings?: Record<string, string>
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
    const account = runsAs(await unprivilegedAccount(), await clusterOwner(dataDir), dataDir)
    const home = await findHome(dataDir, account, log)
    const data = join(home, 'data')
    lock = await takeLock(join(home, 'lock'), dataDir)
    const binaries = await findBinaries(account, account ? OUTSIDE : [home])
    const found = await clusterVersion(data)
    if (found) {
      assertSameMajor(found, binaries, data)
      await clearPast(data, log)
    } else {
      await createCluster(home, binaries, account, options.superuserPassword)
    }
    const server = new Server(options, {
      data,
      account,
      binaries,
      lock,
      log,
      address: await chooseAddress(home, account),
    })
    await server.start()
    return server.handle(!found)
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
        'arranca con esa cuenta o como root, o usa otra carpeta con AMPARO_DATA.',
    )
  }
  return undefined
}

interface Circumstances {
  data: string
  account: Account | undefined
  binaries: Binaries
  address: Address
  lock: Lock
  log: (line: string) => void
}

/** Pauses before each attempt to start again, in milliseconds; the last one repeats. */
const BACKOFF = [0, 100, 250, 500, 1_000, 2_000, 5_000]
/** A server that ran this long is taken for healthy, and its next fall for the first. */
const HEALTHY = 1_000

class Server {
  private readonly options: EmbeddedPostgresOptions
  private readonly at: Circumstances
  private readonly listeners: ((info: Exit & { expected: boolean }) => void)[] = []
  private postmaster: Postmaster | undefined
  private stopping: Promise<void> | undefined
  private readonly stopped = new AbortController()
  private restarting: Promise<void> = Promise.resolve()
  private falls = 0

  constructor(options: EmbeddedPostgresOptions, at: Circumstances) {
    this.options = options
    this.at = at
  }

  async start(): Promise<void> {
    const { data, account, binaries, address } = this.at
    await address.clear()
    const postmaster = await startPostmaster({
      program: binaries.postgres,
      data,
      args: [
        ...settingArguments({ ...this.options.settings, cluster_name: await clusterName(data) }),
        ...address.args,
      ],
      account,
      abandon: this.stopped.signal,
    })
    this.postmaster = postmaster
    try {
      await assertSafe(this.connection())
    } catch (error) {
      await postmaster.stop()
      throw error
    }
    const since = Date.now()
    postmaster.exited.then((exit) => this.ended(exit, Date.now() - since))
  }

  handle(firstStart: boolean): EmbeddedPostgres {
    const self = this
    return {
      connection: this.connection(),
      get pid() {
        return self.postmaster?.pid ?? 0
      },
      version: this.at.binaries.version,
      firstStart,
      stop: () => this.stop(),
      onExit: (callback) => void this.listeners.push(callback),
    }
  }

  private connection(): EmbeddedPostgres['connection'] {
    const { host, port } = this.at.address
    return { host, port, user: 'postgres', password: this.options.superuserPassword, database: 'postgres' }
  }

  private ended(exit: Exit, lasted: number): void {
    const expected = this.stopping !== undefined
    for (const listener of this.listeners) listener({ ...exit, expected })
    if (expected) return
    if (lasted > HEALTHY) this.falls = 0
    this.restarting = this.restart(exit)
  }

  private async restart(exit: Exit): Promise<void> {
    const { data, lock, log } = this.at
    log(`PostgreSQL terminó sin que se le pidiera (${exit.signal ?? exit.code}): se vuelve a iniciar`)
    while (!this.stopping) {
      try {
        await delay(BACKOFF[Math.min(this.falls++, BACKOFF.length - 1)], undefined, {
          signal: this.stopped.signal,
        })
        if (!(await lock.held()))
          return log('La carpeta de datos ya no es de este servidor: PostgreSQL no se reinicia')
        await clearPast(data, log)
        await this.start()
        return log(`PostgreSQL funciona de nuevo (proceso ${this.postmaster?.pid})`)
      } catch (error) {
        if (!this.stopping)
          log(`PostgreSQL no se pudo reiniciar: ${error instanceof Error ? error.message : error}`)
      }
    }
  }

  private stop(): Promise<void> {
    this.stopping ??= this.stopOnce()
    return this.stopping
  }

  private async stopOnce(): Promise<void> {
    this.stopped.abort()
    await this.restarting
    await this.postmaster?.stop()
    await this.at.address.dispose()
    await this.at.lock.release()
  }
}
