// Five requests of the app through the data API, over HTTP with 64 connections of sixteen members, each beside pgbench running the very same
// statements (is her session alive, who she is, what she asks) and beside @supabase/lite, all on the same database, in turns. With --plain
// the same five of an ordinary project folder (bench/plain), served as `amparo-server` serves any: the APIs without Amparo's quotas.
// Usage: npm run bench -- rest [--plain] [--only select,embed] [--seconds 6] [--rounds 3] [--connections 64] [--without-lite]
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildServer } from '../tools/lib/build.ts'
import { median } from './lib/checkouts.ts'
import { LITE, startLite } from './lib/lite.ts'
import { ask, clientName } from './lib/load.ts'
import {
  makeRole,
  pgbenchVersion,
  type Role,
  runPgbench,
  type Statement,
  writeScripts,
} from './lib/pgbench.ts'
import * as plain from './lib/plain.ts'
import { Child, freePort, postgresCpu, type Served } from './lib/processes.ts'
import * as amparo from './lib/scenarios.ts'

/** What one turn gave: requests or transactions a second, latencies in milliseconds, processor time for one in microseconds. */
interface Turn {
  rate: number
  latency?: number
  p50?: number
  p99?: number
  clientCpu: number
  serverCpu: number
  postgresCpu: number
}
type Round = Record<'amparo' | 'ordinary' | 'pipelined', Turn> & { lite?: Turn }

const HERE = path.dirname(fileURLToPath(import.meta.url))
const { values } = parseArgs({
  options: {
    plain: { type: 'boolean', default: false },
    only: { type: 'string', default: amparo.scenarios.map(({ name }) => name).join() },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    'without-lite': { type: 'boolean', default: false },
  },
})
const { MEMBERS, requestOf } = amparo
const { scenarios, signInMembers } = values.plain ? plain : amparo
const chosen = scenarios.filter(({ name }) => values.only.split(',').includes(name))
const seconds = Number(values.seconds)
const connections = Number(values.connections)

await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-rest-'))
const child = new Child(path.join(HERE, 'rest.server.ts'), {
  PORT: String(await freePort()),
  AMPARO_DATA: path.join(folder, 'data'),
  ...(values.plain && { BENCH_PROJECT: path.join(HERE, 'plain/supabase') }),
})
let lite: Awaited<ReturnType<typeof startLite>> | undefined
const server = await child.answer<Served>()
const database = new pg.Client(server.database)
try {
  await database.connect()
  const { rows } = await database.query(
    "select current_setting('data_directory') as data, current_setting('server_version') as version",
  )
  const { data, version } = rows[0]
  const role = await makeRole(database)
  const members = await signInMembers(server, database)
  if (!values['without-lite']) {
    await mkdir(path.join(folder, 'lite'))
    lite = await startLite({
      folder: path.join(folder, 'lite'),
      owner: server.database,
      jwtSecret: server.jwtSecret,
    })
  }
  await introduce(version)
  for (const scenario of chosen) await measure(scenario, { members, role, data })
} finally {
  await database.end()
  await lite?.child.stop()
  await child.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(
  scenario: amparo.Scenario,
  { members, role, data }: { members: amparo.Member[]; role: Role; data: string },
) {
  const { name, prepare, clean } = scenario
  if (prepare) await database.query(prepare)
  const request = requestOf(scenario, server.url, members)
  const recorded: Statement[][] = []
  for (const one of [request, ...request.others]) recorded.push(await record(one))
  const scripts = await writeScripts(name, recorded, folder)
  const load = { seconds, connections, folder }
  const reference = { address: server.database, role, seconds, connections }
  const peer = lite && requestOf(scenario, lite.url, members)
  if (peer) await expectSameAnswer(request, peer)

  /** One turn, with what it took of the processor besides its client. */
  const turn = async (
    run: () => Promise<Omit<Turn, 'serverCpu' | 'postgresCpu'>>,
    measured?: Child,
  ): Promise<Turn> => {
    if (clean) await database.query(clean)
    await database.query('checkpoint')
    const spent = async () => ({
      server: (await measured?.cpu()) ?? Number.NaN,
      postgres: await postgresCpu(data),
    })
    const before = await spent()
    const result = await run()
    const after = await spent()
    const count = result.rate * seconds
    return {
      ...result,
      serverCpu: (after.server - before.server) / count,
      postgresCpu: (after.postgres - before.postgres) / count,
    }
  }
  await ask(request, { ...load, seconds: 2 })
  if (peer) await ask(peer, { ...load, seconds: 2 })
  const rounds: Round[] = []
  for (let i = 0; i < Number(values.rounds); i++) {
    rounds.push({
      amparo: await turn(() => ask(request, load), child),
      ordinary: await turn(() => runPgbench(scripts.ordinary, reference)),
      pipelined: await turn(() => runPgbench(scripts.pipelined, reference)),
      lite: peer && (await turn(() => ask(peer, load), lite?.child)),
    })
  }
  report(scenario, recorded[0] ?? [], rounds)
}

/** The statements of one request that succeeds. The first request reads the schema as well; the second does not. */
async function record({ url, ...request }: amparo.Asked) {
  await send(url, request)
  await child.answer('record')
  await send(url, request)
  return child.answer<Statement[]>('recorded')
}

/** The peer writes instants as PostgreSQL's text, the API as JSON has them: the one difference that is let pass. */
async function expectSameAnswer({ url, ...request }: amparo.Asked, peer: amparo.Asked) {
  const instant = /(\d{4}-\d\d-\d\d)[ T]([\d:.]+)\+00(?::00)?/g
  const said = async (from: string) => JSON.stringify(await send(from, request)).replace(instant, '$1T$2Z')
  const [ours, theirs] = [await said(url), await said(peer.url)]
  if (ours !== theirs) throw new Error(`not the same answer: ${ours} and ${theirs}`)
}

async function send(url: string, request: RequestInit) {
  const response = await fetch(url, request)
  const text = await response.text()
  if (!response.ok || text === '[]') throw new Error(`${url} gives ${response.status}: ${text}`)
  return text && JSON.parse(text)
}

async function introduce(version: string) {
  const [fastify, driver] = await Promise.all(['fastify', 'pg'].map(packageVersion))
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model}; everything below shares them. Node ${process.version}, Fastify ${fastify},`,
  )
  console.log(
    `pg ${driver}, PostgreSQL ${version}, ${pgbenchVersion}, ${LITE}. Median of ${values.rounds} rounds of ${seconds} s, ${connections} connections of ${MEMBERS} members; HTTP client: ${clientName}.`,
  )
}

async function packageVersion(name: string) {
  return JSON.parse(await readFile(path.join(HERE, '../node_modules', name, 'package.json'), 'utf8')).version
}

function report({ name, title }: amparo.Scenario, statements: Statement[], rounds: Round[]) {
  const us = (value: number) => (Number.isFinite(value) ? `${value.toFixed(0)} µs` : '')
  const ms = (value: number) => `${value.toFixed(1)} ms`
  console.log(`\n### ${name}: ${title}\n`)
  for (const { text } of statements) console.log(`    ${text.replace(/\s+/g, ' ')}`)
  console.log(
    '\n| | per second | latency | CPU of the server | of PostgreSQL | of the client |\n|---|---|---|---|---|---|',
  )
  const names: Partial<Record<keyof Round, string>> = {
    amparo: 'Amparo over HTTP',
    ordinary: 'pgbench, prepared, `begin` to `commit`',
    pipelined: 'pgbench, prepared, pipelined in one round trip',
    ...(rounds[0]?.lite && { lite: `${LITE} over HTTP` }),
  }
  const keys = Object.keys(names) as (keyof Round)[]
  for (const key of keys) {
    const of = (field: keyof Turn) => median(rounds.map((round) => round[key]?.[field] ?? Number.NaN))
    const latency = rounds[0]?.[key]?.latency
      ? `mean ${ms(of('latency'))}`
      : `p50 ${ms(of('p50'))}, p99 ${ms(of('p99'))}`
    console.log(
      `| ${names[key]} | ${of('rate').toFixed(0)} | ${latency} | ${us(of('serverCpu'))} | ${us(of('postgresCpu'))} | ${us(of('clientCpu'))} |`,
    )
  }
  for (const key of keys.slice(1)) {
    const ratios = rounds.map((round) => round.amparo.rate / (round[key]?.rate ?? Number.NaN))
    console.log(
      `\nRatio to ${names[key]}: ${median(ratios).toFixed(2)} (rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
    )
  }
}
