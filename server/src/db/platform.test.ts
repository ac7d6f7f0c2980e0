import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { SettingsError } from '../config/error.ts'
import { rolePassword } from '../config/secrets.ts'
import type { Secrets } from '../config/serverConfig.ts'
import { applyPlatform, assertRolesAreFree, setRolePasswords } from './platform.ts'

// One cluster, two databases: roles and their passwords are the cluster's.
const PLATFORM = path.resolve(import.meta.dirname, '../../platform')
const secretsOf = (jwtSecret: string) => ({ jwtSecret }) as Secrets

let postgres: TestPostgres
const open: pg.Client[] = []

async function connect(database: string, more: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ ...postgres.connection, database, ...more })
  client.on('error', () => {})
  await client.connect()
  open.push(client)
  return client
}

beforeAll(async () => {
  postgres = await startTestPostgres()
  const owner = await connect('postgres')
  await owner.query('create database first')
  await owner.query('create database second')
})
afterAll(async () => {
  for (const client of open) await client.end().catch(() => undefined)
  await postgres?.stop()
})

async function prepare(client: pg.Client, jwtSecret: string): Promise<void> {
  await assertRolesAreFree(client, secretsOf(jwtSecret), 300)
  await applyPlatform(client, PLATFORM)
  await setRolePasswords(client, secretsOf(jwtSecret))
}

it('an owner who may not make the roles reads what a superuser has to do, and nothing is half made', async () => {
  const superuser = await connect('first')
  await superuser.query(
    `create role plain login password 'x'; create role maker login createrole password 'x'`,
  )
  const plain = await connect('first', { user: 'plain', password: 'x' })
  await expect(applyPlatform(plain, PLATFORM)).rejects.toThrow(/alter role "plain" createrole;/)
  const maker = await connect('first', { user: 'maker', password: 'x' })
  const refused = applyPlatform(maker, PLATFORM)
  await expect(refused).rejects.toThrow(SettingsError)
  await expect(refused).rejects.toThrow(/create role service_role .*; grant service_role to "maker"/)
  const { rows } = await superuser.query(`select from pg_roles where rolname in ('anon', 'authenticator')`)
  expect(rows).toEqual([])
})

it('a second installation on one cluster is refused, and the first goes on', async () => {
  await prepare(await connect('first'), 'first secret')
  await prepare(await connect('first'), 'first secret')
  const second = await connect('second')
  await expect(prepare(second, 'second secret')).rejects.toThrow(
    /otra instalación, en su base de datos «first»/,
  )
  const authenticator = {
    user: 'authenticator',
    password: rolePassword(secretsOf('first secret'), 'authenticator'),
  }
  const served = await connect('first', authenticator)
  // A process with another secret would lock the one that serves out.
  await expect(prepare(await connect('first'), 'new secret')).rejects.toThrow(
    /Otro proceso usa esta base de datos/,
  )
  await served.end()
  // One whose secret was changed, once nobody else serves.
  await prepare(await connect('first'), 'new secret')
  // Roles that somebody else uses, without a word of whose they are.
  await second.query('comment on role authenticator is null')
  const other = await connect('first', {
    ...authenticator,
    password: rolePassword(secretsOf('new secret'), 'authenticator'),
  })
  await expect(prepare(second, 'second secret')).rejects.toThrow(/Otro programa usa ya los papeles/)
  await other.end()
  await prepare(second, 'second secret')
}, 240_000)

it('what a folder makes in public may be used by every role of the API, its sequences and functions too', async () => {
  const owner = await connect('postgres')
  await owner.query('create database fourth')
  const client = await connect('fourth')
  await applyPlatform(client, PLATFORM)
  await client.query(`create table public.things (id serial primary key);
    alter default privileges revoke execute on functions from public;
    create function public.one() returns int language sql as 'select 1';`)
  const { rows } =
    await client.query(`select role, has_table_privilege(role, 'public.things', 'insert, update, delete') as rows,
      has_sequence_privilege(role, 'public.things_id_seq', 'usage') as numbers, has_function_privilege(role, 'public.one()', 'execute') as calls
    from unnest(array['anon', 'authenticated', 'service_role']) as role`)
  const all = { rows: true, numbers: true, calls: true }
  expect(rows).toEqual(['anon', 'authenticated', 'service_role'].map((role) => ({ role, ...all })))
})

it('what a project took back of its default privileges stays taken back when the platform comes anew', async () => {
  const owner = await connect('postgres')
  await owner.query('create database third')
  const client = await connect('third')
  const mayVisitorsRead = async (table: string) => {
    await client.query(`create table public.${table} ()`)
    const { rows } = await client.query(
      `select has_table_privilege('anon', 'public.${table}', 'select') as may`,
    )
    return rows[0].may
  }
  await applyPlatform(client, PLATFORM)
  expect(await mayVisitorsRead('first_day')).toBe(true)
  await client.query(
    'alter default privileges in schema public revoke all on tables from anon, authenticated',
  )
  await client.query(`update supabase_migrations.platform set hash = 'of an older release'`)
  await applyPlatform(client, PLATFORM)
  expect(await mayVisitorsRead('later')).toBe(false)
})
