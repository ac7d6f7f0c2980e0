import { readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { createPool, Database, type SlowStatements } from './database.ts'
import { isUnavailable } from './errors.ts'

let postgres: TestPostgres
let owner: pg.Client
let db: Database

beforeAll(async () => {
  postgres = await startTestPostgres()
  owner = new pg.Client(postgres.connection)
  await owner.connect()
  await owner.query(`
    create role anon; create role authenticated; create role authenticator login noinherit password 'x';
    grant anon, authenticated to authenticator;
    create function who() returns text language sql stable as
      $$ select current_user || ' ' || (current_setting('request.jwt.claims')::json ->> 'sub') $$;
  `)
  db = new Database(
    postgres.address,
    { user: 'authenticator', password: 'x' },
    { maxConnections: 1, budgetFactor: 10 },
  )
})
afterAll(async () => {
  await db?.close()
  await owner?.end()
  await postgres?.stop()
})

const member = (sub: string) => ({ role: 'authenticated', claims: { role: 'authenticated', sub } })
const who = { text: 'select public.who()', values: [] }
const first = (results: { rows: (string | null)[][] }[]) => results[0]!.rows[0]![0]

describe('Database', () => {
  it('never lets two members at the same instant read as one another, on one connection', async () => {
    const asked = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 'ana' : 'bea'))
    const answers = await Promise.all(asked.map((name) => db.asUser(member(name), who).then(first)))
    expect(answers).toEqual(asked.map((name) => `authenticated ${name}`))
  })

  it('has backends of requests stand back, by themselves and as the sessions that they lead, urgent ones least', async () => {
    const ours = new Database(
      postgres.address,
      { user: 'authenticator', password: 'x' },
      { budgetFactor: 10, standsBack: true },
    )
    try {
      const backend = { text: 'select pg_backend_pid()', values: [] }
      const pidIn = async (lane: 'common' | 'heavy' | 'urgent') =>
        Number(first(await ours.lane(lane).asUser(member('ana'), backend)))
      for (const [lane, niceness] of [
        ['common', 15],
        ['heavy', 17],
        ['urgent', 7],
      ] as const) {
        const pid = await pidIn(lane)
        await expect.poll(() => getPriority(pid), { message: lane }).toBe(niceness)
        // Not on every kernel; the kernel takes one such change in a tenth of a second from who has no privileges.
        const group = () => readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => undefined)
        if ((await group()) === undefined) continue
        await expect.poll(group, { timeout: 5_000 }).toMatch(new RegExp(`nice ${niceness}\\n`))
      }
    } finally {
      await ours.close()
    }
  })

  it('leaves nothing of hers on the connection', async () => {
    await db.asUser(member('ana'), who)
    const bare = { text: `select current_setting('request.jwt.claims', true)`, values: [] }
    const claims = await db.asUser({ role: 'anon', claims: { role: 'anon' } }, bare)
    expect(first(claims)).toBe('{"role":"anon"}')
    await db.asUser(member('bea'), { text: 'select 1/0', values: [] }).catch(() => undefined)
    expect(first(await db.asUser(member('ana'), who))).toBe('authenticated ana')
  })

  it('is her for the transaction alone: nothing of it is left on the connection, however the request ended', async () => {
    const [connection] = (db as unknown as { pools: pg.Pool[] }).pools
    const left = async () =>
      (
        await connection!.query(
          `select current_user::text as role, current_setting('statement_timeout') as timeout,
             current_setting('search_path') as schemas, ${['claims', 'method', 'path', 'headers']
               .map(
                 (name) =>
                   `current_setting('request.${name === 'claims' ? 'jwt.claims' : name}', true) as "${name}"`,
               )
               .join(', ')}`,
        )
      ).rows[0]
    const bare = await left()
    expect(bare.role).toBe('authenticator')
    const asked = { ...member('ana'), method: 'GET', path: '/rest/v1/notes', headers: { 'x-its': 'hers' } }
    const empty = { claims: '', method: '', path: '', headers: '' }
    await db.asUser(asked, who)
    expect(await left()).toEqual({ ...bare, ...empty })
    await db.asUserInTransaction(asked, (run) => run(who))
    expect(await left()).toMatchObject({ role: 'authenticator', timeout: bare.timeout, ...empty })
    await db.asUser(asked, { text: 'select 1/0', values: [] }).catch(() => undefined)
    expect(await left()).toMatchObject({ role: 'authenticator', timeout: bare.timeout, ...empty })
  })

  it('lets nobody who is signed in as her stand in the way of what is urgent on her own telephone', async () => {
    const own = new Database(postgres.address, { user: 'authenticator', password: 'x' })
    const onSession = (session_id: string, address: string) => {
      const claims = { role: 'authenticated', sub: 'ana', session_id }
      return { role: 'authenticated', claims, address }
    }
    await owner.query('select pg_advisory_lock(7)')
    const held = { text: 'select pg_advisory_xact_lock_shared(7)', values: [] }
    const urgent = own.lane('urgent')
    const others = Array.from({ length: 19 }, () => urgent.asUser(onSession('others', '192.0.2.9'), held))
    await expect(others.at(-1)).rejects.toMatchObject({ status: 429, code: 'LS429' })
    expect(own.load.urgent).toEqual({ running: 2, waiting: 16 })
    expect(first(await urgent.asUser(onSession('hers', '192.0.2.7'), who))).toBe('authenticated ana')
    await owner.query('select pg_advisory_unlock(7)')
    await Promise.all(others.slice(0, -1))
    await own.close()
  })

  it('counts all sessions of one account as one member to everybody else', async () => {
    const own = new Database(postgres.address, { user: 'authenticator', password: 'x' })
    const others = (session_id: string) => {
      const claims = { role: 'authenticated', sub: 'beto', session_id }
      return { role: 'authenticated', claims, address: '192.0.2.9' }
    }
    await owner.query('select pg_advisory_lock(8)')
    const urgent = own.lane('urgent')
    const held = { text: 'select pg_advisory_xact_lock_shared(8)', values: [] }
    const all = Array.from({ length: 40 }, (_, i) => urgent.asUser(others(`${i}`), held))
    expect(own.load.urgent).toEqual({ running: 3, waiting: 37 })
    const hers = { role: 'authenticated', claims: { role: 'authenticated', sub: 'ana', session_id: 'a' } }
    expect(first(await urgent.asUser({ ...hers, address: '192.0.2.9' }, who))).toBe('authenticated ana')
    await owner.query('select pg_advisory_unlock(8)')
    await Promise.all(all)
    await own.close()
  })

  it('tries once more what PostgreSQL ended because two waited for each other', async () => {
    const own = new Database(postgres.address, { user: 'authenticator', password: 'x' })
    await owner.query('select pg_advisory_lock(12)')
    const take = (key: number) => ({ text: `select pg_advisory_xact_lock(${key})`, values: [] })
    const gate = { text: 'select pg_advisory_xact_lock_shared(12)', values: [] }
    const both = [
      own.asUser(member('ana'), take(10), gate, take(11), who),
      own.asUser(member('bea'), take(11), gate, take(10), who),
    ]
    const waiting = async () =>
      (await owner.query('select from pg_locks where objid = 12 and not granted')).rowCount
    await vi.waitFor(async () => expect(await waiting()).toBe(2), 10_000)
    await owner.query('select pg_advisory_unlock(12)')
    const answers = await Promise.all(both)
    expect(answers.map((results) => results[3]!.rows[0]![0])).toEqual([
      'authenticated ana',
      'authenticated bea',
    ])
    await own.close()
  })

  it('tells of what was slow by its SQL alone, in whichever lane, also where it failed', async () => {
    const told: SlowStatements[] = []
    const watched = new Database(
      postgres.address,
      { user: 'authenticator', password: 'x' },
      { budgetFactor: 10, reportSlow: { ms: 50, tell: (slow) => told.push(slow) } },
    )
    try {
      const rest = (seconds: string) => ({
        text: 'select pg_sleep($1::float8),\n  $2',
        values: [seconds, 'mi secreto'],
      })
      await watched.asUser(member('ana'), rest('0'))
      await watched.lane('urgent').asUser(member('ana'), rest('0.06'), who)
      await watched
        .asUserInTransaction(member('ana'), async (run) => {
          await run(rest('0.06'))
          throw new Error('not wanted')
        })
        .catch(() => undefined)
      expect(told).toEqual([
        {
          lane: 'urgent',
          ms: expect.any(Number),
          sql: 'select pg_sleep($1::float8), $2; select public.who()',
        },
        { lane: 'common', ms: expect.any(Number), sql: 'select pg_sleep($1::float8), $2' },
      ])
      expect(told.every(({ ms }) => ms >= 50)).toBe(true)
    } finally {
      await watched.close()
    }
  })

  it('undoes everything when one statement is refused', async () => {
    await owner.query('create table if not exists marks (n int); grant all on marks to authenticated')
    const attempt = db.asUser(
      member('ana'),
      { text: 'insert into public.marks values ($1::int)', values: ['1'] },
      { text: 'select 1/$1::int', values: ['0'] },
    )
    await expect(attempt).rejects.toMatchObject({ code: '22012' })
    expect((await owner.query('select from marks')).rowCount).toBe(0)
  })

  it('rolls back a transaction whose result was not what was wanted', async () => {
    await owner.query('create table if not exists marks (n int); grant all on marks to authenticated')
    const attempt = db.asUserInTransaction(member('ana'), async (run) => {
      await run({ text: 'insert into public.marks values ($1::int)', values: ['2'] })
      throw new Error('not wanted')
    })
    await expect(attempt).rejects.toThrow('not wanted')
    expect((await owner.query('select from marks')).rowCount).toBe(0)
  })

  it('survives a connection that is cut while it is at work, and opens another', async () => {
    const pool = createPool(postgres.connection, { user: 'authenticator', password: 'x' })
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => client.once('end', resolve))
    await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    // Nothing is under way on it: without a listener of ours this would end the process.
    await ended
    client.release(true)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('says that the database cannot be reached in a way that an API understands', async () => {
    const nowhere = new Database(
      { ...postgres.address, host: path.join(postgres.folder, 'nowhere') },
      { user: 'authenticator', password: 'x' },
    )
    const failure = await nowhere.asUser(member('ana'), who).catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
    await nowhere.close()
  })
})
