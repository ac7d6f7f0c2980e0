import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import WebSocket from 'ws'
import { pack } from '../lib/pack.mjs'
import { freePort } from '../lib/port.mjs'
import { authority, caddy, nginx, renewCertificate } from '../lib/proxies.mjs'

/**
 * What docs/live.md says, as far as one machine can tell: a release is packed, unpacked into an empty folder and started by an account with no
 * rights, without npm and without a network; our own files for Caddy and nginx stand before it with a certificate of a local authority, and it is
 * restarted while somebody asks. Needs `caddy` and `nginx` (or CADDY_PROGRAM and NGINX_PROGRAM, where they are) and `openssl`; what is not there is not tried, and said.
 */
const DOMAIN = 'amparo.example.org'
const NOBODY = 65_534
/** Somebody's code in an address; no proxy may write it down. */
const CODE = 'CODEOFHERS'
const folder = await mkdtemp(path.join(tmpdir(), 'amparo-live-'))
await chmod(folder, 0o755)
/** @type {(() => void | Promise<void>)[]} */
const ends = []
let failed = 0
/** @param {boolean} holds @param {string} what */
const check = (holds, what) => {
  console.log(`${holds ? '✓' : '✗'} ${what}`)
  if (!holds) failed += 1
}

try {
  const port = await freePort()
  const { file } = await pack(path.join(folder, 'pack'))
  const house = path.join(folder, 'opt')
  await mkdir(house)
  execFileSync('tar', ['-xzf', file, '-C', house, '--strip-components=1'])
  check(!existsSync(path.join(house, 'node_modules/vite')), 'no package of development is in the release')
  const data = path.join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(data, NOBODY, NOBODY)

  const start = async () => {
    const began = performance.now()
    const keeper = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: house,
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      env: {
        HOME: data,
        PORT: String(port),
        SITE_URL: `https://${DOMAIN}`,
        AMPARO_TRUST_PROXY: '1',
        AMPARO_DATA: path.join(data, 'house'),
        AMPARO_RATE_FACTOR: '100',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const text of keeper.stdout) if (String(text).includes('Ctrl+C')) break
    return { keeper, ms: Math.round(performance.now() - began) }
  }
  let run = await start()
  const stop = async () => {
    run.keeper.kill('SIGTERM')
    if (run.keeper.exitCode === null) await once(run.keeper, 'exit')
  }
  ends.push(stop)
  check(true, `unpacked and started in ${run.ms} ms, without npm and as an account with no rights`)

  const { certificate, key, ca } = await authority(folder, DOMAIN)
  const place = { ...{ folder, domain: DOMAIN, certificate, key }, upstreams: [port] }
  const proxies = [await caddy(place), await nginx(place)]
  for (const proxy of proxies) if (proxy) ends.push(proxy.stop)
  for (const proxy of proxies) {
    if (proxy) await through(proxy, ca)
  }

  for (const proxy of proxies) if (proxy) await renewed(proxy, ca)

  const asking = proxies.map((proxy) => proxy && askOften(proxy, ca))
  await delay(1_000)
  await stop()
  run = await start()
  const answers = await Promise.all(asking)
  for (const [index, proxy] of proxies.entries()) {
    const got = answers[index]
    if (!proxy || !got) continue
    const bad = got.filter(({ status }) => status !== 200).length
    const slowest = Math.round(Math.max(...got.map(({ ms }) => ms)))
    const said = `${proxy.name}: ${got.length} requests during a restart (${run.ms} ms): ${bad} not answered, the slowest after ${slowest} ms`
    // One process: what is under way as it ends may be refused; Caddy has the rest wait.
    check(proxy.name === 'nginx' || bad <= 5, said)
    check(got.at(-1)?.status === 200, `${proxy.name}: the last one was answered`)
  }
  await stop()
  await nothingWritten(proxies, ca)
} finally {
  for (const end of ends.reverse()) await end()
  await rm(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)

/** @typedef {import('../lib/proxies.mjs').Proxy} Proxy */

/** @param {Pick<Proxy, 'port'>} proxy @param {Buffer} ca @param {string} at @param {https.Agent} [agent] @returns {Promise<{ status: number, text: string, headers: import('node:http').IncomingHttpHeaders, ms: number }>} */
function ask({ port }, ca, at, agent) {
  const began = performance.now()
  return new Promise((resolve) => {
    const headers = { host: `${DOMAIN}:${port}` }
    const asked = https.get(
      { host: '127.0.0.1', port, path: at, ca, servername: DOMAIN, agent, headers },
      async (answer) => {
        let text = ''
        for await (const part of answer) text += part
        resolve({
          status: answer.statusCode ?? 0,
          text,
          headers: answer.headers,
          ms: performance.now() - began,
        })
      },
    )
    asked.once('error', (error) =>
      resolve({ status: 0, text: String(error), headers: {}, ms: performance.now() - began }),
    )
  })
}

/** Pages, where the app then asks, and a live room, by the certificate of the local authority. @param {Proxy} proxy @param {Buffer} ca */
async function through(proxy, ca) {
  for (let tries = 0; tries < 100 && (await ask(proxy, ca, '/healthz')).status !== 200; tries += 1)
    await delay(100)
  const page = await ask(proxy, ca, '/')
  const headers = page.headers['strict-transport-security']
  check(page.status === 200 && headers?.split(',').length === 1, `${proxy.name}: a page, with HSTS once`)
  const { supabaseUrl } = JSON.parse((await ask(proxy, ca, '/config.json')).text)
  check(supabaseUrl === `https://${DOMAIN}:${proxy.port}`, `${proxy.name}: the app is told its https address`)
  const socket = await socketOf(proxy, ca)
  check(await answers(socket), `${proxy.name}: a live connection answers`)
  socket.terminate()
}

/** @param {Pick<Proxy, 'port'>} proxy @param {Buffer} ca */
async function socketOf({ port }, ca) {
  const { anonKey } = JSON.parse((await ask({ port }, ca, '/config.json')).text)
  const socket = new WebSocket(`wss://${DOMAIN}:${port}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`, {
    ca,
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }], 4),
  })
  socket.on('error', () => {})
  await Promise.race([once(socket, 'open'), once(socket, 'close')])
  return socket
}

/** @param {WebSocket} socket @returns {Promise<boolean>} */
async function answers(socket) {
  if (socket.readyState !== WebSocket.OPEN) return false
  socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }))
  const heard = await Promise.race([
    once(socket, 'message').then(([data]) => String(data)),
    once(socket, 'close').then(() => 'closed'),
    delay(5_000).then(() => 'nothing'),
  ])
  return heard.includes('"status":"ok"')
}

/**
 * Another certificate, as after a renewal: whoever comes next sees it, no request fails, and who is in a live room stays, or comes back.
 * @param {Proxy} proxy @param {Buffer} ca
 */
async function renewed(proxy, ca) {
  const shown = () =>
    new Promise((resolve, reject) => {
      const socket = tls.connect({ host: '127.0.0.1', port: proxy.port, ca, servername: DOMAIN }, () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      })
      socket.once('error', reject)
    })
  const [before, socket] = [await shown(), await socketOf(proxy, ca)]
  let isOver = false
  const asking = (async () => {
    const got = []
    while (!isOver) {
      // On a connection of its own: one that is kept and closed at that moment a browser asks again by itself.
      const { status, text } = await ask(proxy, ca, '/config.json', new https.Agent())
      got.push(status === 200 ? '' : `${status} ${text.slice(0, 80)}`)
      await delay(50)
    }
    return got
  })()
  await renewCertificate(folder, DOMAIN)
  const began = performance.now()
  proxy.reload()
  let now = before
  while (now === before && performance.now() - began < 10_000) {
    await delay(50)
    now = await shown()
  }
  const ms = Math.round(performance.now() - began)
  await delay(500)
  isOver = true
  const faults = (await asking).filter(Boolean)
  const stayed = await answers(socket)
  if (!stayed) check(await answers(await socketOf(proxy, ca)), `${proxy.name}: a live room comes back`)
  socket.terminate()
  check(
    now !== before,
    `${proxy.name}: another certificate is shown ${ms} ms after a reload; live rooms ${stayed ? 'stayed' : 'were closed'}`,
  )
  check(faults.length === 0, `${proxy.name}: no request failed meanwhile ${faults.join(', ')}`)
}

/**
 * Nobody serves: what a proxy says by itself of a request that fails holds its whole address and who asked, unless it is told not to.
 * @param {(Proxy | undefined)[]} proxies @param {Buffer} ca
 */
async function nothingWritten(proxies, ca) {
  const asked = proxies.map((proxy) => proxy && ask(proxy, ca, `/confianza/${CODE}?code=${CODE}`))
  const unanswered = (await Promise.all(asked)).every((answer) => !answer || answer.status >= 500)
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'))
  const texts = await Promise.all(logs.map((name) => readFile(path.join(folder, name), 'utf8')))
  const found = logs.filter((_, index) => texts[index]?.includes(CODE))
  check(
    unanswered && found.length === 0,
    `nothing of a request that failed is in ${logs.join(', ')} ${found.join(', ')}`,
  )
  const caddyLog = texts[logs.indexOf('caddy.log')]
  if (caddyLog !== undefined) check(caddyLog.includes('server running'), 'Caddy: its log is written')
}

/** @param {Proxy} proxy @param {Buffer} ca */
async function askOften(proxy, ca) {
  const agent = new https.Agent({ keepAlive: true })
  const asked = []
  for (let count = 0; count < 150; count += 1) {
    asked.push(ask(proxy, ca, '/config.json', agent))
    await delay(100)
  }
  const answers = await Promise.all(asked)
  agent.destroy()
  return answers
}
