import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { applyMigration, entriesOf, listMigrations, type Migration, recordMigration } from './migrations.ts'

/** A sequence of migrations that a project once had, and what stands in its place since it was written anew. */
export interface ReplacedSequence {
  name: string
  /** The files as they were released, oldest first. */
  replaced: Migration[]
  /** Those of `migrations/` that give the same database. */
  replacedBy: Migration[]
}

/**
 * The sequences that a project folder keeps for databases made with them: `replaced/<name>/`, each with its old files and
 * `replaced-by.json`, the names of the files of `migrations/` that give the same database.
 *
 * Other tools know this as squashing: Django's `replaces`, Supabase's `migration squash`.
 * @throws Error where `replaced-by.json` is missing, or names a file that is not in `migrations/`
 */
export async function listReplaced(projectDir: string): Promise<ReplacedSequence[]> {
  const folder = path.join(projectDir, 'replaced')
  const names = (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const current = new Map(
    (await listMigrations(path.join(projectDir, 'migrations'))).map((migration) => [
      path.basename(migration.file),
      migration,
    ]),
  )
  return Promise.all(
    names.sort().map(async (name) => {
      const manifest = path.join(folder, name, 'replaced-by.json')
      const files = JSON.parse(await readFile(manifest, 'utf8')) as string[]
      const replacedBy = files.map((file) => {
        const migration = current.get(file)
        if (!migration) throw new Error(`${manifest}: no hay ninguna migración ${file}`)
        return migration
      })
      return { name, replaced: await listMigrations(path.join(folder, name)), replacedBy }
    }),
  )
}

/**
 * Brings a database that was made with a replaced sequence over to the present one. It may have stopped anywhere: what it lacks
 * of the old sequence is applied first, each file in a transaction of its own as ever; then its record of migrations is
 * rewritten in one. Rows and tables are not touched by that, so a failure leaves a database that knows the old sequence and is
 * taken up again at the next start. A new database, or one that was brought over, is left alone.
 * @returns the names of the sequences that were left behind now
 * @throws Error naming the old file that PostgreSQL refused
 */
export async function adoptReplaced(client: pg.Client, projectDir: string): Promise<string[]> {
  const adopted: string[] = []
  for (const { name, replaced, replacedBy } of await listReplaced(projectDir)) {
    const versions = replaced.map(({ version }) => version)
    const { rows } = await client.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations where version = any ($1)',
      [versions],
    )
    if (rows.length === 0) continue
    const applied = new Set(rows.map(({ version }) => version))
    for (const migration of replaced) {
      if (!applied.has(migration.version)) await applyMigration(client, migration)
    }
    await rewriteRecord(client, versions, replacedBy)
    adopted.push(name)
  }
  return adopted
}

async function rewriteRecord(client: pg.Client, versions: string[], replacedBy: Migration[]): Promise<void> {
  await client.query('begin')
  try {
    await client.query('delete from supabase_migrations.schema_migrations where version = any ($1)', [
      versions,
    ])
    for (const migration of replacedBy) {
      await recordMigration(client, migration, await readFile(migration.file, 'utf8'))
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Historial de migraciones: ${(error as Error).message}`, { cause: error })
  }
}
