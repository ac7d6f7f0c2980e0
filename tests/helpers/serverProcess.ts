import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort } from '../../tools/lib/port.ts'
import { peopleOf, sender } from './people.ts'
import { program } from './program.ts'

/** What the process says of itself on its first line. */
interface Ready {
  url: string
  anonKey: string
  serviceKey: string
  database: {
    address: { host: string; port: number; database: string }
    owner: { user: string; password: string }
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

/**
 * A server with an empty database in a process of its own, so that its memory, its processor time and its clock are its own; and people
 * who use it.
 * @param env further settings; without AMPARO_RATE_FACTOR the limits are those of an ordinary start
 */
export async function startServerProcess(env: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-process-'))
  // PostgreSQL runs under another account when root starts this.
  await chmod(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const port = await freePort()
  const script = program('tools/api-server.ts')
  // The heap that the supervisor gives it (server/src/supervisor.ts).
  const child = spawn(process.execPath, ['--max-old-space-size=512', ...script], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      ...env,
      AMPARO_DATA: dataDir,
      PORT: String(port),
      MAILBOX_PORT: String(port + 1),
      DATABASE_URL: '',
    },
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', () => reject(new Error('the server ended before it was ready')))
  })
  const { url, anonKey, serviceKey, database } = JSON.parse(line) as Ready
  const pool = new pg.Pool({ ...database.address, ...database.owner, max: 4 })
  pool.on('error', () => undefined)
  const asService = sender({ url, anonKey }, serviceKey)
  const people = peopleOf({
    url,
    anonKey,
    mailboxUrl: `http://127.0.0.1:${port + 1}/_mailbox`,
    async createUser({ email, password, confirmed, metadata }) {
      const body = { email, password, email_confirm: confirmed, user_metadata: metadata }
      const { status, json, text } = await asService('/auth/v1/admin/users', { method: 'POST', body })
      if (status !== 200) throw new Error(text)
      return json
    },
  })
  return {
    ...people,
    url,
    anonKey,
    serviceKey,
    dataDir,
    pid: child.pid!,
    pool,
    /** Outside of every policy. */
    sql: async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      await people.leave()
      await pool.end()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
