// One select under row level security through the data door, over HTTP with 64 connections, beside pgbench running the
// very same statements (identity and select, one transaction, one round trip, prepared) on the same database, in turns.
// Usage: node bench/rest.mjs [--seconds 8] [--rounds 3] [--connections 64] [--path /rest/v1/…]
import { execFile, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { buildServer } from '../scripts/lib/build.mjs'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const ANA = 'a0000000-0000-4000-8000-000000000001'
/** Her trusted contacts, as the safety screen asks for them. */
const CONTACTS = `/rest/v1/contactos_emergencia?select=id,nombre,telefono,prioridad,activo&user_id=eq.${ANA}&activo=is.true&order=prioridad.asc`
const PGBENCH = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/15/bin']

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    path: { type: 'string', default: CONTACTS },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)

const pgbench = await findPgbench()
// A client written in C, as pgbench's is, where there is one: with two cores for everything the client's share counts.
const wrk = await promisify(execFile)('which', ['wrk']).then(
  ({ stdout }) => stdout.trim(),
  () => '',
)
await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-rest-'))
const child = fork(path.join(HERE, 'rest.server.mjs'), [], {
  env: { ...process.env, PORT: String(await freePort()), AMPARO_DATA: path.join(folder, 'data') },
})
const server = await answer()
const database = new pg.Client(server.database)

try {
  await database.connect()
  const headers = await signIn()
  const statements = await record(headers)
  const scripts = await pgbenchScripts(statements)
  const load = { url: server.url + values.path, headers, connections }
  await http({ ...load, seconds: 2 })
  const rounds = []
  for (let i = 0; i < Number(values.rounds); i++) {
    rounds.push({
      http: await http({ ...load, seconds }),
      ordinary: await reference(scripts.ordinary),
      pipelined: await reference(scripts.pipelined),
    })
  }
  await report(statements, rounds)
} finally {
  await database.end()
  child.send('stop')
  await new Promise((resolve) => child.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}

function answer(message) {
  const answered = new Promise((resolve) => child.once('message', resolve))
  if (message) child.send(message)
  return answered
}

/** Ana of the demo people, by the auth door: what a browser would send from then on. */
async function signIn() {
  const apikey = server.anonKey
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@amparo.test', password: 'Amparo-demo-2026' }),
  })
  const { access_token } = await response.json()
  if (!access_token) throw new Error(`Ana cannot sign in: ${response.status}`)
  return {
    apikey,
    authorization: `Bearer ${access_token}`,
    accept: '*/*',
    'accept-profile': 'public',
    'x-client-info': 'bench',
  }
}

/** The statements of one request, and proof that it gives rows. */
async function record(headers) {
  await answer('record')
  const response = await fetch(server.url + values.path, { headers })
  const rows = await response.json()
  if (response.status !== 200 || rows.length === 0) throw new Error(`no rows: ${JSON.stringify(rows)}`)
  const statements = await answer('recorded')
  // The first request reads the schema as well; identity and select come last.
  return statements.slice(-2)
}

/**
 * The statements as pgbench scripts with their values as variables: as an ordinary transaction, one answer awaited after
 * another, and in one round trip as the door sends them. pgbench signs in as the server's own role does.
 */
async function pgbenchScripts(statements) {
  const password = randomBytes(16).toString('hex')
  await database.query(`create role bench login noinherit password '${password}'`)
  await database.query('grant anon, authenticated, service_role to bench')
  // Where the door asks whether her session lives, its reference asks as well.
  await database.query(
    'grant usage on schema local_server to bench; grant execute on all functions in schema local_server to bench',
  )
  const variables = []
  const lines = statements.map(({ text, values }) => {
    const named = values.map((value) => {
      variables.push('-D', `v${variables.length / 2}=${value}`)
      return `:v${variables.length / 2 - 1}`
    })
    return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, n) => named[n - 1])};`
  })
  const script = async (name, content) => {
    const file = path.join(folder, `${name}.sql`)
    await writeFile(file, [...content, ''].join('\n'))
    return { file, variables, password }
  }
  return {
    ordinary: await script('ordinary', ['begin;', ...lines, 'commit;']),
    pipelined: await script('pipelined', ['\\startpipeline', ...lines, '\\endpipeline']),
  }
}

async function http(settings) {
  const before = await usage()
  const result = await (wrk ? askWithWrk(settings) : askWithNode(settings))
  const after = await usage()
  if (result.failures > 0) throw new Error(`${result.failures} requests failed`)
  const each = (microseconds) => microseconds / result.requests
  return {
    rate: result.requests / settings.seconds,
    p50: result.p50,
    p99: result.p99,
    serverCpu: each(after.server - before.server),
    postgresCpu: each(after.postgres - before.postgres),
    clientCpu: each(result.cpuMicroseconds),
  }
}

async function askWithNode(settings) {
  const generator = spawn(process.execPath, [path.join(HERE, 'rest.load.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  generator.stdin.end(JSON.stringify(settings))
  return JSON.parse(await text(generator.stdout))
}

async function askWithWrk({ url, headers, connections, seconds }) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...given, url]
  const before = childrenCpu(await readFile('/proc/self/stat', 'utf8'))
  const { stdout } = await promisify(execFile)(wrk, args)
  const after = childrenCpu(await readFile('/proc/self/stat', 'utf8'))
  const milliseconds = (percent) => {
    const [, number, unit] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout)
    return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit]
  }
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)[1]),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    p50: milliseconds(50),
    p99: milliseconds(99),
    cpuMicroseconds: after - before,
  }
}

async function reference({ file, variables, password }) {
  const { host, port, database } = server.database
  const args = ['-n', '-M', 'prepared', '-c', connections, '-j', '2', '-T', seconds, '-f', file]
  const before = await usage()
  const cpuBefore = childrenCpu(await readFile('/proc/self/stat', 'utf8'))
  const { stdout } = await promisify(execFile)(
    pgbench,
    [...args, '-h', host, '-p', port, '-U', 'bench', ...variables, database].map(String),
    { env: { ...process.env, PGPASSWORD: password } },
  )
  const cpuAfter = childrenCpu(await readFile('/proc/self/stat', 'utf8'))
  const after = await usage()
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)[1])
  const each = (microseconds) => microseconds / (rate * seconds)
  return {
    rate,
    latency: Number(/latency average = ([\d.]+)/.exec(stdout)[1]),
    postgresCpu: each(after.postgres - before.postgres),
    clientCpu: each(cpuAfter - cpuBefore),
  }
}

/** Processor time so far, in microseconds, of the server and of PostgreSQL with all its processes. */
async function usage() {
  const { user, system } = await answer('usage')
  const { rows } = await database.query(
    `select pg_postmaster_start_time(), (select setting from pg_settings where name = 'data_directory') as data`,
  )
  const postmaster = Number(
    (await readFile(path.join(rows[0].data, 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
  let postgres = 0
  for (const pid of stdout.split('\n').filter(Boolean)) {
    const stat = await readFile(`/proc/${pid.trim()}/stat`, 'utf8').catch(() => undefined)
    if (stat) postgres += ownCpu(stat)
  }
  // Backends that ended meanwhile are in the postmaster's account of its children.
  postgres += childrenCpu(await readFile(`/proc/${postmaster}/stat`, 'utf8'))
  return { server: user + system, postgres }
}

/** Fields 14 to 17 of /proc/…/stat, in hundredths of a second. Source: proc(5). */
function ticks(stat) {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
}

function ownCpu(stat) {
  const [user, system] = ticks(stat)
  return (user + system) * 10_000
}

function childrenCpu(stat) {
  const [, , user, system] = ticks(stat)
  return (user + system) * 10_000
}

async function report(statements, rounds) {
  const { rows } = await database.query('show server_version')
  const { stdout } = await promisify(execFile)(pgbench, ['--version'])
  const [fastify, driver] = await Promise.all(['fastify', 'pg'].map(packageVersion))
  const median = (pick) => rounds.map(pick).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]
  const us = (pick) => `${median(pick).toFixed(0)} µs`
  console.log(
    `\n${cpus().length} × ${cpus()[0].model}; everything below shares them. Node ${process.version}, Fastify ${fastify},`,
  )
  console.log(
    `pg ${driver}, PostgreSQL ${rows[0].server_version}, ${stdout.trim()}. Median of ${rounds.length} rounds of ${seconds} s, ${connections} connections; HTTP client: ${wrk ? 'wrk' : 'bench/rest.load.mjs (wrk, if installed, takes less from the server)'}.\n`,
  )
  for (const { text } of statements) console.log(`    ${text.replace(/\s+/g, ' ')}`)
  console.log(
    '\n| | per second | latency | CPU of the server | of PostgreSQL | of the client |\n|---|---|---|---|---|---|',
  )
  console.log(
    `| rest door over HTTP | ${median((r) => r.http.rate).toFixed(0)} | p50 ${median((r) => r.http.p50).toFixed(1)} ms, p99 ${median((r) => r.http.p99).toFixed(1)} ms | ${us((r) => r.http.serverCpu)} | ${us((r) => r.http.postgresCpu)} | ${us((r) => r.http.clientCpu)} |`,
  )
  const references = {
    ordinary: 'pgbench, prepared, begin to commit',
    pipelined: 'pgbench, prepared, pipelined',
  }
  for (const [key, name] of Object.entries(references)) {
    console.log(
      `| ${name} | ${median((r) => r[key].rate).toFixed(0)} | mean ${median((r) => r[key].latency).toFixed(1)} ms | | ${us((r) => r[key].postgresCpu)} | ${us((r) => r[key].clientCpu)} |`,
    )
  }
  for (const [key, name] of Object.entries(references)) {
    const ratio = (round) => (round.http.rate / round[key].rate).toFixed(2)
    console.log(
      `\nRatio to ${name}: ${median((r) => r.http.rate / r[key].rate).toFixed(2)} (rounds: ${rounds.map(ratio).join(', ')})`,
    )
  }
}

async function packageVersion(name) {
  return JSON.parse(await readFile(path.join(HERE, '../node_modules', name, 'package.json'), 'utf8')).version
}

async function findPgbench() {
  for (const folder of PGBENCH) {
    const file = path.join(folder, 'pgbench')
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  const found = await promisify(execFile)('which', ['pgbench']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  if (found) return found
  console.error('pgbench is missing. On Debian and Ubuntu: apt-get install postgresql-contrib')
  process.exit(1)
}

async function freePort() {
  const probe = createServer()
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
