import { execFileSync, fork, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pack } from '../lib/pack.mjs'
import { freePort } from '../lib/port.mjs'
import { PRODUCT } from '../lib/product.mjs'
import { authority, caddy, nginx } from '../lib/proxies.mjs'
import { root } from '../lib/run.mjs'
import { loadAttendant } from '../lib/server-module.mjs'

/**
 * Two processes on one database behind our files for Caddy and nginx, restarted one after the other while 200 members are connected with the
 * official client and ten of them write: every message that was taken is held by every member, none more than five seconds late, nobody is
 * without her live room for longer than that, and nothing that she writes is refused. `AMPARO_ROLLING_MEMBERS=50` for fewer.
 */
const MEMBERS = Number(process.env.AMPARO_ROLLING_MEMBERS || 200)
const LIMIT_MS = 5_000
const DOMAIN = 'localhost'

let failed = 0
/** @param {boolean} holds @param {string} what */
const check = (holds, what) => {
  console.log(`${holds ? '✓' : '✗'} ${what}`)
  if (!holds) failed += 1
}

const folder = await mkdtemp(path.join(tmpdir(), 'amparo-rolling-'))
await chmod(folder, 0o711)
/** @type {(() => unknown)[]} */
const ends = []
const { attend, readSettings } = await loadAttendant()
const held = readSettings({ AMPARO_DATA: path.join(folder, 'postgres') }, PRODUCT, root)
try {
  // Nothing but PostgreSQL is in that folder: it is the one of `DATABASE_URL`.
  await attend(held, async (query) => {
    try {
      await prove(query)
    } finally {
      for (const end of ends.reverse()) await end()
    }
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)

/** @param {(text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>} query */
async function prove(query) {
  const { superuserPassword } = JSON.parse(await readFile(path.join(held.dataDir, 'secrets.json'), 'utf8'))
  const [at] = await query(
    `select current_setting('port') as port, current_setting('unix_socket_directories') as host`,
  )
  const jwtSecret = createHmac('sha256', superuserPassword).update('rolling').digest('hex')
  const data = path.join(folder, 'data')
  await mkdir(data)
  const url = `postgres://postgres:${encodeURIComponent(superuserPassword)}@localhost:${at?.port}/postgres?host=${encodeURIComponent(String(at?.host))}`
  // As it runs in earnest: nothing is installed or built in between.
  const { file } = await pack(path.join(folder, 'pack'))
  const house = path.join(folder, 'opt')
  await mkdir(house)
  execFileSync('tar', ['-xzf', file, '-C', house, '--strip-components=1'])
  const ports = [await freePort(), await freePort()]
  const start = async (/** @type {number} */ port) => {
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: house,
      env: {
        ...process.env,
        ...{ PORT: String(port), SITE_URL: `https://${DOMAIN}`, AMPARO_TRUST_PROXY: '1', DATABASE_URL: url },
        ...{ AMPARO_DATA: data, AMPARO_JWT_SECRET: jwtSecret, AMPARO_RATE_FACTOR: '1000' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const text of child.stdout) if (String(text).includes('Ctrl+C')) break
    child.stdout.resume()
    return child
  }
  /** @param {import('node:child_process').ChildProcess} child */
  const stop = async (child) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const processes = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)]
  ends.push(() => Promise.all(processes.map(stop)))
  const [sala] = await query(`insert into salas_comunidad (nombre) values ('Sala de prueba') returning id`)
  const tokens = await members(query, jwtSecret)

  const { certificate, key, caFile } = await authority(folder, DOMAIN)
  const place = { ...{ folder, domain: DOMAIN, certificate, key }, upstreams: ports }
  const { anonKey } = await (await fetch(`http://127.0.0.1:${ports[0]}/config.json`)).json()
  for (const proxy of [await caddy(place), await nginx(place)]) {
    if (!proxy) continue
    const { name } = proxy
    const clients = fork(path.join(root, 'scripts/lib/rollingClients.mjs'), {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: caFile },
    })
    ends.push(proxy.stop, () => void clients.kill())
    clients.send({ url: `https://${DOMAIN}:${proxy.port}`, anonKey, tokens, sala: sala?.id })
    await once(clients, 'message')
    const spread = await socketsOf(ports)
    /** @type {number[]} */
    const took = []
    for (const [index, port] of ports.entries()) {
      // As docs/live.md says: until the proxy has seen the one before.
      await delay(5_000)
      const began = performance.now()
      await stop(/** @type {import('node:child_process').ChildProcess} */ (processes[index]))
      processes[index] = await start(port)
      took.push(Math.round(performance.now() - began))
    }
    await delay(1_500)
    clients.send('end')
    const [told] = await once(clients, 'message')
    proxy.stop()
    // A proxy that had nothing to say wrote no file.
    const faults = await readFile(path.join(folder, 'caddy.log'), 'utf8').catch(() => '')
    for (const [fault, times] of Object.entries(counted(faults)))
      console.log(`  ${name}: ${times} × ${fault}`)
    console.log(
      `  ${name}: ${told.sent} messages to ${MEMBERS} members (sockets at first ${spread.join(' and ')}); the processes away for ${took.join(' and ')} ms`,
    )
    console.log(
      `  ${name}: sent twice ${told.again} ${JSON.stringify(told.answers)}; held late at most ${told.latest} ms, p99 ${told.p99} ms; ${told.left} times somebody was without her room`,
    )
    check(told.sent > 50 && told.left >= MEMBERS, `${name}: both restarts met connected members`)
    check(told.refused === 0, `${name}: ${told.refused} messages were never taken`)
    check(told.missing === 0, `${name}: ${told.missing} of ${told.sent * MEMBERS} deliveries lost`)
    check(told.latest <= LIMIT_MS, `${name}: every message held within ${told.latest} ms`)
    check(
      told.longestAway <= LIMIT_MS,
      `${name}: nobody without her room for more than ${told.longestAway} ms`,
    )
    check(told.slowestSend <= LIMIT_MS, `${name}: every message taken within ${told.slowestSend} ms`)
  }
}

/**
 * Members, each with a session. @param {(text: string, values?: unknown[]) => Promise<unknown>} query @param {string} secret
 * @returns {Promise<string[]>} their access tokens
 */
async function members(query, secret) {
  await query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     select ('e0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
       'm' || n || '@example.org', now(), '{}', jsonb_build_object('username', 'M' || n, 'identidad_genero', 'mujer cis')
     from generate_series(1, $1::int) n`,
    [MEMBERS],
  )
  await query(
    `insert into auth.sessions (id, user_id) select id, id from auth.users where email like 'm%@example.org'`,
  )
  return Array.from({ length: MEMBERS }, (_, index) => {
    const sub = `e0000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`
    const exp = Math.floor(Date.now() / 1000) + 3_600
    const claims = { sub, session_id: sub, role: 'authenticated', aud: 'authenticated', exp }
    const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  })
}

/** What Caddy said of requests that it could not pass on, without who asked what. @param {string} log */
function counted(log) {
  /** @type {Record<string, number>} */
  const times = {}
  for (const line of log.split('\n').filter(Boolean)) {
    const { msg, logger, status, request } = JSON.parse(line)
    const fault = `${logger} ${request?.method ?? ''} ${status ?? ''} ${String(msg).replaceAll(/:\d+/g, '')}`
    times[fault] = (times[fault] ?? 0) + 1
  }
  return times
}

/** How many connections each process has, as the system tells. @param {number[]} ports */
async function socketsOf(ports) {
  // Not every system tells.
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '')
  return ports.map((port) => {
    const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
    return table.split('\n').filter((line) => line.trim().split(/\s+/)[1]?.endsWith(end) && / 01 /.test(line))
      .length
  })
}
