import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Account, give } from '../postgres/account.ts'
import { decrypterFor, encrypted, encrypterFor, syncFolder } from './container.ts'
import { BackupError, explainedFor } from './errors.ts'
import { filesBelow } from './hardLinks.ts'

/** So many bytes may wait where the folder of the backups takes none; the server matters more than its history. */
const MOST_WAITING = 512 * 1024 * 1024

export interface Shipping {
  /** Where PostgreSQL leaves the segments of its log, compressed. */
  spool: string
  /** Members' files, `ab/abcdef…`. */
  objects: string
  /** The folder of the backups. */
  folder: string
  publicKeys: readonly string[]
}

/**
 * Takes over what PostgreSQL and members have written since the last time: each in a file of its own, which is there whole or not at all.
 * @returns whether something was lost on the way, so that a whole backup is needed again
 * @throws BackupError where the folder takes nothing
 */
export async function shipArchive({
  spool,
  objects,
  folder,
  publicKeys,
}: Shipping): Promise<{ hasGap: boolean }> {
  const encrypter = encrypterFor(publicKeys)
  const end = encrypter ? '.age' : ''
  const seal = (source: string, target: string) =>
    keep(source, `${target}${end}`, encrypter ? [encrypted(encrypter)] : [])
  const waiting = (await readdir(spool)).filter((name) => !name.endsWith('.part')).sort()
  let hasGap = waiting.includes(FAILED)
  if (hasGap) await rm(path.join(spool, FAILED), { force: true })
  try {
    const wal = path.join(folder, 'wal')
    await mkdir(wal, { recursive: true, mode: 0o700 })
    for (const name of waiting.filter((one) => one.endsWith('.gz'))) {
      await seal(path.join(spool, name), path.join(wal, name))
      await rm(path.join(spool, name), { force: true })
    }
    for (const name of await filesBelow(objects)) {
      const target = path.join(folder, 'files', name)
      if (existsSync(`${target}${end}`)) continue
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      // Removed a moment ago.
      if (existsSync(path.join(objects, name))) await seal(path.join(objects, name), target)
    }
  } catch (error) {
    hasGap = (await dropOverflow(spool)) || hasGap
    throw explainedFor(error, folder)
  }
  return { hasGap }
}

/** What PostgreSQL's command leaves where it could not keep a segment. */
export const FAILED = 'failed'

/** Writes one file whole or not at all; one that is there was kept before. */
async function keep(source: string, target: string, through: unknown[]): Promise<void> {
  if (existsSync(target)) return
  const partial = `${target}.partial`
  const handle = await open(partial, 'w', 0o600)
  try {
    await pipeline([
      createReadStream(source),
      ...through,
      handle.createWriteStream({ flush: true }),
    ] as unknown as [Readable, Transform])
    const { mtime } = await stat(source)
    await utimes(partial, mtime, mtime)
    await rename(partial, target)
    await syncFolder(path.dirname(target))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function dropOverflow(spool: string): Promise<boolean> {
  const files = await Promise.all(
    (await readdir(spool))
      .sort()
      .map(async (name) => ({ name, size: (await stat(path.join(spool, name))).size })),
  )
  let total = files.reduce((sum, { size }) => sum + size, 0)
  const dropped = files.filter(({ size }) => {
    if (total <= MOST_WAITING) return false
    total -= size
    return true
  })
  for (const { name } of dropped) await rm(path.join(spool, name), { force: true })
  return dropped.length > 0
}

/** How often it is checked whether PostgreSQL wants the next segment. */
const LOOK_MS = 20

/**
 * Hands the segments of an archive to a PostgreSQL that recovers, one by one as it asks for them: decrypted all at once they would take
 * the space of days. It runs as another account perhaps, and reaches this one through a folder.
 */
export class WalFeeder {
  private readonly stopped = new AbortController()
  private feeding: Promise<void> = Promise.resolve()
  private failure: unknown

  private constructor(
    private readonly place: string,
    private readonly wal: string | undefined,
    private readonly privateKey: string | undefined,
    private readonly account: Account | undefined,
  ) {}

  /**
   * @param place a folder that does not exist yet and that the account can reach
   * @param wal the archive; undefined where there is none
   */
  static async start(at: {
    place: string
    wal: string | undefined
    privateKey: string | undefined
    account: Account | undefined
  }): Promise<WalFeeder> {
    await rm(at.place, { recursive: true, force: true })
    for (const folder of [at.place, ...['ask', 'have', 'none'].map((name) => path.join(at.place, name))]) {
      await mkdir(folder, { mode: 0o700 })
      await give(folder, at.account)
    }
    const feeder = new WalFeeder(at.place, at.wal, at.privateKey, at.account)
    feeder.feeding = feeder.feed()
    return feeder
  }

  /** PostgreSQL's `restore_command`. Should nobody answer any more, it gives up after ten minutes. */
  get command(): string {
    const at = (folder: string) => `"${this.place}/${folder}/%f"`
    return (
      `: > ${at('ask')}; n=0; while [ $n -lt 12000 ]; do ` +
      `[ -e ${at('have')} ] && exec mv ${at('have')} "%p"; [ -e ${at('none')} ] && exit 1; ` +
      `sleep 0.05; n=$((n+1)); done; exit 1`
    )
  }

  /** @throws BackupError where a segment of the archive could not be read */
  async stop(): Promise<void> {
    this.stopped.abort()
    await this.feeding
    await rm(this.place, { recursive: true, force: true })
    if (this.failure) throw this.failure
  }

  private async feed(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const asked = await readdir(path.join(this.place, 'ask'))
      for (const name of asked) {
        await rm(path.join(this.place, 'ask', name), { force: true })
        if (!(await this.unpack(name))) await (await open(path.join(this.place, 'none', name), 'w')).close()
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  private async unpack(name: string): Promise<boolean> {
    if (!this.wal || !/^[0-9A-Za-z.]+$/.test(name)) return false
    const source = [`${name}.gz`, `${name}.gz.age`]
      .map((file) => path.join(this.wal!, file))
      .find((file) => existsSync(file))
    if (!source) return false
    const partial = path.join(this.place, name)
    const target = path.join(this.place, 'have', name)
    try {
      await unsealFile(source, partial, this.privateKey, [createGunzip()])
      await give(partial, this.account)
      await rename(partial, target)
      return true
    } catch (error) {
      await rm(partial, { force: true })
      this.failure ??= error
      return false
    }
  }
}

/** Opens one file of an archive. @throws BackupError where it is damaged, or the key is not its own */
export async function unsealFile(
  source: string,
  target: string,
  privateKey: string | undefined,
  through: unknown[] = [],
): Promise<void> {
  const decrypt = source.endsWith('.age') ? await decrypterFor(source, privateKey) : undefined
  const handle = await open(target, 'w', 0o600)
  try {
    await pipeline([
      createReadStream(source),
      ...(decrypt ? [decrypt] : []),
      ...through,
      handle.createWriteStream({ flush: true }),
    ] as unknown as [Readable, Transform])
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw new BackupError(`${source} está dañada o incompleta.`, { cause })
  }
}
