import pg from 'pg'
import type { ProjectConfig, Secrets } from '../config/serverConfig.ts'
import { makeBuckets } from './buckets.ts'
import type { Credentials, DatabaseAddress } from './database.ts'
import { applyMigrations } from './migrations.ts'
import { applyPlatform, assertRolesAreFree, setRolePasswords } from './platform.ts'
import { applySeeds, seedFiles } from './seed.ts'

/** Any number, the same in every process: one process prepares a shared database while the others wait. */
const PREPARE_LOCK = 7_267_276

/**
 * Brings a database to the state that the project folder describes: platform, migrations, seed, passwords.
 * @param extraSeeds further SQL files to run once, such as demo people
 * @returns whether the database has what this server adds to Supabase's own (`local_server`); one that Supabase itself
 *   prepared has not, and sessions there end with their tokens
 * @throws Error whose message names the file that failed
 */
export async function prepareDatabase(options: {
  address: DatabaseAddress
  credentials: Credentials
  projectDir: string
  platformDir: string
  project: ProjectConfig
  secrets: Secrets
  extraSeeds?: readonly string[]
}): Promise<{ hasLocalServer: boolean }> {
  const { address, credentials, projectDir, project } = options
  const client = new pg.Client({
    ...address,
    ...credentials,
    ssl: address.ssl ? { rejectUnauthorized: true } : undefined,
    application_name: 'prepare',
  })
  // The statement that is running fails by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if (rows[0]!.version < 150_000) {
      throw new Error('La base de datos debe ser PostgreSQL 15 o más nuevo.')
    }
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
    await assertRolesAreFree(client, options.secrets)
    await applyPlatform(client, options.platformDir)
    await setRolePasswords(client, options.secrets)
    await applyMigrations(client, projectDir)
    const seeds = project.seed.enabled ? await seedFiles(projectDir, project.seed.sqlPaths) : []
    await applySeeds(client, projectDir, [...seeds, ...(options.extraSeeds ?? [])])
    await makeBuckets(client, project.storage?.buckets ?? [])
    const local = await client.query<{ found: boolean }>(
      `select to_regnamespace('local_server') is not null as found`,
    )
    return { hasLocalServer: local.rows[0]!.found }
  } finally {
    await client.end()
  }
}
