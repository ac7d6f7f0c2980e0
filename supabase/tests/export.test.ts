import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportSql } from '../../server/src/backup/export.ts'
import { restoreBackup } from '../../server/src/backup/restore.ts'
import { takeBackup } from '../../server/src/backup/take.ts'
import { isInstalled } from '../../server/testing/backupRound.ts'
import { fingerprint } from '../../tools/lib/catalogue.ts'
import {
  createDatabase,
  type Engine,
  hasDebian15,
  PROJECT,
  prepare,
  startDebian15,
  startEmbedded,
} from './database.ts'

// The content of one PostgreSQL, as a file that another one takes: the embedded 18 writes, Debian's 15 reads where it is installed.

const run = promisify(execFile)
const hasPsql = await isInstalled('psql')
let from: Engine
let into: Engine
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-export-'))
  ;[from, into] = await Promise.all([startEmbedded(), hasDebian15 ? startDebian15() : startEmbedded()])
  await prepare(from.address, from.owner, PROJECT, ['./seed.sql', './demo.sql'])
  await connected(from, (client) =>
    client.query(
      `insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users limit 1`,
    ),
  )
})
afterAll(async () => {
  await Promise.all([from?.stop(), into?.stop()])
  await rm(folder, { recursive: true, force: true })
})

const write = async (name: string, isForHosted: boolean) => {
  const target = path.join(folder, name)
  const written = await exportSql({
    address: from.address,
    owner: from.owner,
    projectDir: PROJECT,
    platformDir: path.resolve(PROJECT, '../server/platform'),
    target,
    isForHosted,
  })
  expect((await stat(target)).mode & 0o777).toBe(0o600)
  return { ...written, target }
}

it.skipIf(!hasPsql)(
  'a whole installation arrives in another PostgreSQL: tables, rules and rows, but no session',
  async () => {
    const { target, rows } = await write('casa.sql', false)
    expect(rows).toBeGreaterThan(100)
    await load(into, target)
    const fresh = await createDatabase(into, 'alojada')
    await prepare(fresh.address, fresh.owner, PROJECT)
    expect(await lines(into, { rows: false })).toEqual(await lines(fresh, { rows: false }))
    const rowsOf = async (engine: Engine) =>
      (await lines(engine)).filter((line) => /^row (?!auth.sessions:)/.test(line))
    expect(await rowsOf(into)).toEqual(await rowsOf(from))
    const there = await counts(into)
    for (const [table, count] of await counts(from))
      expect([table, there.get(table)]).toEqual([table, table === 'auth.sessions' ? 0 : count])
    // The next start of a server takes it as its own.
    await prepare(into.address, into.owner, PROJECT, ['./seed.sql', './demo.sql'])
    expect(await counts(into)).toEqual(there)
  },
  120_000,
)

it.skipIf(!hasPsql)(
  'data alone go into a database that has the migrations, as a project of Supabase has',
  async () => {
    const { target } = await write('alojada.sql', true)
    const text = await readFile(target, 'utf8')
    expect(text).not.toMatch(
      /create table|(copy|truncate|,) (local_server\.|storage\.objects|auth\.sessions)/,
    )
    // Prepared by the test before.
    const hosted = { ...into, address: { ...into.address, database: 'alojada' } }
    await load(hosted, target)
    const [before, after] = await Promise.all([counts(from), counts(hosted)])
    for (const [table, count] of before)
      if (/^(public|interno)\.|^auth\.users$/.test(table))
        expect([table, after.get(table)]).toEqual([table, count])
  },
  120_000,
)

it.skipIf(!hasDebian15)(
  'a database elsewhere is backed up by pg_dump and comes back into an empty one',
  async () => {
    const at = { dataDir: path.join(folder, 'con-dump'), product: 'amparo' }
    const file = path.join(folder, 'con-dump.copia')
    const { address, owner } = into
    await takeBackup({ ...at, address, owner, isEmbedded: false, publicKeys: [], target: file })
    await createDatabase(into, 'traida')
    const restoreInto = (database: string) =>
      restoreBackup({
        ...at,
        dataDir: path.join(folder, database),
        source: file,
        databaseUrl: `postgres://${owner.user}:${owner.password}@local/${database}?host=${address.host}`,
        platformRoles: roles,
        privateKey: async () => undefined,
        log: () => undefined,
      })
    const roles = await readFile(path.resolve(PROJECT, '../server/platform/01_roles.sql'), 'utf8')
    await expect(restoreInto('postgres')).rejects.toThrow('no está vacía: no se ha tocado nada')
    expect(await restoreInto('traida')).toMatchObject({ missingFiles: 0, damage: [] })
    const back = { ...into, address: { ...address, database: 'traida' } }
    expect(await counts(back)).toEqual(await counts(into))
    const rowsOf = async (engine: Engine) => (await lines(engine)).filter((line) => line.startsWith('row '))
    expect(await rowsOf(back)).toEqual(await rowsOf(into))
  },
  120_000,
)

it('a file that is there is never written over', async () => {
  await expect(write('casa.sql', false).then(() => write('casa.sql', false))).rejects.toThrow('ya existe')
})

async function load({ address, owner }: Engine, file: string): Promise<void> {
  await run('psql', ['--quiet', '--no-psqlrc', '--output=/dev/null', '--file', file], {
    env: {
      PATH: process.env.PATH,
      PGHOST: address.host,
      PGPORT: String(address.port),
      PGDATABASE: address.database,
      PGUSER: owner.user,
      PGPASSWORD: owner.password,
    },
  })
}

async function connected<T>({ address, owner }: Engine, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...address, ...owner })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every rule, table and column of a database; and its rows, if they are wanted. */
const lines = (engine: Engine, what = { rows: true }) =>
  connected(engine, (client) => fingerprint(async (sql: string) => (await client.query(sql)).rows, what))

const counts = (engine: Engine) =>
  connected(engine, async (client) => {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select n.nspname || '.' || c.relname as name,
         (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int as count
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('auth', 'storage', 'public', 'interno', 'local_server', 'supabase_migrations')`,
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  })
