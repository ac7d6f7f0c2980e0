import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { readProject } from '../src/config/project.ts'
import { rolePassword } from '../src/config/secrets.ts'
import type { ServerConfig } from '../src/config/serverConfig.ts'
import { type Credentials, createPool, Database, type DatabaseAddress } from '../src/db/database.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { LargeBodies } from '../src/limits/largeBodies.ts'
import { restApi } from '../src/rest/index.ts'
import { Tokens } from '../src/tokens/tokens.ts'
import { startTestPostgres } from './postgres.ts'

export const ANA = 'a0000000-0000-4000-8000-000000000001'
export const BEA = 'b0000000-0000-4000-8000-000000000002'
export const CARLA = 'c0000000-0000-4000-8000-000000000003'

const HERE = import.meta.dirname
const ROOT = path.resolve(HERE, '../..')

/** The API on a database of its own, with the world of `test-schema.sql` or with Amparo's schema and demo people. */
export interface Harness {
  app: FastifyInstance
  db: Database
  address: DatabaseAddress
  tokens: Tokens
  config: ServerConfig
  /** Runs SQL as the owner of the database. */
  owner: pg.Client
  /** A token as the auth API would give it. */
  tokenOf(sub: string): Promise<string>
  close(): Promise<void>
}

/** Of the role that serves requests. */
export function requestCredentials({ secrets }: Pick<ServerConfig, 'secrets'>): Credentials {
  return { user: 'authenticator', password: rolePassword(secrets, 'authenticator') }
}

export interface HarnessOptions {
  /** `model` is the world of `model.sql`, with the settings that PostgREST leaves to the database. */
  schema?: 'small' | 'amparo' | 'model'
  maxConnections?: number
  maxRows?: number
  /** Most bytes of one answer. */
  maxAnswerBytes?: number
  /** Far above what one test asks at once, unless the test is about that. */
  budgetFactor?: number
  urgent?: ServerConfig['urgent']
}

/** Off in PostgREST until the database says otherwise. */
const MODEL_SETTINGS = [
  `pgrst.db_aggregates_enabled = 'true'`,
  `pgrst.db_tx_end = 'commit-allow-override'`,
  `pgrst.db_plan_enabled = 'true'`,
]

export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const isAmparo = options.schema === 'amparo'
  const postgres = await startTestPostgres(undefined, isAmparo ? 'schema' : 'platform')
  const { folder: dataDir, address, owner: credentials } = postgres
  const owner = new pg.Client(postgres.connection)
  const closers = [() => postgres.stop(), () => owner.end()]
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    await owner.connect()
    const projectDir = path.join(ROOT, 'supabase')
    const project = await readProject(projectDir)
    const secrets = {
      jwtSecret: randomBytes(32).toString('hex'),
      anonKey: '',
      serviceRoleKey: '',
      superuserPassword: credentials.password,
    }
    await prepareDatabase({
      address,
      credentials,
      projectDir: isAmparo ? projectDir : path.join(HERE, 'no-project'),
      platformDir: path.join(ROOT, 'server/platform'),
      project: isAmparo ? project : { ...project, seed: { enabled: false, sqlPaths: [] } },
      secrets,
      extraSeeds: isAmparo ? ['demo.sql'] : [],
    })
    if (isAmparo) {
      // Carla is the admin here with a token that these tests write themselves.
      await owner.query(`update interno.ajustes set valor = 'libre' where clave = 'factor_de_administracion'`)
    } else {
      const isModel = options.schema === 'model'
      await owner.query(await readFile(path.join(HERE, isModel ? 'model.sql' : 'test-schema.sql'), 'utf8'))
      project.api.schemas = isModel ? ['public'] : ['public', 'otra']
      for (const setting of isModel ? MODEL_SETTINGS : [])
        await owner.query(`alter role authenticator set ${setting}`)
    }
    if (options.maxRows !== undefined) project.api.maxRows = options.maxRows
    const config: ServerConfig = {
      projectDir,
      dataDir,
      host: '127.0.0.1',
      port: 0,
      siteUrl: 'http://127.0.0.1',
      rateFactor: 1,
      secrets,
      project,
      publicSettings: {},
      maxAnswerBytes: options.maxAnswerBytes,
      urgent: options.urgent,
    }
    const db = new Database(address, requestCredentials(config), {
      maxConnections: options.maxConnections ?? 4,
      budgetFactor: options.budgetFactor ?? 100,
    })
    closers.push(() => db.close())
    const authPool = createPool(address, credentials, { max: 1 })
    closers.push(() => authPool.end())
    const tokens = new Tokens(secrets.jwtSecret)
    const bodies = new LargeBodies(options.budgetFactor ?? 100)
    const app = Fastify({ logger: false })
    await app.register(restApi, { prefix: '/rest/v1', config, db, authPool, tokens, bodies, log: app.log })
    closers.push(() => app.close())
    const tokenOf = (sub: string) => tokens.sign({ role: 'authenticated', sub, aud: 'authenticated' }, 3600)
    return { app, db, address, tokens, config, owner, tokenOf, close }
  } catch (error) {
    await close()
    throw error
  }
}
