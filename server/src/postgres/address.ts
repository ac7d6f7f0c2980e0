import { lstat, mkdir, mkdtemp, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Account, canEnter, give } from './account.ts'
import { numberTaken } from './processes.ts'

/** Where PostgreSQL listens, and the arguments that make it listen there and nowhere else. */
export interface Address {
  /** A private folder that holds the socket, or 127.0.0.1. */
  host: string
  port: number
  args: string[]
  /** Removes what a killed PostgreSQL left there; to be called when none is running. */
  clear(): Promise<void>
  /** Removes what was made for it. */
  dispose(): Promise<void>
}

const SOCKET_PORT = 5432
const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`
// A socket's path has 108 bytes on Linux and 104 on macOS.
const LONGEST_PATH = 100

/**
 * A Unix socket in a folder that only the account can enter: no port that could be in use, and no other account of the
 * machine can even knock. On Windows, or if no folder serves, a free port of 127.0.0.1.
 */
export async function chooseAddress(home: string, account: Account | undefined): Promise<Address> {
  if (process.platform === 'win32') return loopback()
  const inside = join(home, 'run')
  const folder = fits(inside) ? await socketFolder(inside, account) : await shortFolder(inside, account)
  if (!folder) return loopback()
  return {
    host: folder,
    port: SOCKET_PORT,
    args: ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-p', String(SOCKET_PORT)],
    // PostgreSQL would take the lock file of a zombie, or of a stranger with its number, for a live server's.
    async clear() {
      for (const file of [SOCKET_FILE, `${SOCKET_FILE}.lock`]) await rm(join(folder, file), { force: true })
    },
    async dispose() {
      await rm(inside, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function loopback(): Promise<Address> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  const args = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', String(port)]
  return { host: '127.0.0.1', port, args, clear: async () => undefined, dispose: async () => undefined }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_FILE)) <= LONGEST_PATH
}

async function socketFolder(folder: string, account: Account | undefined): Promise<string> {
  // Nothing there yet.
  if ((await lstat(folder).catch(() => undefined))?.isSymbolicLink()) await rm(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await give(folder, account)
  return folder
}

/** A folder with a short name; a link to it in the home lets the next start find one that a killed process left behind. */
async function shortFolder(link: string, account: Account | undefined): Promise<string | undefined> {
  // No link: nothing was left behind.
  const left = await readlink(link).catch(() => undefined)
  if (left && !(await inUse(left))) await rm(left, { recursive: true, force: true })
  await rm(link, { recursive: true, force: true })
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!fits(join(base, 'postgres-XXXXXX')) || !(await canEnter(account, base))) continue
    // This folder takes nothing: the next one is tried.
    const folder = await mkdtemp(join(base, 'postgres-')).catch(() => undefined)
    if (!folder) continue
    await give(folder, account)
    await symlink(folder, link)
    return folder
  }
  return undefined
}

/** A copied data folder carries the original's link: its socket may be serving. */
async function inUse(folder: string): Promise<boolean> {
  // Without a lock file nobody serves there.
  const lock = await readFile(join(folder, `${SOCKET_FILE}.lock`), 'utf8').catch(() => '')
  const pid = Number.parseInt(lock, 10)
  return pid > 0 && numberTaken(pid)
}
