import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { Client } from 'pg'

import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  removeCluster,
  startEmbeddedPostgres,
} from '../src/postgres/launcher.ts'
import { commandLines } from '../src/postgres/processes.ts'
import { CLUSTER_PASSWORD, PRODUCT_NAME, plantCluster } from './cluster.ts'

export const PASSWORD = CLUSTER_PASSWORD
type Connection = EmbeddedPostgres['connection']
type Outcome = { pid: number; connection: Connection } | { error: { code: string; message: string } }

/** A folder of its own for one test, and everything that the test starts in it; all of it ends with `dispose`. */
export class Sandbox {
  readonly folder: string
  private readonly undo: (() => Promise<unknown>)[] = []

  static async create(): Promise<Sandbox> {
    const folder = await mkdtemp(join(tmpdir(), 'amparo-test-'))
    // Temporary folders are closed; this one lets PostgreSQL's account pass, as an ordinary folder would.
    await chmod(folder, 0o711)
    return new Sandbox(folder)
  }

  private constructor(folder: string) {
    this.folder = folder
  }

  get dataDir(): string {
    return join(this.folder, 'datos')
  }

  /** Puts this run's cluster into the data folder, for tests that are not about making one. */
  async plant(): Promise<void> {
    await mkdir(this.dataDir)
    await plantCluster(this.dataDir)
  }

  async start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({
      dataDir: this.dataDir,
      product: PRODUCT_NAME,
      superuserPassword: PASSWORD,
      ...options,
    })
    this.undo.push(() => server.stop())
    return server
  }

  /** Starts a separate Node process with the launcher in it. */
  async host(): Promise<{ process: ChildProcess; outcome: Outcome; kill(): Promise<void> }> {
    const { child, outcome, kill } = this.startHost()
    return { process: child, outcome: await outcome, kill }
  }

  /** As `host`, without waiting for PostgreSQL. */
  startHost() {
    const child = spawn(process.execPath, [bundledHost(), this.dataDir], {
      cwd: dirname(HOST),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    this.undo.push(kill)
    const outcome = new Promise<Outcome>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as Outcome))
      ended.then(() => reject(new Error('the host ended without a word')))
    })
    return { child, outcome, kill }
  }

  async dispose(): Promise<void> {
    for (const step of this.undo.reverse()) await step()
    await removeCluster(this.dataDir)
    await rm(this.folder, { recursive: true, force: true })
  }
}

const HOST = join(dirname(fileURLToPath(import.meta.url)), 'postgresHost.ts')
let bundled: string | undefined

/** The host as one file beside the packages that it needs, made anew by each process: it is up in a third of the time that tsx takes. */
function bundledHost(): string {
  if (bundled) return bundled
  const file = join(dirname(HOST), '../../node_modules/.cache/amparo/postgresHost.mjs')
  const outfile = `${file}.${process.pid}`
  buildSync({
    entryPoints: [HOST],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  })
  // A process that starts at this moment reads the old file or the new one.
  renameSync(outfile, file)
  bundled = file
  return file
}

/** Runs one statement on a connection of its own and returns its rows. */
export async function query(connection: Connection, text: string, values?: unknown[]) {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The outcome of a host that is expected to serve. */
export function serving(outcome: Outcome) {
  if ('error' in outcome) throw new Error(outcome.error.message)
  return outcome
}

/** The shells that would stop this postmaster if its Node were killed. */
export async function watchdogsOf(postmaster: number): Promise<number[]> {
  const lines = [...(await commandLines())]
  return lines.filter(([, line]) => line.includes(`kill -INT "$0" ${postmaster} `)).map(([pid]) => pid)
}
