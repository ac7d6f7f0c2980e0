import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Credentials, createPool, type DatabaseAddress } from '../../server/src/core/db.ts'
import { prepareDatabase } from '../../server/src/database/prepare.ts'
import { unprivilegedAccount } from '../../server/src/postgres/account.ts'
import { startEmbeddedPostgres } from '../../server/src/postgres/launcher.ts'
import { readProject } from '../../server/src/project.ts'
import { loadSecrets } from '../../server/src/secrets.ts'

const run = promisify(execFile)
const PROJECT = path.resolve(import.meta.dirname, '..')
const PLATFORM = path.resolve(PROJECT, '../server/platform')
const DEBIAN = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'de-prueba'

/** A PostgreSQL that runs for the tests alone. */
export interface Engine {
  address: DatabaseAddress
  owner: Credentials
  stop(): Promise<void>
}

export interface Assertion {
  quien: string
  que: string
  bien: boolean
  detalle: string | null
}

/** Whether Debian's PostgreSQL 15 is installed on this machine. */
export const hasDebian15 = existsSync(path.join(DEBIAN, 'initdb'))

/** The PostgreSQL that the product brings along. */
export async function startEmbedded(): Promise<Engine> {
  const folder = await temporaryFolder()
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'datos'),
    superuserPassword: PASSWORD,
  })
  const { host, port, database, user, password } = server.connection
  return {
    address: { host, port, database },
    owner: { user, password },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Debian's PostgreSQL 15, the oldest one that the migrations promise to run on. */
export async function startDebian15(): Promise<Engine> {
  const folder = await temporaryFolder()
  const account = await unprivilegedAccount()
  const home = path.join(folder, 'pg15')
  await mkdir(home, { mode: 0o700 })
  if (account) await chown(home, account.uid, account.gid)
  const tool = (name: string, ...args: string[]) =>
    run(path.join(DEBIAN, name), args, { ...account, cwd: '/', env: { LC_ALL: 'C' } })
  const data = path.join(home, 'data')
  await tool(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  )
  const options = `-c listen_addresses= -c unix_socket_directories=${home} -c fsync=off -c wal_level=logical -c timezone=UTC`
  await tool('pg_ctl', '-D', data, '-o', options, '-l', path.join(home, 'log'), '-w', 'start')
  return {
    address: { host: home, port: 5432, database: 'postgres' },
    owner: { user: 'postgres', password: PASSWORD },
    stop: async () => {
      await tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database with everything of a fresh installation, the demo people, and the helpers of the SQL tests. */
export class LawDatabase {
  private readonly pool: ReturnType<typeof createPool>

  private constructor(address: DatabaseAddress, owner: Credentials) {
    this.pool = createPool(address, owner, { max: 1 })
  }

  static async create(engine: Engine): Promise<LawDatabase> {
    const secretsFolder = await temporaryFolder()
    await prepareDatabase({
      address: engine.address,
      credentials: engine.owner,
      projectDir: PROJECT,
      platformDir: PLATFORM,
      project: await readProject(PROJECT),
      secrets: await loadSecrets(secretsFolder),
      extraSeeds: ['./demo.sql'],
    })
    await rm(secretsFolder, { recursive: true })
    const database = new LawDatabase(engine.address, engine.owner)
    await database.pool.query(await readFile(path.join(import.meta.dirname, 'helpers.sql'), 'utf8'))
    return database
  }

  /** Runs a test file in a transaction that is rolled back. @returns what its assertions found */
  async runTest(file: string): Promise<Assertion[]> {
    const content = await readFile(file, 'utf8')
    const client = await this.pool.connect()
    try {
      await client.query('begin')
      await client.query(content)
      await client.query(`select prueba.ser('duena')`)
      const { rows } = await client.query<Assertion>(
        'select quien, que, bien, detalle from prueba.resultados order by n',
      )
      return rows
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  /** Runs SQL as owner. @returns the rows of the last statement */
  async query<R extends Record<string, unknown>>(sql: string): Promise<R[]> {
    const result = await this.pool.query<R>(sql)
    return Array.isArray(result) ? result.at(-1).rows : result.rows
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-law-'))
  // Temporary folders are closed; this one lets PostgreSQL's own account pass.
  await chmod(folder, 0o711)
  return folder
}
