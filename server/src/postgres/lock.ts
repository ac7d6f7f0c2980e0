import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDataFolder } from './dataFolder.ts'
import { errno, explained, LauncherError } from './errors.ts'
import { numberSpace, startMark } from './processes.ts'

export interface Lock {
  /** Whether the lock is still ours: not if somebody deleted the folder beneath us. */
  held(): Promise<boolean>
  release(): Promise<void>
}

/** Who holds a lock, as written in its file. */
interface LockOwner {
  pid: number
  /** Start mark of the process, since its number alone may be used again by another. */
  started: string
  space: string
  /** The lock's folder itself: a copy of the data folder is not locked by what the copied file says. */
  folder: string
  since: string
  url?: string
  /** Tells two holdings of one process apart. */
  token: string
  released?: true
}

const HEARTBEAT = 5_000

/**
 * Reserves a data folder (made if missing) for one server; the second one is refused.
 * @param info.product see `ensureDataFolder`
 * @param info.url where this server answers, told to the process that is refused
 * @throws LauncherError `data_folder_in_use`, naming the process that holds it
 */
export async function lockDataFolder(
  dataDir: string,
  info: { product: string; url?: string },
): Promise<Lock> {
  try {
    await ensureDataFolder(dataDir, info.product)
    return await takeLock(join(dataDir, 'lock'), dataDir, info.url)
  } catch (error) {
    throw explained(error, dataDir)
  }
}

/**
 * Takes the lock kept in `folder`.
 *
 * Node offers no lock that the system would release by itself when a process is killed, so a dead owner's lock must be
 * taken over, and of several processes that find it dead at once only one may win. Hence each holding is a file with a
 * number of its own, and numbers only grow: taking over the dead holding 7 means making the file 8, which the
 * system grants to one process alone; a process that finds a higher number than its own gives way. Releasing leaves the
 * file in place, marked, so that no number is ever used twice.
 */
export async function takeLock(folder: string, what: string, url?: string): Promise<Lock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const mine: LockOwner = {
    pid: process.pid,
    started: (await startMark(process.pid)) ?? '',
    space: numberSpace(),
    folder: await identity(folder),
    since: new Date().toISOString(),
    url,
    token: randomBytes(8).toString('hex'),
  }
  for (;;) {
    const last = (await numbers(folder)).at(-1) ?? 0
    const owner = await read(folder, last)
    if (owner && (await isAlive(owner, mine, join(folder, String(last))))) throw inUse(owner, what)
    if (await write(folder, last + 1, mine)) return hold(folder, last + 1, mine)
  }
}

/** Makes the file of one holding, whole from its first instant. False if another process was faster. */
async function write(folder: string, number: number, owner: LockOwner): Promise<boolean> {
  const draft = join(folder, `draft-${owner.token}`)
  await writeFile(draft, JSON.stringify(owner), { mode: 0o600 })
  try {
    await link(draft, join(folder, String(number)))
  } catch (error) {
    if (errno(error) === 'EEXIST' || errno(error) === 'ENOENT') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  if ((await numbers(folder)).at(-1) === number) return true
  await rm(join(folder, String(number)), { force: true })
  return false
}

async function hold(folder: string, number: number, mine: LockOwner): Promise<Lock> {
  const file = join(folder, String(number))
  for (const old of await numbers(folder)) {
    if (old < number) await rm(join(folder, String(old)), { force: true })
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    // The next beat is another chance; a folder that is gone is noticed by `held`.
    utimes(file, now, now).catch(() => undefined)
  }, HEARTBEAT).unref()
  const held = async () => (await read(folder, number))?.token === mine.token
  return {
    held,
    async release() {
      clearInterval(heartbeat)
      if (!(await held())) return
      const draft = join(folder, `draft-${mine.token}`)
      await writeFile(draft, JSON.stringify({ ...mine, released: true }), { mode: 0o600 })
      await rename(draft, file)
    },
  }
}

async function isAlive(owner: LockOwner, mine: LockOwner, file: string): Promise<boolean> {
  if (owner.released) return false
  if (owner.space === mine.space && owner.folder !== mine.folder) return false
  if (owner.space === mine.space) return (await startMark(owner.pid)) === owner.started
  // Written in another container or before a reboot: only its heartbeat can tell. Wait for the next one if the last is recent.
  const before = await beat(file)
  if (Date.now() - before > 3 * HEARTBEAT) return false
  await delay(HEARTBEAT + 1_000)
  return (await beat(file)) !== before
}

async function identity(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder)
  return `${dev}:${ino}`
}

async function beat(file: string): Promise<number> {
  // A file that is gone has no beat.
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
}

async function read(folder: string, number: number): Promise<LockOwner | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, String(number)), 'utf8')) as LockOwner
  } catch {
    return undefined
  }
}

async function numbers(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

function inUse(owner: LockOwner, what: string): LauncherError {
  const since = new Date(owner.since).toLocaleString('es-MX', { dateStyle: 'long', timeStyle: 'short' })
  const where = owner.url ? `, en ${owner.url}` : ''
  return new LauncherError(
    'data_folder_in_use',
    `La carpeta de datos ${what} ya la usa el proceso ${owner.pid}, desde el ${since}${where}: ` +
      'detenlo primero, o usa otra carpeta de datos.',
  )
}
