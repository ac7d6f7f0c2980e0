import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** `TMPFS_MAGIC`, see statfs(2). */
const TMPFS = 0x01021994
/** Two of the largest test files at once were seen to hold 1.1 GiB; four run, and the browser tests open up to five houses. */
const NEEDED = 4 * 1024 ** 3
const NAME = /^amparo-tests-(\d+)-/

/**
 * Has whatever asks for a temporary folder from here on, in this process and in those that it starts, keep it in memory where the machine
 * has enough of it: every test database waits for the disk at every commit (the launcher lets nobody switch `fsync` off), and all of them
 * end with the run. What runs that were killed have left there is cleared away. Vitest calls it before all tests (`globalSetup`).
 * @returns what gives the memory back
 */
export async function setup() {
  const before = process.env.TMPDIR
  if (!(await suits())) return async () => undefined
  // The accounts that tests run PostgreSQL as pass through it.
  const folder = await mkdtemp(path.join(MEMORY, `amparo-tests-${process.pid}-`))
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  return async () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether files may be kept in memory here: real memory, enough of it, and programs may be run from it. */
async function suits() {
  if (process.platform !== 'linux') return false
  try {
    await clearAbandoned()
    const { type, bavail, bsize } = await statfs(MEMORY)
    if (type !== TMPFS || Math.min(bavail * bsize, process.availableMemory()) < NEEDED) return false
    const probe = await mkdtemp(path.join(MEMORY, `amparo-tests-${process.pid}-`))
    try {
      const program = path.join(probe, 'program')
      await writeFile(program, '#!/bin/sh\n', { mode: 0o700 })
      await promisify(execFile)(program)
      return true
    } finally {
      await rm(probe, { recursive: true })
    }
  } catch {
    // No such folder, not ours to write in, or `noexec`, as in many containers.
    return false
  }
}

async function clearAbandoned() {
  for (const name of await readdir(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !isRunning(pid)) await rm(path.join(MEMORY, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
