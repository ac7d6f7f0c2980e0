/**
 * A disk that fills up, as a small one in memory: writes are refused as such, reads go on, nothing acknowledged is lost,
 * and everything recovers by itself once there is space. Needs root, to mount the disk.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/postgres/launcher.ts'
import { PRODUCT_NAME } from '../server/testing/postgres.ts'
import { PASSWORD, Sandbox } from '../server/testing/sandbox.ts'
import { Tally } from './tally.ts'
import { corruptions, TABLE, Writers } from './writers.ts'

const MB = 1024 * 1024
const FILLER = 'filler'
const tally = new Tally()
const sandbox = await Sandbox.create()
const mounted: string[] = []

/** A disk of its own, or undefined where none can be mounted. */
async function disk(name: string, megabytes: number): Promise<string | undefined> {
  const folder = join(sandbox.folder, name)
  await mkdir(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'disk-soak', folder], {
      stdio: 'pipe',
    })
  } catch {
    return undefined
  }
  mounted.push(folder)
  return folder
}

/** Takes all the space but `left` megabytes. */
async function fill(folder: string, left: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(join(folder, FILLER), Buffer.alloc(Math.max(0, bavail * bsize - left * MB)))
}

const small = await disk('small', 24)
if (!small) {
  console.log('skipped: no disk can be mounted here (it takes root)')
  await sandbox.dispose()
  process.exit(0)
}
const servers: EmbeddedPostgres[] = []

try {
  await firstStart(small)
  await noRoomForRows((await disk('rows', 400))!)
  await noRoomForLog((await disk('log', 400))!)
} finally {
  for (const server of servers) await server.stop()
  for (const folder of mounted) execFileSync('umount', [folder])
  await rm(sandbox.folder, { recursive: true, force: true })
}
tally.end()

async function firstStart(folder: string): Promise<void> {
  const dataDir = join(folder, 'datos')
  const refusal = await startEmbeddedPostgres({
    dataDir,
    product: PRODUCT_NAME,
    superuserPassword: PASSWORD,
  }).then(
    () => undefined,
    (error: { code: string; message: string }) => error,
  )
  tally.check('a first start without space is refused', refusal?.code === 'disk_full', refusal?.message)
  const left = await readdir(join(dataDir, 'postgres'))
  tally.check('and leaves nothing half made', left.join() === 'lock', `left: ${left.join(', ')}`)
}

/** Members go on writing when the tables can grow no more. */
async function noRoomForRows(folder: string): Promise<void> {
  const { server, lines } = await prepared(folder)
  const falls: unknown[] = []
  server.onExit((info) => falls.push(info))
  await fill(folder, 12)
  const writers = new Writers(server.connection, 4, (number) => `${(number * 7919) % 1000} `.repeat(300))
  const refused = () => [...writers.refusals.values()].reduce((sum, times) => sum + times, 0)
  await until(() => refused() >= 2_000)
  const kinds = [...writers.refusals].map(([code, times]) => `${code} ×${times}`).join(', ')
  tally.check(
    'on a full disk writes are refused as such, and in no other way',
    [...writers.refusals.keys()].every((code) => code === '53100' || code === '25006'),
    kinds,
  )
  const reads = await readings(server.connection, 100)
  tally.check('reads go on', reads === 100, `${reads} of 100`)
  tally.check('PostgreSQL did not fall', falls.length === 0, lines.at(-1))
  await rm(join(folder, FILLER))
  const start = performance.now()
  await writers.more(200)
  resumed(performance.now() - start)
  await writers.end()
  await judge(server.connection, writers)
}

/**
 * Worse: a reader of the replication stream has vanished, so that the log may not be reused, and it grows as fast as it
 * can into the last of the space; then PostgreSQL is killed, and must start without any.
 */
async function noRoomForLog(folder: string): Promise<void> {
  const { server, lines } = await prepared(folder)
  const said = (words: string) => lines.some((line) => line.includes(words))
  await statement(server.connection, "select pg_create_logical_replication_slot('gone', 'pgoutput')")
  const writers = new Writers(server.connection, 4, (number) => `${number}`)
  await writers.more(1_000)
  await fill(folder, 4)
  const falls: unknown[] = []
  server.onExit((info) => falls.push(info))
  const over = () => falls.length > 0 || said('solo sirve lecturas')
  const block = "select pg_logical_emit_message(false, 'soak', repeat('x', 1000000))"
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      // A full disk refuses blocks; that is the point.
      while (!over()) await statement(server.connection, block).catch(() => delay(20))
    }),
  )
  console.log(
    `       ${falls.length > 0 ? 'the log ran out, and PostgreSQL fell' : 'writing was stopped in time'}`,
  )
  await until(() => said('solo sirve lecturas'))
  const { pid } = server
  process.kill(pid, 'SIGKILL')
  await until(() => server.pid !== pid && said('funciona de nuevo'))
  const reads = await readings(server.connection, 100)
  tally.check('without any space PostgreSQL starts again and serves reads', reads === 100, `${reads} of 100`)
  const refused = await statement(server.connection, "insert into writes values (99, 1, '')").catch(
    (error: { code: string }) => error.code,
  )
  tally.check('and writes are refused', refused === '25006', String(refused))
  await rm(join(folder, FILLER))
  const freed = performance.now()
  await writers.more(200)
  resumed(performance.now() - freed)
  await writers.end()
  await judge(server.connection, writers)
}

/** A server that has made its provisions, on a disk that is small enough to make them at once. */
async function prepared(folder: string) {
  const lines: string[] = []
  const dataDir = join(folder, 'datos')
  const server = await startEmbeddedPostgres({
    dataDir,
    product: PRODUCT_NAME,
    superuserPassword: PASSWORD,
    log: (line) => lines.push(line),
  })
  servers.push(server)
  await statement(server.connection, TABLE)
  const segments = async () =>
    (await readdir(join(dataDir, 'postgres/data/pg_wal'))).filter((name) => name.length === 24)
  await until(async () => (await segments()).length >= 8)
  return { server, lines }
}

function resumed(after: number): void {
  tally.check(
    'writes resume by themselves once there is space',
    after < 5_000,
    `after ${Math.round(after)} ms`,
  )
}

async function judge(connection: EmbeddedPostgres['connection'], writers: Writers): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  const lost = await writers.lost(client)
  tally.check('acknowledged writes lost', lost === 0, `${lost} of ${writers.total}`)
  const damage = await corruptions(client)
  tally.check('amcheck', damage.length === 0, damage[0] ?? 'clean')
  await client.end()
}

/** How many of some reads succeed, each on a connection of its own. */
async function readings(connection: EmbeddedPostgres['connection'], count: number): Promise<number> {
  let succeeded = 0
  for (let read = 0; read < count; read += 1) {
    await statement(connection, 'select * from writes order by number desc limit 50').then(
      () => {
        succeeded += 1
      },
      () => undefined,
    )
  }
  return succeeded
}

async function statement(connection: EmbeddedPostgres['connection'], text: string): Promise<unknown> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    // A connection that is broken cannot be closed any more.
    await client.end().catch(() => undefined)
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited too long for ${condition}`)
    await delay(10)
  }
}
