import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Credentials, DatabaseAddress } from '../db/database.ts'
import { BackupError } from './errors.ts'

/** Bytes of one part: its size must be known before it is written. */
const PART = 8 * 1024 * 1024

/**
 * What `pg_dump` makes of a database, in its own compressed form.
 * @param version of the server
 * @throws BackupError where no `pg_dump` of that version or a newer one is installed, or it fails
 */
export async function* databaseDump(
  address: DatabaseAddress,
  owner: Credentials,
  version: string,
): AsyncIterable<Buffer> {
  const child = spawn(findTool('pg_dump', version), ['--format=custom', '--no-password', address.database], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: toolEnvironment(address, owner),
  })
  const said = complaints(child.stderr)
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  let held: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      held.push(chunk)
      size += chunk.length
      if (size < PART) continue
      yield Buffer.concat(held)
      held = []
      size = 0
    }
    const code = await ended
    if (code !== 0) throw new BackupError(`pg_dump no pudo hacer la copia: ${said() || `código ${code}`}.`)
    if (size > 0) yield Buffer.concat(held)
  } finally {
    child.kill()
  }
}

/**
 * Puts a dump into an empty database.
 * @param version of the server
 * @throws BackupError where no `pg_restore` of that version is installed, or it fails; the database is then as it was
 */
export async function restoreDump(
  dump: Readable,
  address: DatabaseAddress,
  owner: Credentials,
  version: string,
): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-password', '--dbname', address.database]
  const child = spawn(findTool('pg_restore', version), args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: toolEnvironment(address, owner),
  })
  const said = complaints(child.stderr)
  // It says on its own channel why it reads no more.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  dump.pipe(child.stdin)
  const code = await ended
  if (code !== 0) throw new BackupError(`pg_restore no pudo restaurar: ${said() || `código ${code}`}.`)
}

/**
 * One of PostgreSQL's client programs: newer ones read older servers, never the other way round.
 * @throws BackupError where none fits
 */
export function findTool(name: 'pg_dump' | 'pg_restore', version: string): string {
  const major = Number.parseInt(version, 10)
  const base = '/usr/lib/postgresql'
  let versions: string[] = []
  try {
    versions = readdirSync(base)
  } catch {
    // Not Debian, or none of its packages.
  }
  const debian = versions.map((found) => path.join(base, found, 'bin', name))
  const fitting = [name, ...debian]
    .map((tool) => {
      const said = spawnSync(tool, ['--version'], { encoding: 'utf8' }).stdout ?? ''
      return { tool, major: Number(/(\d+)/.exec(said)?.[1] ?? 0) }
    })
    .filter((found) => found.major >= major)
    .sort((a, b) => a.major - b.major)
  if (fitting[0]) return fitting[0].tool
  throw new BackupError(
    `La base de datos de DATABASE_URL es PostgreSQL ${major} y aquí no hay ningún ${name} ${major} o más nuevo: ` +
      `instálalo («apt install postgresql-client-${major}»), o haz la copia con las herramientas de quien la aloja.`,
  )
}

function toolEnvironment(address: DatabaseAddress, owner: Credentials): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return {
    PATH,
    SystemRoot,
    LC_ALL: 'C',
    PGHOST: address.host,
    PGPORT: String(address.port),
    PGUSER: owner.user,
    PGPASSWORD: owner.password,
    PGSSLMODE: address.ssl ? 'verify-full' : 'prefer',
    PGSSLROOTCERT: address.ssl ? 'system' : undefined,
    PGAPPNAME: 'backup',
  }
}

/** The last line in which a program says why it gave up. */
function complaints(stream: Readable): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4_096)
  })
  return () => {
    const lines = text.trim().split('\n')
    const line = lines.find((one) => one.includes('error:')) ?? lines.at(-1) ?? ''
    return line.replace(/^.*?error:\s*/, '')
  }
}
