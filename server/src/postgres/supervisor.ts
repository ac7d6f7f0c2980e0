import { setTimeout as delay } from 'node:timers/promises'

import type { Account } from './account.ts'
import type { Address } from './address.ts'
import type { Binaries } from './binaries.ts'
import { SpaceWatch } from './diskSpace.ts'
import { LauncherError } from './errors.ts'
import { clearPast, clusterName } from './leftovers.ts'
import type { Lock } from './lock.ts'
import { type Exit, type Postmaster, startPostmaster } from './postmaster.ts'
import { assertSafe, settingArguments } from './settings.ts'

/** Everything that stays the same from one run of PostgreSQL to the next. */
export interface Circumstances {
  home: string
  data: string
  account: Account | undefined
  binaries: Binaries
  address: Address
  connection: { user: string; password: string; database: string }
  settings: Record<string, string>
  lock: Lock
  log: (line: string) => void
}

/** Pauses before each attempt to start again, in milliseconds; the last one repeats. */
const BACKOFF = [0, 100, 250, 500, 1_000, 2_000, 5_000]
/** A server that ran this long counts as healthy, and its next crash as the first. */
const HEALTHY = 1_000

/** Keeps PostgreSQL running until it is told to stop: starts it again when it falls, and sees to it that it has space. */
export class Supervisor {
  private readonly at: Circumstances
  private readonly listeners: ((info: Exit & { expected: boolean }) => void)[] = []
  private readonly stopped = new AbortController()
  private readonly space: SpaceWatch
  private postmaster: Postmaster | undefined
  private stopping: Promise<void> | undefined
  private restarting: Promise<void> = Promise.resolve()
  private falls = 0

  constructor(at: Circumstances) {
    this.at = at
    this.space = new SpaceWatch(at.home, at.data, this.access(), at.log)
  }

  get pid(): number {
    return this.postmaster?.pid ?? 0
  }

  onExit(callback: (info: Exit & { expected: boolean }) => void): void {
    this.listeners.push(callback)
  }

  /** The first start; throws if it fails. */
  async start(): Promise<void> {
    try {
      await this.run()
    } catch (error) {
      if (!(await this.foundSpace(error))) throw error
      await this.run()
    }
    this.space.start()
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopOnce()
    return this.stopping
  }

  private async run(): Promise<void> {
    const { data, account, binaries, address, settings } = this.at
    await address.clear()
    const named = { ...settings, cluster_name: await clusterName(data) }
    const postmaster = await startPostmaster({
      program: binaries.postgres,
      data,
      args: [...settingArguments(named), ...address.args],
      account,
      abandon: this.stopped.signal,
    })
    this.postmaster = postmaster
    try {
      await assertSafe(this.access())
      await this.space.afterStart()
    } catch (error) {
      await postmaster.stop()
      throw error
    }
    const since = performance.now()
    postmaster.exited.then((exit) => this.ended(exit, performance.now() - since))
  }

  private access() {
    const { host, port } = this.at.address
    return { host, port, ...this.at.connection }
  }

  private ended(exit: Exit, lasted: number): void {
    const expected = this.stopping !== undefined
    for (const listener of this.listeners) listener({ ...exit, expected })
    if (expected) return
    if (lasted > HEALTHY) this.falls = 0
    this.at.log(`PostgreSQL terminó sin que se le pidiera (${exit.signal ?? exit.code}): se vuelve a iniciar`)
    this.restarting = this.restart()
  }

  private async restart(): Promise<void> {
    const { data, lock, log } = this.at
    while (!this.stopping) {
      try {
        await delay(BACKOFF[Math.min(this.falls++, BACKOFF.length - 1)], undefined, {
          signal: this.stopped.signal,
        })
        if (!(await lock.held()))
          return log('La carpeta de datos ya no es de este servidor: PostgreSQL no se reinicia')
        await clearPast(data, log)
        await this.run()
        return log(`PostgreSQL funciona de nuevo (proceso ${this.pid})`)
      } catch (error) {
        if (this.stopping) return
        log(`PostgreSQL no se pudo reiniciar: ${error instanceof Error ? error.message : error}`)
        if (await this.foundSpace(error)) this.falls = 0
      }
    }
  }

  /** Whether a start that failed for want of space is worth another try. */
  private async foundSpace(error: unknown): Promise<boolean> {
    return error instanceof LauncherError && error.code === 'disk_full' && this.space.giveUpSpare()
  }

  private async stopOnce(): Promise<void> {
    this.stopped.abort()
    await this.space.stop()
    await this.restarting
    await this.postmaster?.stop()
    await this.at.address.dispose()
    await this.at.lock.release()
  }
}
