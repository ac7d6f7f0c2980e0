import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Credentials, DatabaseAddress } from '../src/db/database.ts'
import { unprivilegedAccount } from '../src/postgres/account.ts'
import { outsideOf } from '../src/postgres/dataFolder.ts'
import { type EmbeddedPostgres, removeCluster, startEmbeddedPostgres } from '../src/postgres/launcher.ts'
import { CLUSTER_PASSWORD, type Planted, PRODUCT_NAME, plantCluster } from './cluster.ts'

export { PRODUCT_NAME } from './cluster.ts'

/** Where root puts what PostgreSQL's account must reach. */
export const OUTSIDE = outsideOf(PRODUCT_NAME)

/** The account that runs PostgreSQL when tests run as root. */
export const postgresAccount = () => unprivilegedAccount(PRODUCT_NAME)

/** A PostgreSQL of its own for one test file. */
export interface TestPostgres {
  /** Its data folder, which ends with it. */
  folder: string
  /** For `pg`, as superuser. */
  connection: EmbeddedPostgres['connection']
  address: DatabaseAddress
  owner: Credentials
  /** Stops it and removes everything that it left. */
  stop(): Promise<void>
}

/**
 * @param settings of PostgreSQL that win over ours
 * @param planted what is in it already
 */
export async function startTestPostgres(
  settings?: Record<string, string>,
  planted: Planted = 'empty',
): Promise<TestPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-test-'))
  // Temporary folders are closed; this one lets PostgreSQL's own account pass.
  await chmod(folder, 0o711)
  await plantCluster(folder, planted)
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    product: PRODUCT_NAME,
    superuserPassword: CLUSTER_PASSWORD,
    settings,
  })
  const { host, port, database, user, password } = postgres.connection
  return {
    folder,
    connection: postgres.connection,
    address: { host, port, database },
    owner: { user, password },
    stop: async () => {
      await postgres.stop()
      await removeCluster(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
