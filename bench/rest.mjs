// Five requests of the app through the data door, over HTTP with 64 connections of sixteen members, each beside pgbench running the very same
// statements (is her session alive, who she is, what she asks) and beside @supabase/lite, all on the same database, in turns. With --plain
// the same five of an ordinary project folder (bench/plain), served as `amparo-server` serves any: the doors without Amparo's quotas.
// Usage: node bench/rest.mjs [--plain] [--only select,embed] [--seconds 6] [--rounds 3] [--connections 64] [--without-lite]
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildServer } from '../tools/lib/build.mjs'
import { LITE, startLite } from './lib/lite.mjs'
import { ask, clientName } from './lib/load.mjs'
import { makeRole, pgbenchVersion, runPgbench, writeScripts } from './lib/pgbench.mjs'
import * as plain from './lib/plain.mjs'
import { Child, freePort, postgresCpu } from './lib/processes.mjs'
import * as amparo from './lib/scenarios.mjs'

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
const child = new Child(path.join(HERE, 'rest.server.mjs'), {
  PORT: String(await freePort()),
  AMPARO_DATA: path.join(folder, 'data'),
  ...(values.plain && { BENCH_PROJECT: path.join(HERE, 'plain/supabase') }),
})
let lite
const server = await child.answer()
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

async function measure(scenario, { members, role, data }) {
  const { name, prepare, clean } = scenario
  if (prepare) await database.query(prepare)
  const request = requestOf(scenario, server.url, members)
  const recorded = []
  for (const one of [request, ...request.others]) recorded.push(await record(one))
  const scripts = await writeScripts(name, recorded, folder)
  const load = { seconds, connections, folder }
  const reference = { address: server.database, role, seconds, connections }
  const peer = lite && requestOf(scenario, lite.url, members)
  if (peer) await expectSameAnswer(request, peer)

  /** One turn, with what it took of the processor besides its client. */
  const turn = async (run, measured) => {
    if (clean) await database.query(clean)
    await database.query('checkpoint')
    const before = [await measured?.cpu(), await postgresCpu(data)]
    const result = await run()
    const after = [await measured?.cpu(), await postgresCpu(data)]
    const count = result.rate * seconds
    return {
      ...result,
      serverCpu: (after[0] - before[0]) / count,
      postgresCpu: (after[1] - before[1]) / count,
    }
  }
  await ask(request, { ...load, seconds: 2 })
  if (peer) await ask(peer, { ...load, seconds: 2 })
  const rounds = []
  for (let i = 0; i < Number(values.rounds); i++) {
    rounds.push({
      door: await turn(() => ask(request, load), child),
      ordinary: await turn(() => runPgbench(scripts.ordinary, reference)),
      pipelined: await turn(() => runPgbench(scripts.pipelined, reference)),
      lite: peer && (await turn(() => ask(peer, load), lite.child)),
    })
  }
  report(scenario, recorded[0], rounds)
}

/** The statements of one request that succeeds. The first request reads the schema as well; the second does not. */
async function record({ url, others: _others, ...request }) {
  await send(url, request)
  await child.answer('record')
  await send(url, request)
  return child.answer('recorded')
}

/** The peer writes instants as PostgreSQL's text, the door as JSON has them: the one difference that is let pass. */
async function expectSameAnswer({ url, others: _others, ...request }, peer) {
  const instant = /(\d{4}-\d\d-\d\d)[ T]([\d:.]+)\+00(?::00)?/g
  const said = async (from) => JSON.stringify(await send(from, request)).replace(instant, '$1T$2Z')
  const [ours, theirs] = [await said(url), await said(peer.url)]
  if (ours !== theirs) throw new Error(`not the same answer: ${ours} and ${theirs}`)
}

async function send(url, request) {
  const response = await fetch(url, request)
  const text = await response.text()
  if (!response.ok || text === '[]') throw new Error(`${url} gives ${response.status}: ${text}`)
  return text && JSON.parse(text)
}

async function introduce(version) {
  const [fastify, driver] = await Promise.all(['fastify', 'pg'].map(packageVersion))
  console.log(
    `\n${cpus().length} × ${cpus()[0].model}; everything below shares them. Node ${process.version}, Fastify ${fastify},`,
  )
  console.log(
    `pg ${driver}, PostgreSQL ${version}, ${pgbenchVersion}, ${LITE}. Median of ${values.rounds} rounds of ${seconds} s, ${connections} connections of ${MEMBERS} members; HTTP client: ${clientName}.`,
  )
}

async function packageVersion(name) {
  return JSON.parse(await readFile(path.join(HERE, '../node_modules', name, 'package.json'), 'utf8')).version
}

function report({ name, title }, statements, rounds) {
  const median = (pick) => rounds.map(pick).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]
  const us = (value) => (Number.isFinite(value) ? `${value.toFixed(0)} µs` : '')
  const ms = (value) => `${value.toFixed(1)} ms`
  console.log(`\n### ${name}: ${title}\n`)
  for (const { text } of statements) console.log(`    ${text.replace(/\s+/g, ' ')}`)
  console.log(
    '\n| | per second | latency | CPU of the server | of PostgreSQL | of the client |\n|---|---|---|---|---|---|',
  )
  const names = {
    door: 'rest door over HTTP',
    ordinary: 'pgbench, prepared, `begin` to `commit`',
    pipelined: 'pgbench, prepared, pipelined in one round trip',
    ...(rounds[0].lite && { lite: `${LITE} over HTTP` }),
  }
  for (const [key, label] of Object.entries(names)) {
    const of = (field) => median((round) => round[key][field])
    const latency = rounds[0][key].latency
      ? `mean ${ms(of('latency'))}`
      : `p50 ${ms(of('p50'))}, p99 ${ms(of('p99'))}`
    console.log(
      `| ${label} | ${of('rate').toFixed(0)} | ${latency} | ${us(of('serverCpu'))} | ${us(of('postgresCpu'))} | ${us(of('clientCpu'))} |`,
    )
  }
  for (const key of Object.keys(names).slice(1)) {
    const ratios = rounds.map((round) => round.door.rate / round[key].rate)
    const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]
    console.log(
      `\nRatio to ${names[key]}: ${middle.toFixed(2)} (rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
    )
  }
}
