import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readProject } from '../src/config/project.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { type EmbeddedPostgres, removeCluster, startEmbeddedPostgres } from '../src/postgres/launcher.ts'

/*
 * Making a cluster takes PostgreSQL seconds, and platform, schema and demo people as long again; half a hundred test files want one: the first
 * of a run makes it, the others copy it.
 */

/** The product whose folders and account tests share on this machine, so that programs are copied once. */
export const PRODUCT_NAME = 'amparo'
/** Of the superuser of every such cluster. */
export const CLUSTER_PASSWORD = 'of-this-test'

/**
 * What is in a copied cluster: nothing, the platform, or the platform with Amparo's schema, seeds and demo people. A test that starts on it calls
 * `prepareDatabase` as on an empty one: what is recorded is skipped, and the roles get passwords of the test's own. That the files apply to
 * an empty database is for tests that say nothing here (sql.test, replaced.test, start.test, the first starts of amparo.test).
 */
export type Planted = 'empty' | 'platform' | 'schema'

/** Names the folder of this run's clusters, for the processes that run tests. */
const FOLDER = 'AMPARO_TEST_CLUSTER'
const ROOT = path.resolve(import.meta.dirname, '../..')

/** What vitest runs before all tests (`globalSetup`); what it returns is run after them. */
export default async function setup(): Promise<() => Promise<void>> {
  // Another project of the same run has made it.
  if (process.env[FOLDER]) return async () => {}
  const folder = await openFolder(await mkdtemp(path.join(tmpdir(), 'postgres-run-')))
  process.env[FOLDER] = folder
  return async () => {
    for (const planted of ['empty', 'platform', 'schema']) await removeCluster(path.join(folder, planted))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Temporary folders are closed; this one lets PostgreSQL's own account pass. */
async function openFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
  return folder
}

/**
 * Puts a copy of one of this run's clusters, with {@link CLUSTER_PASSWORD}, into a data folder that has none.
 * @returns whether it did; outside of a run, and where clusters lie elsewhere than in their data folder, the launcher makes one as ever
 */
export async function plantCluster(dataDir: string, planted: Planted = 'empty'): Promise<boolean> {
  const folder = process.env[FOLDER]
  if (!folder || process.platform === 'win32') return false
  const cluster = path.join(await made(folder, planted), 'postgres')
  if (lstatSync(cluster).isSymbolicLink()) return false
  // With its owner, which may be another account.
  const args = ['-a', ...(process.platform === 'linux' ? ['--reflink=auto'] : []), cluster]
  await promisify(execFile)('cp', [...args, path.join(dataDir, 'postgres')])
  return true
}

/** @returns the data folder of that cluster, which nothing runs on */
async function made(folder: string, planted: Planted): Promise<string> {
  const dataDir = path.join(folder, planted)
  const [done, making] = [path.join(folder, `${planted}.made`), path.join(folder, `${planted}.making`)]
  while (!existsSync(done)) {
    try {
      await mkdir(making)
    } catch {
      // Another test file is at it.
      await pause(50)
      continue
    }
    try {
      if (existsSync(done)) break
      await make(await openFolder(dataDir), planted)
      await writeFile(done, '')
    } finally {
      await rm(making, { recursive: true })
    }
  }
  return dataDir
}

async function make(dataDir: string, planted: Planted): Promise<void> {
  if (planted !== 'empty') await plantCluster(dataDir, planted === 'schema' ? 'platform' : 'empty')
  const postgres = await startEmbeddedPostgres({
    dataDir,
    product: PRODUCT_NAME,
    superuserPassword: CLUSTER_PASSWORD,
  })
  try {
    if (planted !== 'empty') await prepare(postgres.connection, planted === 'schema')
  } finally {
    await postgres.stop()
  }
}

async function prepare(
  { host, port, database, user, password }: EmbeddedPostgres['connection'],
  hasSchema: boolean,
) {
  const project = await readProject(path.join(ROOT, 'supabase'))
  await prepareDatabase({
    address: { host, port, database },
    credentials: { user, password },
    projectDir: hasSchema ? path.join(ROOT, 'supabase') : path.join(import.meta.dirname, 'no-project'),
    platformDir: path.join(ROOT, 'server/platform'),
    project: hasSchema ? project : { ...project, seed: { enabled: false, sqlPaths: [] } },
    // A server that starts on a copy sets the passwords of the roles anew.
    secrets: {
      jwtSecret: randomBytes(32).toString('hex'),
      anonKey: '',
      serviceRoleKey: '',
      superuserPassword: password,
    },
    extraSeeds: hasSchema ? ['./demo.sql'] : [],
  })
}
