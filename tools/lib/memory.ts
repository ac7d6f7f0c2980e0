import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'

/** Two of the largest test files at once were seen to use 1.1 GiB; four run, and the browser tests open several servers. */
const NEEDED = 4 * 1024 ** 3

/**
 * Keeps temporary folders in memory where Linux has enough of it: else every test database waits for the disk at each commit. Vitest calls
 * it before all tests (`globalSetup`).
 */
export default async function setup() {
  try {
    // Programs are run from it.
    if (!/ \/dev\/shm tmpfs (?!\S*noexec)/.test(readFileSync('/proc/mounts', 'utf8'))) return
    const { bavail, bsize } = await statfs('/dev/shm')
    if (process.env.TMPDIR || Math.min(bavail * bsize, process.availableMemory()) < NEEDED) return
    const folder = await mkdtemp('/dev/shm/amparo-tests-')
    // PostgreSQL's own account passes through it.
    await chmod(folder, 0o711)
    process.env.TMPDIR = folder
    return () => rm(folder, { recursive: true, force: true })
  } catch {
    // No such system, or none of ours to write in: the disk then.
    return
  }
}
