import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { FRESH } from './migrations.ts'

/**
 * The seed files that a project names: those that are there, each once, in the order of the names, and alphabetically where one of them is a
 * pattern (`*`, `?`, `**`). A name that nothing fits is no error: the command-line tool names `seed.sql` in every folder, whether it has one
 * or not. Source: Supabase documentation, "Seeding your database".
 * @param sqlPaths relative to the project folder
 * @returns paths relative to it, with `/`
 */
export async function seedFiles(projectDir: string, sqlPaths: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const sqlPath of sqlPaths) {
    const pattern = path.posix.normalize(sqlPath)
    const [base = '.'] = /^(?:[^*?]*\/)?/.exec(pattern) ?? []
    // A folder that is not there has no seeds.
    const all = await readdir(path.join(projectDir, base), { recursive: true }).catch(() => [])
    const names = all.map((name) => path.posix.join(base, name.replaceAll(path.sep, '/')))
    for (const name of names.filter((name) => matcher(pattern).test(name)).sort()) found.add(name)
  }
  return [...found]
}

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }

function matcher(pattern: string): RegExp {
  const escaped = pattern.replace(/\*\*\/|\*\*|[*?]|[.+^${}()|[\]\\]/g, (word) => WILD[word] ?? `\\${word}`)
  return new RegExp(`^${escaped}$`)
}

/**
 * Runs a project's seed files that this database has not seen, each once, recorded as the Supabase command-line tool does.
 * A seed that changed later is not run again: corrections of seeded rows ship as migrations.
 * @param sqlPaths relative to the project folder
 */
export async function applySeeds(
  client: pg.Client,
  projectDir: string,
  sqlPaths: readonly string[],
): Promise<string[]> {
  const applied: string[] = []
  for (const sqlPath of sqlPaths) {
    const key = path.posix.normalize(sqlPath)
    const { rowCount } = await client.query('select from supabase_migrations.seed_files where path = $1', [
      key,
    ])
    if (rowCount) continue
    const content = await readFile(path.join(projectDir, sqlPath), 'utf8')
    await client.query(FRESH)
    await client.query('begin')
    try {
      await client.query(content)
      await client.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
        key,
        createHash('sha256').update(content).digest('hex'),
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Datos iniciales ${key}: ${(error as Error).message}`, { cause: error })
    }
    applied.push(key)
  }
  return applied
}
