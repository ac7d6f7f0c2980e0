import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readProject } from '../../server/src/config/project.ts'
import { loadSecrets } from '../../server/src/config/secrets.ts'
import { type Credentials, createPool, type DatabaseAddress } from '../../server/src/db/database.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { postgresAccount, startTestPostgres } from '../../server/testing/postgres.ts'

const run = promisify(execFile)
export const PROJECT = path.resolve(import.meta.dirname, '..')
const PLATFORM = path.resolve(PROJECT, '../server/platform')
const DEBIAN = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'de-prueba'

/** A PostgreSQL that runs for the tests alone. */
export interface Engine {
  address: DatabaseAddress
  owner: Credentials
  stop(): Promise<void>
}

export interface Assertion {
  quien: string
  que: string
  bien: boolean
  detalle: string | null
}

/** Whether Debian's PostgreSQL 15 is installed on this machine. */
export const hasDebian15 = existsSync(path.join(DEBIAN, 'initdb'))

/** Every engine with every kind of owner (`AMPARO_ALL_OWNERS=1`), where `npm test` takes each once. */
export const allOwners = process.env.AMPARO_ALL_OWNERS === '1'

/** The PostgreSQL that the product brings along. */
export const startEmbedded = (): Promise<Engine> => startTestPostgres()

/** The same with the migrations, seeds and demo people in it: for tests of the rules, not of applying them. */
export const startWithSchema = (): Promise<Engine> => startTestPostgres(undefined, 'schema')

/** Debian's PostgreSQL 15, the oldest one that the migrations promise to run on. */
export async function startDebian15(): Promise<Engine> {
  const folder = await temporaryFolder()
  const account = await postgresAccount()
  const home = path.join(folder, 'pg15')
  await mkdir(home, { mode: 0o700 })
  if (account) await chown(home, account.uid, account.gid)
  const tool = (name: string, ...args: string[]) =>
    run(path.join(DEBIAN, name), args, { ...account, cwd: '/', env: { LC_ALL: 'C' } })
  const data = path.join(home, 'data')
  await tool(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  )
  const options = `-c listen_addresses= -c unix_socket_directories=${home} -c fsync=off -c wal_level=logical -c timezone=UTC`
  await tool('pg_ctl', '-D', data, '-o', options, '-l', path.join(home, 'log'), '-w', 'start')
  return {
    address: { host: home, port: 5432, database: 'postgres' },
    owner: { user: 'postgres', password: PASSWORD },
    stop: async () => {
      await tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a further, empty database in the same server; or, much faster than from files, a copy of another one. */
export async function createDatabase(engine: Engine, name: string, template = 'template1'): Promise<Engine> {
  const superuser = createPool(engine.address, engine.owner, { max: 1 })
  await superuser.query(`create database ${name} template ${template}`)
  await superuser.end()
  return { ...engine, address: { ...engine.address, database: name }, stop: async () => undefined }
}

/**
 * Makes a further database that belongs to a role like hosted Supabase's `postgres`: exempt from row level security and
 * no superuser. Migrations and seeds run as that role; assertions run as superuser.
 */
export async function withPlainOwner(engine: Engine, name = 'alojada'): Promise<Engine> {
  const database = await createDatabase(engine, name)
  const superuser = createPool(database.address, engine.owner, { max: 1 })
  await superuser.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'duena_llana') then
      create role duena_llana login createrole bypassrls password '${PASSWORD}';
    end if;
  end $$`)
  const emptyProject = await temporaryFolder()
  await prepare(database.address, engine.owner, emptyProject, [])
  await rm(emptyProject, { recursive: true })
  await superuser.query(`grant create on database ${name} to duena_llana; ${PLAIN_OWNER}`)
  await superuser.end()
  return { ...database, owner: { user: 'duena_llana', password: PASSWORD } }
}

/** Makes a further database as hosted Supabase has it: such an owner, and nothing of our own server. */
export async function asHosted(engine: Engine, name = 'en_supabase'): Promise<Engine> {
  const database = await withPlainOwner(engine, name)
  const superuser = createPool(database.address, engine.owner, { max: 1 })
  await superuser.query(HOSTED)
  await superuser.end()
  return database
}

/** What hosted Supabase lets its `postgres` role do, and what it grants by default to whatever that role makes. */
const PLAIN_OWNER = `
  grant create on schema public to duena_llana;
  grant anon, authenticated, service_role, authenticator, supabase_auth_admin, supabase_storage_admin
    to duena_llana with admin option;
  grant usage on schema auth, storage, realtime, extensions to duena_llana with grant option;
  grant usage, create on schema supabase_migrations to duena_llana;
  grant all on all tables in schema supabase_migrations, auth, storage to duena_llana;
  alter publication supabase_realtime owner to duena_llana;
  alter table realtime.messages owner to duena_llana;
  alter default privileges for role duena_llana in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role duena_llana in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role duena_llana in schema public grant all on functions to anon, authenticated, service_role`

/**
 * What else is otherwise there: nothing of our own server, and files whose rows nobody deletes by SQL without saying that it is meant.
 * Source: supabase/storage, migration «protect delete». `safeupdate` has no package here: `safeupdate.ts` reads the functions instead.
 */
const HOSTED = `
  drop schema local_server cascade;
  drop table supabase_migrations.platform;
  create function storage.protect_delete() returns trigger language plpgsql as $$
  begin
    if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
      raise exception using errcode = '42501', message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
    end if;
    return null;
  end
  $$;
  alter function storage.protect_delete() owner to supabase_storage_admin;
  create trigger protect_buckets_delete before delete on storage.buckets for each statement execute function storage.protect_delete();
  create trigger protect_objects_delete before delete on storage.objects for each statement execute function storage.protect_delete()`

/** A database with everything of a fresh installation, the demo people, and the helpers of the SQL tests. */
export class TestDatabase {
  private readonly pool: ReturnType<typeof createPool>

  private constructor(address: DatabaseAddress, owner: Credentials) {
    this.pool = createPool(address, owner, { max: 12 })
  }

  /** @param tester who runs the tests, where that is not the owner: a superuser */
  static async create(engine: Engine, tester = engine.owner): Promise<TestDatabase> {
    await prepare(engine.address, engine.owner, PROJECT, ['./seed.sql', './demo.sql'])
    const database = new TestDatabase(engine.address, tester)
    await database.pool.query(await readFile(path.join(import.meta.dirname, 'helpers.sql'), 'utf8'))
    return database
  }

  /** Runs a test file in a transaction that is rolled back. @returns what its assertions found */
  async runTest(file: string): Promise<Assertion[]> {
    const content = await readFile(file, 'utf8')
    const client = await this.pool.connect()
    try {
      await client.query('begin')
      await client.query(content)
      await client.query(`select prueba.ser('duena')`)
      const { rows } = await client.query<Assertion>(
        'select quien, que, bien, detalle from prueba.resultados order by n',
      )
      return rows
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  /** Runs one statement as owner. */
  async query<R extends Record<string, unknown>>(sql: string): Promise<R[]> {
    return (await this.pool.query<R>(sql)).rows
  }

  /**
   * Runs statements all at the same instant, each on a connection of its own as `quien`. None is committed before every other one has been
   * carried out too, or waits for a lock: what only a lock keeps apart meets every time, not only where the machine is quick.
   *
   * @param options `seenAtOnce`: each is committed as soon as it has been carried out, for one that waits for what another did
   * @returns how many were accepted
   */
  async race(
    quien: string,
    statements: readonly string[],
    { seenAtOnce = false }: { seenAtOnce?: boolean } = {},
  ): Promise<number> {
    const clients = await Promise.all(statements.map(() => this.pool.connect()))
    try {
      const pids = await Promise.all(
        clients.map(
          async (client) =>
            (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid,
        ),
      )
      const running = new Set<number>()
      let carriedOut: (() => Promise<unknown>)[] = []
      let accepted = 0
      for (const [index, client] of clients.entries()) {
        const pid = pids[index]!
        running.add(pid)
        void client
          .query(`begin; select prueba.ser('${quien}'); ${statements[index]}`)
          .then(
            async () => {
              const commit = () => client.query('commit').then(() => accepted++)
              if (seenAtOnce) await commit()
              else carriedOut.push(commit)
            },
            // Releases its locks for those that wait for them.
            () => carriedOut.push(() => client.query('rollback')),
          )
          .finally(() => running.delete(pid))
      }
      while (running.size > 0 || carriedOut.length > 0) {
        const asked = [0, ...running]
        const [waiting] = await this.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where pid in (${asked.join()}) and wait_event_type = 'Lock'`,
        )
        if (waiting!.n < asked.length - 1) continue
        const ends = carriedOut
        carriedOut = []
        await Promise.allSettled(ends.map((end) => end()))
      }
      return accepted
    } finally {
      for (const client of clients) {
        await client.query('rollback')
        client.release()
      }
    }
  }

  /** Hears `NOTIFY` on these channels, in the order of commits. @returns ends it */
  async listen(channels: readonly string[], onNotice: (channel: string) => void): Promise<() => void> {
    const client = await this.pool.connect()
    client.on('notification', ({ channel }) => onNotice(channel))
    for (const channel of channels) await client.query(`listen ${channel}`)
    return () => client.release(true)
  }

  /** Runs `seed.sql` once more, as the operator might. */
  async runSeedAgain(): Promise<void> {
    await this.pool.query(await readFile(path.join(PROJECT, 'seed.sql'), 'utf8'))
  }

  /** @returns how many rows each seeded table has and a digest of them */
  async fingerprint(): Promise<Record<string, unknown>[]> {
    const tables = ['salas_comunidad', 'asociaciones_apoyo', 'numeros_emergencia', 'politicas_legales']
    const parts = [...tables.map((table) => `public.${table}`), 'storage.buckets'].map(
      (table) =>
        `select '${table}' as name, count(*) as rows, md5(string_agg(t::text, '' order by t::text)) as digest from ${table} t`,
    )
    return this.query(parts.join(' union all '))
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

/** What the server does at its start: platform, migrations of `projectDir`, seeds. */
export async function prepare(
  address: DatabaseAddress,
  credentials: Credentials,
  projectDir: string,
  sqlPaths: string[] = [],
): Promise<void> {
  secrets ??= loadOwnSecrets()
  await prepareDatabase({
    address,
    credentials,
    projectDir,
    platformDir: PLATFORM,
    project: { ...(await readProject(PROJECT)), seed: { enabled: true, sqlPaths } },
    secrets: await secrets,
  })
}

/** Of one installation, as it were, however many databases a test prepares: those of two refuse to share a PostgreSQL. */
let secrets: ReturnType<typeof loadSecrets> | undefined

async function loadOwnSecrets(): ReturnType<typeof loadSecrets> {
  const folder = await temporaryFolder()
  const loaded = await loadSecrets(folder)
  await rm(folder, { recursive: true })
  return loaded
}

/** A folder of its own for one test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-database-'))
  // Temporary folders have mode 0700; PostgreSQL's own account must be able to enter this one.
  await chmod(folder, 0o711)
  return folder
}
