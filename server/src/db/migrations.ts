import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

export interface Migration {
  /** The digits before the first underscore, by which the Supabase command-line tool orders and records. */
  version: string
  name: string
  file: string
}

/** @returns the migrations in a folder, oldest first; none where there is no such folder */
export async function listMigrations(folder: string): Promise<Migration[]> {
  return (await entriesOf(folder))
    .map(({ name }) => ({ name, match: /^(\d+)_(.*)\.sql$/.exec(name) }))
    .filter((entry) => entry.match !== null)
    .map(({ name, match }) => ({ version: match![1]!, name: match![2]!, file: path.join(folder, name) }))
    .sort((a, b) => (a.version < b.version ? -1 : 1))
}

/** @returns what is in a folder; nothing where there is none */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** @returns the migrations of a project folder that the database does not have yet */
export async function pendingMigrations(
  client: pg.ClientBase | pg.Pool,
  projectDir: string,
): Promise<Migration[]> {
  const all = await listMigrations(path.join(projectDir, 'migrations'))
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  const applied = new Set(rows.map((row) => row.version))
  return all.filter((migration) => !applied.has(migration.version))
}

/**
 * Applies what is pending, each file in a transaction of its own.
 * @returns the applied ones
 * @throws Error naming the file that PostgreSQL refused
 */
export async function applyMigrations(client: pg.Client, projectDir: string): Promise<Migration[]> {
  const pending = await pendingMigrations(client, projectDir)
  // A first start that broke off has left migrations, and no accounts.
  const { rows: accounts } = await client.query('select from auth.users limit 1')
  for (const migration of pending) await applyMigration(client, migration, accounts.length > 0)
  if (pending.length > 0) await client.query(`notify pgrst, 'reload schema'`)
  return pending
}

/**
 * What each file finds, whatever the one before it set: `extensions` on the search path, as Supabase gives its owner.
 * Source: supabase/cli, which resets the connection between two migrations.
 */
export const FRESH = `reset all; set client_min_messages = warning; set search_path = "$user", public, extensions`

/**
 * Applies one file and writes its record in one transaction, so that a start that dies in the middle leaves no half migration.
 * @param isUpdate whether an earlier version has served this database
 * @throws Error naming the file where PostgreSQL refused it
 */
async function applyMigration(client: pg.Client, migration: Migration, isUpdate: boolean): Promise<void> {
  const content = await readFile(migration.file, 'utf8')
  await client.query(FRESH)
  await client.query('begin')
  try {
    await client.query(content)
    await recordMigration(client, migration, content)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(
      `Migración ${path.basename(migration.file)}: ${(error as Error).message}. De ese archivo no quedó nada${
        isUpdate
          ? ' y los datos están como estaban: arranca otra vez con la versión de antes, o restaura la copia que hiciste al actualizar.'
          : ': corrígelo y arranca otra vez.'
      }`,
      { cause: error },
    )
  }
}

/** Notes that a database has a migration, as the Supabase command-line tool does. */
async function recordMigration(client: pg.Client, migration: Migration, content: string): Promise<void> {
  await client.query(
    'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
    [migration.version, [content], migration.name],
  )
}
