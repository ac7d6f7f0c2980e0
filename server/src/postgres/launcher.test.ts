import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { OUTSIDE, postgresAccount } from '../../testing/postgres.ts'
import { query, Sandbox, serving, watchdogsOf } from '../../testing/sandbox.ts'
import { spawnOptions } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type EmbeddedPostgres, removeCluster } from './launcher.ts'
import { commandLines, numberTaken, startMark } from './processes.ts'

const isRoot = process.getuid?.() === 0

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await Sandbox.create()
})
afterEach(() => sandbox.dispose())

const data = () => join(sandbox.dataDir, 'postgres', 'data')

/** A table with one row in it, written by `server`. */
async function writeSomething(connection: EmbeddedPostgres['connection']) {
  await query(connection, 'create table notas (texto text)')
  await query(connection, "insert into notas values ('guardada')")
}
const written = (connection: EmbeddedPostgres['connection']) => query(connection, 'select texto from notas')

/** Everything PostgreSQL wrote in its log. */
async function log(): Promise<string> {
  const folder = join(data(), 'log')
  const files = await readdir(folder)
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('')
}

test('makes a cluster, keeps its rows over a restart, and stops leaving nothing behind', async () => {
  const first = await sandbox.start()
  expect(first).toMatchObject({ firstStart: true, version: expect.stringMatching(/^18\./) })
  await writeSomething(first.connection)
  await first.stop()
  expect(await startMark(first.pid)).toBeUndefined()
  expect(await readdir(join(sandbox.dataDir, 'postgres'))).toEqual(['data', 'lock', 'reserve'])
  expect(existsSync(join(data(), 'postmaster.pid'))).toBe(false)

  const second = await sandbox.start()
  expect(second.firstStart).toBe(false)
  expect(await written(second.connection)).toEqual([{ texto: 'guardada' }])
  expect(await log()).not.toContain('not properly shut down')
})

test('runs with safe settings, out of reach of the network, and treats Spanish letters well', async () => {
  await sandbox.plant()
  const { connection } = await sandbox.start()
  const [settings] = await query(
    connection,
    `select ${[
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'wal_level',
      'listen_addresses',
    ]
      .concat('password_encryption', 'unix_socket_permissions', 'log_statement', 'log_min_error_statement')
      .map((name) => `current_setting('${name}') as ${name}`)
      .join(', ')}`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    wal_level: 'logical',
    listen_addresses: '',
    password_encryption: 'scram-sha-256',
    unix_socket_permissions: '0700',
    log_statement: 'none',
    log_min_error_statement: 'panic',
  })
  const [letters] = await query(
    connection,
    "select upper('ñandú á') as upper, lower('ÑANDÚ Á') as lower, 'NIÑA ÁGIL' ilike 'niña ág%' as ilike",
  )
  expect(letters).toEqual({ upper: 'ÑANDÚ Á', lower: 'ñandú á', ilike: true })
  for (const extension of ['pgcrypto', '"uuid-ossp"', 'amcheck', 'pg_trgm', 'citext', 'unaccent']) {
    await query(connection, `create extension ${extension}`)
  }
  expect(await query(connection, "select unaccent('ñáü') as plain, 'Ñ'::citext = 'ñ' as same")).toEqual([
    { plain: 'nau', same: true },
  ])
})

test('refuses to run with a safety setting switched off, and leaves nothing running', async () => {
  await sandbox.plant()
  await expect(sandbox.start({ settings: { fsync: 'off' } })).rejects.toMatchObject({
    code: 'unsafe_settings',
    message: expect.stringContaining('fsync'),
  })
  expect(existsSync(join(data(), 'postmaster.pid'))).toBe(false)
  expect((await sandbox.start()).pid).toBeGreaterThan(0)
})

test('answers only to the password', async () => {
  await sandbox.plant()
  const server = await sandbox.start()
  const wrong = { ...server.connection, password: 'otra' }
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await expect(query({ ...server.connection, password: '' }, 'select 1')).rejects.toThrow(/password/)
  await server.stop()
  await expect(sandbox.start({ superuserPassword: 'otra' })).rejects.toMatchObject({ code: 'wrong_password' })
})

test('writes nothing of what members write into its log', async () => {
  await sandbox.plant()
  const { connection } = await sandbox.start()
  await query(
    connection,
    'create table diario (fecha date primary key, contenido text check (contenido <> $$secreto$$))',
  )
  await query(connection, 'insert into diario values ($1, $2)', ['2026-01-01', 'confidencia'])
  for (const refused of [
    ['insert into diario values ($1, $2)', ['confidencia', 'x']],
    ['insert into diario values ($1, $2)', ['2026-01-01', 'confidencia']],
    ["select 'confidencia'::uuid", []],
    ["do $$ begin raise warning 'confidencia'; end $$; select 1/0", []],
  ] as const) {
    await expect(query(connection, refused[0], [...refused[1]])).rejects.toThrow()
  }
  expect(await log()).toContain('ready to accept connections')
  expect(await log()).not.toContain('confidencia')
})

test('starts PostgreSQL again when it is killed, at the same address', async () => {
  await sandbox.plant()
  const server = await sandbox.start()
  const exits: unknown[] = []
  server.onExit((info) => exits.push(info))
  await writeSomething(server.connection)
  const killed = server.pid
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => expect(server.pid).not.toBe(killed), { timeout: 30_000, interval: 20 })
  expect(await written(server.connection)).toEqual([{ texto: 'guardada' }])
  expect(exits).toEqual([{ code: null, signal: 'SIGKILL', expected: false }])
  await server.stop()
  expect(exits).toHaveLength(2)
  expect(exits[1]).toMatchObject({ expected: true })
})

test('stop wins over a restart that is under way', async () => {
  await sandbox.plant()
  const server = await sandbox.start()
  process.kill(server.pid, 'SIGKILL')
  await server.stop()
  expect(existsSync(join(data(), 'postmaster.pid')) && (await sandbox.start()).firstStart).toBe(false)
})

test('PostgreSQL stops by itself when its Node is killed, and the next start finds every row', async () => {
  await sandbox.plant()
  const host = await sandbox.host()
  const { pid, connection } = serving(host.outcome)
  await writeSomething(connection)
  await host.kill()
  await vi.waitFor(async () => expect(await startMark(pid)).toBeUndefined(), { timeout: 30_000 })
  const server = await sandbox.start()
  expect(await written(server.connection)).toEqual([{ texto: 'guardada' }])
})

test('stops an orphaned PostgreSQL before starting its own', async () => {
  await sandbox.plant()
  const host = await sandbox.host()
  const { pid, connection } = serving(host.outcome)
  await writeSomething(connection)
  const watchdogs = await watchdogsOf(pid)
  expect(watchdogs).toHaveLength(1)
  process.kill(watchdogs[0]!, 'SIGKILL')
  await host.kill()
  expect(await startMark(pid)).toBeDefined()

  const lines: string[] = []
  const server = await sandbox.start({ log: (line) => lines.push(line) })
  expect(lines).toEqual([expect.stringContaining(`proceso ${pid}`)])
  expect(await startMark(pid)).toBeUndefined()
  expect(await written(server.connection)).toEqual([{ texto: 'guardada' }])
})

test('recovers when Node and PostgreSQL are killed together', async () => {
  await sandbox.plant()
  const host = await sandbox.host()
  const { pid, connection } = serving(host.outcome)
  await writeSomething(connection)
  await Promise.all([host.kill(), process.kill(pid, 'SIGKILL')])
  const server = await sandbox.start()
  expect(await written(server.connection)).toEqual([{ texto: 'guardada' }])
})

test('an interrupted first start leaves nothing half made', async () => {
  const host = sandbox.startHost()
  host.outcome.catch(() => undefined)
  const home = join(sandbox.dataDir, 'postgres')
  await vi.waitFor(
    async () => expect((await readdir(home)).filter((name) => name.startsWith('data.new-'))).not.toEqual([]),
    { timeout: 30_000, interval: 5 },
  )
  await host.kill()
  expect(existsSync(data())).toBe(false)
  const server = await sandbox.start()
  expect(server.firstStart).toBe(true)
  expect((await readdir(home)).filter((name) => name.startsWith('data.new-'))).toEqual([])
})

test('refuses a second server, naming the first', async () => {
  await sandbox.plant()
  const host = await sandbox.host()
  serving(host.outcome)
  await expect(sandbox.start()).rejects.toMatchObject({
    code: 'data_folder_in_use',
    message: expect.stringMatching(new RegExp(`proceso ${host.process.pid}\\b.*otra carpeta`)),
  })
})

test('of two servers started at the same moment one serves and the other is refused, naming it', async () => {
  const hosts = [sandbox.startHost(), sandbox.startHost()]
  const outcomes = await Promise.all(hosts.map((host) => host.outcome))
  const winner = outcomes.findIndex((outcome) => 'pid' in outcome)
  expect(outcomes.filter((outcome) => 'pid' in outcome)).toHaveLength(1)
  expect(outcomes[1 - winner]).toEqual({
    error: {
      code: 'data_folder_in_use',
      message: expect.stringMatching(new RegExp(`proceso ${hosts[winner]!.child.pid}\\b`)),
    },
  })
})

test('refuses the cluster of another major version and leaves it as it was', async () => {
  await sandbox.plant()
  await (await sandbox.start()).stop()
  await writeFile(join(data(), 'PG_VERSION'), '17\n')
  await expect(sandbox.start()).rejects.toMatchObject({
    code: 'other_major_version',
    message: expect.stringMatching(/PostgreSQL 17 .*PostgreSQL 18.*otra carpeta/),
  })
  expect(await readFile(join(data(), 'PG_VERSION'), 'utf8')).toBe('17\n')
})

test('refuses to touch a PostgreSQL that somebody else runs on the folder', async () => {
  await sandbox.plant()
  await (await sandbox.start()).stop()
  const account = await postgresAccount()
  const { postgres } = await findBinaries(account, account ? OUTSIDE : [])
  const args = ['-D', data(), '-c', 'listen_addresses=', '-c', `unix_socket_directories=${data()}`]
  const stranger = spawn(postgres, args, { ...spawnOptions(account), stdio: 'ignore' })
  const ended = new Promise((resolve) => stranger.once('exit', resolve))
  try {
    const file = join(data(), 'postmaster.pid')
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain('ready'), { timeout: 30_000 })
    await expect(sandbox.start()).rejects.toMatchObject({
      code: 'foreign_postgres',
      message: expect.stringContaining(`proceso ${stranger.pid}`),
    })
    expect(stranger.exitCode).toBeNull()
  } finally {
    stranger.kill('SIGINT')
    await ended
  }
})

test.each([
  ['a zombie that nobody collects', 'read _'],
  ['a stranger that got the same number', 'exec sleep 60'],
])('is not held up by a postmaster.pid that names %s', async (_who, fate) => {
  await sandbox.plant()
  const server = await sandbox.start()
  await writeSomething(server.connection)
  const left = await readFile(join(data(), 'postmaster.pid'), 'utf8')
  await server.stop()

  const account = await postgresAccount()
  // The shell prints the child's number and then becomes a program that never collects it. The child that ends does so
  // when its input does, which is afterwards: a shell would have collected it.
  const parent = spawn('/bin/sh', ['-c', `exec 3<&0; sh -c '${fate}' <&3 & echo $!; exec sleep 60`], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  try {
    const [line] = await parent.stdout.take(1).toArray()
    const number = Number(String(line))
    await vi.waitFor(async () => expect((await commandLines()).get(parent.pid!)).toMatch(/^sleep/))
    if (fate === 'read _') {
      parent.stdin.end()
      await vi.waitFor(async () => expect(await startMark(number)).toBeUndefined(), { timeout: 30_000 })
    }
    expect(numberTaken(number)).toBe(true)
    await writeFile(join(data(), 'postmaster.pid'), left.replace(/^\d+/, String(number)))
    const next = await sandbox.start()
    expect(await written(next.connection)).toEqual([{ texto: 'guardada' }])
  } finally {
    process.kill(-parent.pid!, 'SIGKILL')
  }
})

test('puts the socket elsewhere when the path of the data folder is too long for one', async () => {
  const dataDir = join(sandbox.folder, 'una-carpeta-de-nombre-largo'.repeat(4))
  const server = await sandbox.start({ dataDir })
  expect(server.connection.host.length).toBeLessThan(90)
  expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await lstat(server.connection.host)).mode & 0o777).toBe(0o700)
  await server.stop()
  expect(existsSync(server.connection.host)).toBe(false)
})

test.skipIf(!isRoot)(
  'as root, serves a data folder that only root can enter (skipped: not root)',
  async () => {
    const closed = join(sandbox.folder, 'cerrada')
    await mkdir(closed, { mode: 0o700 })
    const dataDir = join(closed, 'datos')
    const server = await sandbox.start({ dataDir })
    await writeSomething(server.connection)
    const home = await readlink(join(dataDir, 'postgres'))
    expect(OUTSIDE.some((base) => home.startsWith(`${base}/`))).toBe(true)
    expect((await lstat(closed)).mode & 0o777).toBe(0o700)
    await server.stop()
    const again = await sandbox.start({ dataDir })
    expect(await written(again.connection)).toEqual([{ texto: 'guardada' }])
    await again.stop()

    await removeCluster(dataDir)
    expect(existsSync(home)).toBe(false)
    const fresh = await sandbox.start({ dataDir })
    expect(fresh.firstStart).toBe(true)
    await fresh.stop()
    await removeCluster(dataDir)
  },
)

test.skipIf(!isRoot)(
  'as root, PostgreSQL runs as another account, inside the data folder (skipped: not root)',
  async () => {
    const server = await sandbox.start()
    const { uid } = (await postgresAccount())!
    expect((await lstat(join(sandbox.dataDir, 'postgres'))).isDirectory()).toBe(true)
    expect((await lstat(`/proc/${server.pid}`)).uid).toBe(uid)
  },
)
