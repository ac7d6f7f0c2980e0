import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { numberTaken } from './processes.ts'

/**
 * Where the embedded PostgreSQL of a data folder listens, if it runs: what it says of itself in `postmaster.pid`.
 * Source: PostgreSQL, "Database File Layout" and `miscadmin.h`.
 * @returns undefined where none runs
 */
export async function runningAddress(dataDir: string): Promise<{ host: string; port: number } | undefined> {
  const file = join(resolve(dataDir), 'postgres', 'data', 'postmaster.pid')
  // No such file: none runs.
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').map((line) => line.trim())
  const [pid, , , port, socketFolder, address] = lines
  if (!numberTaken(Number(pid)) || lines[7] !== 'ready') return undefined
  return { host: socketFolder || address || '127.0.0.1', port: Number(port) }
}
