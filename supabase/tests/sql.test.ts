import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, hasDebian15, LawDatabase, startDebian15, startEmbedded } from './database.ts'

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sql') && name !== 'helpers.sql')
  .sort()

const engines = [
  { name: 'embedded PostgreSQL 18', start: startEmbedded, available: true },
  { name: "Debian's PostgreSQL 15", start: startDebian15, available: hasDebian15 },
]

for (const { name, start, available } of engines) {
  describe.skipIf(!available)(`the law on ${available ? name : `${name} (not installed)`}`, () => {
    let engine: Engine
    let database: LawDatabase
    let assertions = 0

    beforeAll(async () => {
      engine = await start()
      database = await LawDatabase.create(engine)
    })
    afterAll(async () => {
      console.log(`${name}: ${assertions} SQL assertions in ${files.length} files`)
      await database?.close()
      await engine?.stop()
    })

    it.each(files)('%s', async (file) => {
      const results = await database.runTest(path.join(import.meta.dirname, file))
      assertions += results.length
      const failures = results
        .filter((result) => !result.bien)
        .map((result) => `${result.quien}: ${result.que}: ${result.detalle}`)
      expect(failures).toEqual([])
      expect(results.length).toBeGreaterThan(0)
    })

    it('privileges are those that were reviewed', async () => {
      const rows = await database.query<{ privilege: string }>(PRIVILEGES)
      await expect(`${rows.map((row) => row.privilege).join('\n')}\n`).toMatchFileSnapshot('./privileges.txt')
    })
  })
}

/** Everything that visitors and members may do to relations and functions of the project, by column where it differs. */
const PRIVILEGES = `
  with mine as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as name, c.relkind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'interno') and c.relkind in ('r', 'v', 'p', 'm')
  ), cells as (
    select r.role, m.name, p.privilege,
      has_table_privilege(r.role, m.oid, p.privilege) as whole,
      (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = m.oid and a.attnum > 0 and not a.attisdropped and p.privilege <> 'delete'
         and has_column_privilege(r.role, m.oid, a.attnum, p.privilege)) as columns
    from mine m, unnest(array['anon', 'authenticated']) r (role),
      unnest(array['select', 'insert', 'update', 'delete']) with ordinality p (privilege, place)
  )
  select format('%s %s %s%s', role, privilege, name, case when not whole then ' (' || columns || ')' end) as privilege
  from cells where whole or columns is not null
  union all
  select format('%s execute %s', r.role, p.oid::regprocedure)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace, unnest(array['anon', 'authenticated']) r (role)
  where n.nspname in ('public', 'interno') and has_function_privilege(r.role, p.oid, 'execute')
  order by 1`
