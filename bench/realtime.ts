// One insert into a circle, from its commit to its receipt by every subscriber, each with a session of her own whom the
// database is asked for. Usage: npm run bench -- realtime [--subscribers 100,500,1000] [--messages 60] [--per-second 4]
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { WebSocket } from 'ws'
import { buildServer } from '../tools/lib/build.ts'
import { Child, freePort, type Served } from './lib/processes.ts'

/** What Supabase publishes for its own cluster. Source: Supabase, "Realtime benchmarks". */
const PUBLISHED = {
  'Supabase, broadcast, 32,000 users, cluster': [6, 28, 213],
  'Supabase, with row level security, 50,000 users, cluster': [19, 49, 96],
}
const WARM_UP = 10

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '100,500,1000' },
    messages: { type: 'string', default: '60' },
    'per-second': { type: 'string', default: '4' },
  },
})
const sizes = values.subscribers.split(',').map(Number)
const messages = Number(values.messages)
const perSecond = Number(values['per-second'])

await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-realtime-'))
const child = new Child(
  fileURLToPath(new URL('realtime.server.ts', import.meta.url)),
  {
    PORT: String(await freePort()),
    AMPARO_DATA: path.join(folder, 'data'),
    AMPARO_RATE_FACTOR: '100000',
    AMPARO_PUBLIC_CHANNELS: '1',
  },
  ['--expose-gc'],
)
const server = await child.answer<Served>()
const database = new pg.Client(server.database)
await database.connect()

try {
  await makeMembers(Math.max(...sizes))
  const before = await usage()
  const rows = []
  for (const size of sizes) rows.push(await measure({ size, circles: 1, perSecond }))
  if (sizes.length > 1) rows.push(await measure({ size: Math.max(...sizes), circles: 10, perSecond: 10 }))
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}; PostgreSQL, server and all clients share them.`,
  )
  console.log('Milliseconds from just before the commit to the receipt.\n')
  console.log('| subscribers | p50 | p95 | p99 | max | delivered | server memory | server CPU per message |')
  console.log('|---|---|---|---|---|---|---|---|')
  console.log(`| 0 | | | | | | ${megabytes(before.rss)} | |`)
  for (const row of rows) {
    console.log(
      `| ${row.scene} | ${[row.p50, row.p95, row.p99, row.max].map((ms) => ms.toFixed(1)).join(' | ')} | ${row.delivered} of ${row.expected} | ${megabytes(row.rss)} | ${row.cpuMs.toFixed(1)} ms |`,
    )
  }
  for (const [name, [p50, p95, p99]] of Object.entries(PUBLISHED))
    console.log(`| ${name} | ${p50} | ${p95} | ${p99} | | | | |`)
} finally {
  await database.end()
  await child.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Members with accounts of their own, admitted as a sign-up would admit them, each with a session. */
async function makeMembers(count: number) {
  await database.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     select ('e0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
       'bench' || n || '@amparo.test', now(), '{}', jsonb_build_object('username', 'M' || n, 'identidad_genero', 'mujer cis')
     from generate_series(1, $1::int) n`,
    [count],
  )
  await database.query(
    `insert into auth.sessions (id, user_id) select id, id from auth.users where email like 'bench%'`,
  )
  await database.query('analyze')
}

/** @param scene `size` subscribers spread over `circles` */
async function measure({ size, circles, perSecond }: { size: number; circles: number; perSecond: number }) {
  const { rows } = await database.query(
    `insert into salas_comunidad (nombre) select 'Sala ' || n from generate_series(1, $1::int) n returning id`,
    [circles],
  )
  const ids: string[] = rows.map((row) => row.id)
  const sent = new Map<string, number>()
  const latencies: number[] = []
  let left = 0
  let onEverything = () => {}
  const sockets = await connectAll(size, ids, (id) => {
    const start = sent.get(id)
    if (start !== undefined) latencies.push(performance.now() - start)
    left -= 1
    if (left === 0) onEverything()
  })
  const post = async (circle: string, isMeasured: boolean) => {
    const id = randomUUID()
    left += size / circles
    await database.query('begin')
    await database.query(
      `insert into mensajes_sala (id, sala_id, user_id, contenido)
       values ($1, $2, 'a0000000-0000-4000-8000-000000000001', 'Un mensaje como los que se escriben en una sala.')`,
      [id, circle],
    )
    if (isMeasured) sent.set(id, performance.now())
    await database.query('commit')
  }
  const postMany = async (count: number, isMeasured: boolean) => {
    const everything = new Promise<void>((resolve) => {
      onEverything = () => resolve()
    })
    for (let i = 0; i < count; i++) {
      const next = pause(1000 / perSecond)
      await post(ids[i % circles]!, isMeasured)
      await next
    }
    if (left > 0) await Promise.race([everything, pause(10_000)])
  }
  await postMany(WARM_UP, false)
  const start = await usage()
  await postMany(messages, true)
  const end = await usage()
  for (const socket of sockets) socket.close()
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
  const cpu = end.cpu.user + end.cpu.system - start.cpu.user - start.cpu.system
  const row = {
    scene:
      circles === 1
        ? `${size} in one circle, ${perSecond} a second`
        : `${size} in ${circles} circles, ${perSecond} a second`,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: latencies.at(-1) ?? Number.NaN,
    delivered: latencies.length,
    expected: (size / circles) * messages,
    rss: end.rss,
    cpuMs: cpu / 1000 / messages,
  }
  console.error(
    `${row.scene}: p50 ${row.p50.toFixed(1)} p95 ${row.p95.toFixed(1)} p99 ${row.p99.toFixed(1)} ms, ${megabytes(row.rss)}`,
  )
  return row
}

async function connectAll(size: number, circles: string[], onChange: (id: string) => void) {
  const sockets: WebSocket[] = []
  for (let start = 1; start <= size; start += 25) {
    const numbers = Array.from({ length: Math.min(25, size - start + 1) }, (_, i) => start + i)
    sockets.push(
      ...(await Promise.all(
        numbers.map((number) => connect(number, circles[number % circles.length]!, onChange)),
      )),
    )
  }
  return sockets
}

/** A subscriber that speaks the same frames as the official client, without its cost in this process. */
function connect(number: number, circle: string, onChange: (id: string) => void) {
  const user = `e0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const now = Math.floor(Date.now() / 1000)
  const token = sign({
    iss: 'supabase',
    sub: user,
    aud: 'authenticated',
    exp: now + 3600,
    iat: now,
    email: `bench${number}@amparo.test`,
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { username: `M${number}`, identidad_genero: 'mujer cis', email_verified: true, sub: user },
    amr: [{ method: 'password', timestamp: now }],
    session_id: user,
    is_anonymous: false,
  })
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.anonKey}&vsn=2.0.0`,
    { perMessageDeflate: false },
  )
  const topic = `realtime:sala:${circle}`
  const join = {
    config: {
      broadcast: { ack: false, self: false },
      presence: { key: '', enabled: false },
      postgres_changes: [
        { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter: `sala_id=eq.${circle}` },
      ],
      private: false,
    },
    access_token: token,
  }
  const heartbeat = setInterval(() => socket.send('[null,"0","phoenix","heartbeat",{}]'), 25_000)
  socket.once('close', () => clearInterval(heartbeat))
  return new Promise<WebSocket>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify(['1', '1', topic, 'phx_join', join])))
    socket.on('message', (data) => {
      const [, , , event, payload] = JSON.parse(data.toString())
      if (event === 'postgres_changes') onChange(payload.data.record.id)
      else if (event === 'system' && payload.status === 'ok') resolve(socket)
      else if (payload.status === 'error') reject(new Error(JSON.stringify(payload)))
    })
  })
}

function sign(claims: object) {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${body}.${createHmac('sha256', server.jwtSecret).update(body).digest('base64url')}`
}

function usage() {
  return child.answer<{ rss: number; cpu: NodeJS.CpuUsage }>('usage')
}

function megabytes(bytes: number) {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
