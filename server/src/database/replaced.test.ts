import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { applyMigrations } from './migrations.ts'
import { adoptReplaced, listReplaced } from './replaced.ts'

// A project that knows nothing of any product: three old files, one new one that gives the same, and one that came later.

let dataDir: string
let postgres: TestPostgres
let client: pg.Client
let project: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'replaced-'))
  postgres = await startTestPostgres()
  client = new pg.Client(postgres.connection)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  await client.query(`
    drop schema if exists supabase_migrations cascade; drop table if exists thing, later;
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`)
  project = await mkdtemp(path.join(dataDir, 'project-'))
  await put('replaced/first/1_thing.sql', 'create table thing (a int)')
  await put('replaced/first/2_wider.sql', 'alter table thing add column b int; update thing set b = a * 2')
  await put('replaced/first/3_key.sql', 'alter table thing add primary key (a)')
  await put('replaced/first/replaced-by.json', '["10_thing.sql"]')
  await put('migrations/10_thing.sql', 'create table thing (a int primary key, b int)')
  await put('migrations/20_later.sql', 'create table later (c int)')
})

async function put(file: string, content: string): Promise<void> {
  const target = path.join(project, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, content)
}

async function update(): Promise<string[]> {
  const adopted = await adoptReplaced(client, project)
  await applyMigrations(client, project)
  return adopted
}

/** A database of before, with the first `count` of the old files and a row. */
async function old(count: number): Promise<void> {
  const files = ['1_thing', '2_wider', '3_key'].slice(0, count)
  for (const file of files) {
    const [version, name] = file.split('_')
    await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      version,
      [],
      name,
    ])
  }
  await client.query('create table thing (a int); insert into thing values (7)')
  if (count > 1) await client.query('alter table thing add column b int; update thing set b = a * 2')
  if (count > 2) await client.query('alter table thing add primary key (a)')
}

const recorded = async () =>
  (
    await client.query('select version, name from supabase_migrations.schema_migrations order by version')
  ).rows.map(({ version, name }) => `${version}_${name}`)

describe('a replaced sequence of migrations', () => {
  it('is not for a new database', async () => {
    expect(await update()).toEqual([])
    expect(await recorded()).toEqual(['10_thing', '20_later'])
  })

  it.each([1, 2, 3])(
    'is completed where %i of its files were applied, and left behind with its rows',
    async (count) => {
      await old(count)
      expect(await update()).toEqual(['first'])
      expect(await recorded()).toEqual(['10_thing', '20_later'])
      expect((await client.query('select * from thing')).rows).toEqual([{ a: 7, b: 14 }])
      expect(await update()).toEqual([])
    },
  )

  it('is completed also where a file in its middle is missing', async () => {
    await old(1)
    await client.query(`insert into supabase_migrations.schema_migrations values ('3', '{}', 'key');
      alter table thing add primary key (a)`)
    expect(await update()).toEqual(['first'])
    expect((await client.query('select * from thing')).rows).toEqual([{ a: 7, b: 14 }])
  })

  it('keeps its record where one of its files is refused', async () => {
    await old(2)
    await client.query('insert into thing values (7, 0)')
    await expect(update()).rejects.toThrow(/Migración 3_key\.sql: /)
    expect(await recorded()).toEqual(['1_thing', '2_wider'])
    expect((await client.query(`select to_regclass('later') as found`)).rows).toEqual([{ found: null }])
  })

  it('keeps its record where the new one cannot be written', async () => {
    await old(2)
    await client.query(`alter table supabase_migrations.schema_migrations add check (version <> '10')`)
    await expect(update()).rejects.toThrow('Historial de migraciones: ')
    expect(await recorded()).toEqual(['1_thing', '2_wider', '3_key'])
  })

  it('names its successors, all of which are there', async () => {
    expect(await listReplaced(project)).toMatchObject([
      {
        name: 'first',
        replaced: [{ version: '1' }, { version: '2' }, { version: '3' }],
        replacedBy: [{ version: '10' }],
      },
    ])
    await put('replaced/first/replaced-by.json', '["10_thing.sql", "11_gone.sql"]')
    await old(3)
    await expect(update()).rejects.toThrow('11_gone.sql')
    expect(await recorded()).toEqual(['1_thing', '2_wider', '3_key'])
  })
})
