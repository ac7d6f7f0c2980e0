/**
 * A process that hosts the launcher and nothing else, for tests that kill it: `host.ts DATA_FOLDER`. Prints one line of
 * JSON, `{ pid, connection }` once PostgreSQL serves or `{ error }`, then stays until it is ended.
 */
import { type LauncherError, startEmbeddedPostgres } from '../src/postgres/launcher.ts'
import { CLUSTER_PASSWORD, PRODUCT_NAME } from './cluster.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const { pid, connection } = await startEmbeddedPostgres({
    dataDir,
    product: PRODUCT_NAME,
    superuserPassword: CLUSTER_PASSWORD,
  })
  console.log(JSON.stringify({ pid, connection }))
} catch (error) {
  const { code, message } = error as LauncherError
  console.log(JSON.stringify({ error: { code, message } }))
}
