// For how many members two cores are enough: the mix of a day (lib/mix.ts), raised step by step until a goal falls, with one serving process
// and with two on one database; which resource was full; and what each deed, each socket and each member's year takes. Server, PostgreSQL
// and all clients share the cores.
// Usage: npm run bench -- capacity [--processes 1,2] [--seconds 10] [--sockets 1000] [--from 4] [--steps 9] [--units 2]
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startTestPostgres } from '../server/testing/postgres.ts'
import { buildServer } from '../tools/lib/build.ts'
import { DAY, DEEDS_A_DAY, HOME, KINDS, type Kind, membersOf, THERE_A_DAY } from './lib/mix.ts'
import type { Statement } from './lib/pgbench.ts'
import { Child, freePort, memory, postgresCpu, postgresMemory, type Served } from './lib/processes.ts'
import { instantProviders } from './lib/providers.ts'
import { Town } from './lib/town.ts'

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2' },
    seconds: { type: 'string', default: '10' },
    sockets: { type: 'string', default: '1000' },
    from: { type: 'string', default: '4' },
    steps: { type: 'string', default: '9' },
    units: { type: 'string', default: '2' },
  },
})
const seconds = Number(values.seconds)
const sockets = Number(values.sockets)
/** Each step has so many times the deeds of the one before. */
const GROWTH = 1.5
const ACCOUNTS = 5_000
/** However few deeds there are: or there would be none to judge. */
const PRESSES_A_SECOND = 1
const SIGNINS_A_SECOND = 1
const GOALS = { read: 300, live: 500, press: 1_000, signin: 1_000 } as const
type Goal = keyof typeof GOALS

await buildServer()
const began = performance.now()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-capacity-'))
await chmod(folder, 0o711)
const postgres = await startTestPostgres()
let town: Town
/** Counts days that nobody has written of. */
let day = 0
const providers = await instantProviders((at) => town.note(at))
const servers: Child[] = []
const database = new pg.Client(postgres.connection)
await database.connect()
const [{ folder: dataFolder }] = (
  await database.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
).rows as [{ folder: string }]
try {
  const targets = [await serve()]
  town = new Town(database, providers.pushOrigin, device)
  await town.found(ACCOUNTS, sockets, targets[0]!.jwtSecret)
  town.moveTo(targets)
  await units()
  for (const count of values.processes.split(',').map(Number)) {
    while (servers.length < count) targets.push(await serve())
    town.moveTo(targets)
    await town.listen(sockets)
    await ramp(count)
    await town.hangUp()
  }
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}; ${((performance.now() - began) / 60_000).toFixed(1)} minutes; load at the end ${loadavg()[0]?.toFixed(1)}.`,
  )
} finally {
  for (const server of servers) await server.stop()
  await database.end()
  providers.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** One more serving process on the database. */
async function serve(): Promise<Served> {
  const { connection, owner } = postgres
  const login = `${owner.user}:${encodeURIComponent(owner.password)}`
  const child = new Child(
    fileURLToPath(new URL('capacity.server.ts', import.meta.url)),
    {
      PORT: String(await freePort()),
      AMPARO_DATA: path.join(folder, 'data'),
      AMPARO_JWT_SECRET: 'a secret that every server of the benchmark shares',
      AMPARO_RATE_FACTOR: '1000000',
      DATABASE_URL: `postgres://${login}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`,
      ...providers.settings,
    },
    ['--expose-gc'],
  )
  servers.push(child)
  const served = await child.answer<Served>()
  // What a member may write in a day is made for a day, not for ten minutes that are one.
  await database.query(
    'update interno.cupos set filas = 1e9, octetos = 1e15, filas_dia = 1e9, octetos_dia = 1e15 where rechaza',
  )
  return served
}

function device() {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

interface Spent {
  at: number
  server: number[]
  /** Of each server, how busy its thread was since it was asked last. */
  busy: number[]
  postgres: number
  client: number
  machine: { idle: number; iowait: number; total: number }
}

async function spent(): Promise<Spent> {
  const usages = await Promise.all(
    servers.map((server) => server.answer<NodeJS.CpuUsage & { busy: number }>('usage')),
  )
  const { user, system } = process.cpuUsage()
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const ticks = line.split(/\s+/).slice(1, 9).map(Number)
  return {
    at: performance.now(),
    server: usages.map((usage) => usage.user + usage.system),
    busy: usages.map(({ busy }) => busy),
    postgres: await postgresCpu(dataFolder),
    client: user + system,
    machine: { idle: ticks[3]!, iowait: ticks[4]!, total: ticks.reduce((sum, one) => sum + one, 0) },
  }
}

/** Of one core, between two moments. */
function shares(before: Spent, after: Spent) {
  const of = (to: number, from: number) => (to - from) / ((after.at - before.at) * 1_000)
  const machine = after.machine.total - before.machine.total
  const cores = cpus().length
  const server = after.server.reduce((sum, to, n) => sum + of(to, before.server[n] ?? 0), 0)
  const ours = {
    server,
    postgres: of(after.postgres, before.postgres),
    client: of(after.client, before.client),
  }
  const idle = (cores * (after.machine.idle - before.machine.idle)) / machine
  const iowait = (cores * (after.machine.iowait - before.machine.iowait)) / machine
  return {
    ...ours,
    idle,
    iowait,
    others: Math.max(0, cores - idle - iowait - ours.server - ours.postgres - ours.client),
    busy: Math.max(...after.busy),
  }
}

/** Which resource had nothing left. */
function fullest({
  server,
  postgres: db,
  client,
  others,
  idle,
  iowait,
  busy,
}: ReturnType<typeof shares>): string {
  if (idle < 0.15) {
    const [most] = Object.entries({
      PostgreSQL: db,
      server,
      'the clients of this bench': client,
      'other work': others,
    }).sort(([, a], [, b]) => b - a)[0]!
    return `the processor, most of it ${most}`
  }
  if (busy > 0.9) return 'the thread of a serving process'
  if (iowait > 0.3) return 'the disk'
  return 'none: requests waited for connections or for each other'
}

function p95(all: number[]) {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN
}

/** Raises the deeds until a goal falls twice. */
async function ramp(count: number) {
  console.log(`\n### ${count} serving process${count > 1 ? 'es' : ''}, ${sockets} sockets\n`)
  console.log(
    '| deeds a second | members in their busiest hour | requests a second | live lines a second | her reads p95 | a line live p95 | press to handed over p95 | sign-in p95 | refused | server | PostgreSQL | clients | others |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|',
  )
  let rate = Number(values.from)
  let held = 0
  for (let step = 0; step < Number(values.steps); step++, rate *= GROWTH) {
    let result = await run(rate)
    // Whatever the machine did besides may have been it.
    if (result.fallen.length > 0) result = await run(rate)
    if (result.fallen.length > 0) {
      console.log(
        `\n**Held: ${held.toFixed(1)} deeds a second, the busiest hour of ${thousands(membersOf(held))} members.** Then fell: ${result.fallen.join(', ')}. Full: ${fullest(result.shares)}.`,
      )
      return
    }
    held = rate
  }
  console.log(`\n**Held all steps, to ${held.toFixed(1)} deeds a second.**`)
}

async function run(rate: number) {
  const times: Record<Goal, number[]> = { read: [], live: [], press: [], signin: [] }
  let requests = 0
  let refused = 0
  town.onAnswer = ({ kind, ms, isRefused }) => {
    requests += 1
    if (isRefused) refused += 1
    if (kind === 'read' || kind === 'signin') times[kind].push(ms)
  }
  town.onLive = (ms) => times.live.push(ms)
  town.onHandedOver = (ms) => times.press.push(ms)
  const before = await spent()
  const under = new Set<Promise<void>>()
  const begin = (kind: Kind) => {
    const one = town.do(kind).finally(() => under.delete(one))
    under.add(one)
  }
  const rates = KINDS.map((kind): [Kind, number] => {
    const share = (rate * DAY[kind].perDay) / DEEDS_A_DAY
    const least = kind === 'press' ? PRESSES_A_SECOND : kind === 'signin' ? SIGNINS_A_SECOND : 0
    return [kind, Math.max(share, least)]
  })
  const start = performance.now()
  const next = new Map(rates.map(([kind, each]) => [kind, start + pause(each)]))
  while (performance.now() < start + seconds * 1_000) {
    const now = performance.now()
    for (const [kind, each] of rates)
      for (let at = next.get(kind)!; at <= now; at += pause(each), next.set(kind, at)) begin(kind)
    await delay(2)
  }
  const after = await spent()
  const elapsed = (after.at - start) / 1_000
  const rows = [...[requests, times.live.length].map((each) => each / elapsed)]
  // What is still under way belongs to it; more than a while is a fall.
  await Promise.race([Promise.all(under), delay(20_000)])
  const found = Object.fromEntries(Object.entries(times).map(([goal, all]) => [goal, p95(all)])) as Record<
    Goal,
    number
  >
  const fallen = (Object.keys(GOALS) as Goal[])
    .filter((goal) => !(found[goal] <= GOALS[goal]))
    .map((goal) => `${goal} ${Math.round(found[goal])} ms (goal ${GOALS[goal]})`)
  if (refused > requests / 100) fallen.push(`${refused} of ${requests} requests refused`)
  const used = shares(before, after)
  const ms = (goal: Goal) => `${Math.round(found[goal])} ms`
  const cores = (share: number) => share.toFixed(2)
  console.log(
    `| ${rate.toFixed(1)} | ${thousands(membersOf(rate))} | ${rows.map(Math.round).join(' | ')} | ${ms('read')} | ${ms('live')} | ${ms('press')} | ${ms('signin')} | ${refused} | ${cores(used.server)} | ${cores(used.postgres)} | ${cores(used.client)} | ${cores(used.others)} |`,
  )
  return { fallen, shares: used }
}

/** Until the next of so many a second, in milliseconds, as people come: by chance. */
function pause(perSecond: number) {
  return (-Math.log(1 - Math.random()) * 1_000) / perSecond
}

/** What one of each takes, one kind after the other, with one serving process. */
async function units() {
  const idle = await rest(3)
  const held = async () => {
    await servers[0]!.answer('collect')
    return [await memory(servers[0]!.process.pid), await postgresMemory(dataFolder)]
  }
  const before = await held()
  await town.listen(sockets)
  await delay(2_000)
  const after = await held()
  const waiting = await rest(5)
  console.log('### One of each\n')
  console.log(
    '| deed | requests | server, ms of a core | PostgreSQL, ms | PostgreSQL alone, ms | both to PostgreSQL alone | WAL, bytes | database, bytes | files, bytes |\n|---|---|---|---|---|---|---|---|---|',
  )
  let year = 0
  let mixed = 0
  let files = 0
  for (const kind of KINDS) {
    const alone = await postgresAlone(kind)
    for (let n = 0; n < 10; n++) await town.do(kind)
    const sizes = [await databaseBytes(), await filesBytes()]
    const [wal] = (await database.query<{ at: string }>('select pg_current_wal_lsn() as at')).rows
    let requests = 0
    town.onAnswer = () => {
      requests += 1
    }
    const start = await spent()
    let done = 0
    const end = performance.now() + Number(values.units) * 1_000
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (performance.now() < end) {
          await town.do(kind)
          done += 1
        }
      }),
    )
    // What follows it: live lines, messages.
    await delay(300)
    const finish = await spent()
    const [written] = (
      await database.query<{ bytes: string }>('select pg_current_wal_lsn() - $1::pg_lsn as bytes', [wal!.at])
    ).rows
    const grown = [await databaseBytes(), await filesBytes()].map(
      (size, n) => Math.max(0, size - sizes[n]!) / done,
    )
    const rested = (finish.at - start.at) / 1_000
    const server = ((finish.server[0]! - start.server[0]!) / 1_000 - idle.server * rested) / done
    const db = ((finish.postgres - start.postgres) / 1_000 - idle.postgres * rested) / done
    mixed += ((server + db) * DAY[kind].perDay) / DEEDS_A_DAY
    year += grown[0]! * DAY[kind].perDay * 365 * THERE_A_DAY
    files = Math.max(files, grown[1]!)
    console.log(
      `| ${kind} | ${(requests / done).toFixed(1)} | ${server.toFixed(2)} | ${db.toFixed(2)} | ${alone?.toFixed(2) ?? ''} | ${alone ? ((server + db) / alone).toFixed(1) : ''} | ${Math.round(Number(written!.bytes) / done)} | ${grown.map(Math.round).join(' | ')} |`,
    )
  }
  await town.hangUp()
  const most = (cpus().length * 1_000) / mixed
  console.log(
    `\nBy processor time alone a deed of the mix takes ${mixed.toFixed(1)} ms of a core: ${cpus().length} cores are full at ${most.toFixed(0)} deeds a second, the busiest hour of ${thousands(membersOf(most))} members.`,
  )
  console.log(
    `An idle server: ${idle.server.toFixed(1)} ms of a core each second, PostgreSQL ${idle.postgres.toFixed(1)}; ${before.map(mb).join(' and ')}.`,
  )
  console.log(
    `An open socket: ${kb((after[0]! - before[0]!) / sockets)} of the server, ${kb((after[1]! - before[1]!) / sockets)} of PostgreSQL; ${sockets} that hear nothing take ${Math.max(0, waiting.server - idle.server).toFixed(1)} ms of the server's core a second.`,
  )
  console.log(
    `A member's year, where one of five is there each day: ${kb(year)} of database, and a picture of ${kb(files)}.`,
  )
}

function mb(bytes: number) {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

function kb(bytes: number) {
  return `${(bytes / 1024).toFixed(1)} KB`
}

function thousands(count: number) {
  return Math.round(count).toLocaleString('en-US')
}

/** Milliseconds of a core that server and PostgreSQL take in a second in which nobody asks. */
async function rest(duration: number) {
  const before = await spent()
  await delay(duration * 1_000)
  const after = await spent()
  const each = (to: number, from: number) => (to - from) / (after.at - before.at)
  return {
    server: each(after.server[0]!, before.server[0]!),
    postgres: each(after.postgres, before.postgres),
  }
}

async function databaseBytes() {
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c where c.relkind = 'r' and c.relnamespace = any (array['public', 'interno', 'auth', 'storage']::regnamespace[])`,
  )
  return Number(rows[0]!.bytes)
}

async function filesBytes() {
  const { rows } = await database.query<{ bytes: string }>(
    `select coalesce(sum((metadata ->> 'size')::bigint), 0) as bytes from storage.objects`,
  )
  return Number(rows[0]!.bytes)
}

/** Milliseconds of a core that the very statements of one such deed take from one warm connection, undone each time; undefined where they are not the data API's. */
async function postgresAlone(kind: Kind): Promise<number | undefined> {
  if (kind === 'signin' || kind === 'upload') return undefined
  const requests: Statement[][] = []
  // One request after the other: what goes beside it on other connections is not its own.
  for (let n = 0; n < (kind === 'home' ? HOME.length : 1); n++) {
    await servers[0]!.answer('record')
    await (kind === 'home' ? town.readHome(n) : town.do(kind))
    const recorded = await servers[0]!.answer<Partial<Statement>[]>('recorded')
    for (const one of recorded) {
      if (one.text === undefined) continue
      // Each transaction begins by saying who asks.
      if (one.text.includes("set_config('role'") || requests.length === 0) requests.push([])
      requests.at(-1)!.push(one as Statement)
    }
  }
  const runs = kind === 'home' ? 30 : 200
  const replay = async () => {
    for (const [request, statements] of requests.entries()) {
      await database.query('begin')
      for (const [at, { text, values: given }] of statements.entries())
        await database.query({ name: `${kind}${request}-${at}`, text, values: given.map(anew) })
      await database.query('rollback')
    }
  }
  for (let n = 0; n < 10; n++) await replay()
  const start = await postgresCpu(dataFolder)
  for (let n = 0; n < runs; n++) await replay()
  const took = (await postgresCpu(dataFolder)) - start
  await database.query('deallocate all')
  return took / 1_000 / runs
}

/** What was recorded is there already: a line, a press and a day are others each time. */
function anew(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value
    .replace(/"(id|cliente_id)":"[0-9a-f-]{36}"/g, (_, name) => `"${name}":"${randomUUID()}"`)
    .replace(/"fecha":"[^"]+"/, () => `"fecha":"21${10 + (day++ % 89)}-01-01"`)
}
