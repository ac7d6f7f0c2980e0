import { execFile } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { removeCluster, startEmbeddedPostgres } from '../src/postgres/launcher.ts'

/*
 * Making a cluster takes PostgreSQL seconds, and half a hundred test files want one: the first of a run makes it, the others copy it.
 */

/** The product whose folders and account tests share on this machine, so that programs are copied once. */
export const PRODUCT_NAME = 'amparo'
/** Of the superuser of every such cluster. */
export const CLUSTER_PASSWORD = 'of-this-test'

/** Names the folder of this run's cluster, for the processes that run tests. */
const FOLDER = 'AMPARO_TEST_CLUSTER'

/** What vitest runs before all tests (`globalSetup`); what it returns is run after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-run-'))
  // Temporary folders are closed; this one lets PostgreSQL's own account pass.
  await chmod(folder, 0o711)
  process.env[FOLDER] = folder
  return async () => {
    await removeCluster(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Puts a copy of this run's cluster, with {@link CLUSTER_PASSWORD}, into a data folder that has none.
 * @returns whether it did; outside of a run, and where clusters lie elsewhere than in their data folder, the launcher makes one as ever
 */
export async function plantCluster(dataDir: string): Promise<boolean> {
  const folder = process.env[FOLDER]
  if (!folder || process.platform === 'win32') return false
  await make(folder)
  const cluster = path.join(folder, 'postgres')
  if (lstatSync(cluster).isSymbolicLink()) return false
  // With its owner, which may be another account.
  await promisify(execFile)('cp', ['-a', cluster, path.join(dataDir, 'postgres')])
  return true
}

async function make(folder: string): Promise<void> {
  const [made, making] = [path.join(folder, 'made'), path.join(folder, 'making')]
  while (!existsSync(made)) {
    try {
      await mkdir(making)
    } catch {
      // Another test file is at it.
      await pause(50)
      continue
    }
    try {
      const postgres = await startEmbeddedPostgres({
        dataDir: folder,
        product: PRODUCT_NAME,
        superuserPassword: CLUSTER_PASSWORD,
      })
      await postgres.stop()
      await writeFile(made, '')
    } finally {
      await rm(making, { recursive: true })
    }
  }
}
