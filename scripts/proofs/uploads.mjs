import { fork } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { startAmparo } from '../lib/amparo.mjs'
import { freePort } from '../lib/port.mjs'

/**
 * Kills the server 25 times in the middle of uploads. After each restart every object must be whole, the one that was
 * acknowledged last or one that was on its way; no row may lack its file, and no file may be left without a row.
 */
const ROUNDS = 25
const UPLOADERS = 6
const NAMES = 12
const SWEEP_LIMIT_MS = 10_000

/** Names that somebody writes just now. @type {Set<string>} */
const busy = new Set()

if (process.argv.includes('--serve')) {
  process.once('disconnect', () => process.exit(1))
  const { server } = await startAmparo({ demo: true, staticDir: null })
  process.send?.({ url: server.url, key: server.config.secrets.serviceRoleKey })
} else {
  await prove()
}

async function prove() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'amparo-uploads-'))
  const env = {
    ...process.env,
    AMPARO_DATA: dataDir,
    PORT: String(await freePort()),
    AMPARO_RATE_FACTOR: '100000',
  }
  /** What each name may hold: the digest acknowledged last, and those sent since. @type {Map<string, Set<string>>} */
  const expected = new Map()
  const tally = { passed: 0, failed: 0, acknowledged: 0, broken: 0, restarts: /** @type {number[]} */ ([]) }
  /** @param {string} what @param {boolean} isGood @param {string} [detail] */
  const check = (what, isGood, detail = '') => {
    tally[isGood ? 'passed' : 'failed'] += 1
    if (!isGood) console.log(`✗ ${what} ${detail}`)
  }
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const began = performance.now()
      const { child, bucket, profiles } = await serve(env)
      if (round > 1) tally.restarts.push(performance.now() - began)
      await inspect(dataDir, bucket, profiles, expected, check)
      let isOver = false
      const uploaders = Array.from({ length: UPLOADERS }, async (_, number) => {
        while (!isOver) {
          const isDone = await (number === 0 ? sendPhoto(profiles) : send(bucket, expected))
          tally[isDone ? 'acknowledged' : 'broken'] += 1
        }
      })
      // At a random moment once uploads are under way.
      const enough = tally.acknowledged + UPLOADERS
      while (tally.acknowledged < enough && tally.broken < round * UPLOADERS) await delay(10)
      await delay(randomInt(0, 300))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      isOver = true
      await Promise.all([ended, ...uploaders])
    }
    const { child, bucket, profiles } = await serve(env)
    await inspect(dataDir, bucket, profiles, expected, check)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  check('uploads were acknowledged', tally.acknowledged > ROUNDS, String(tally.acknowledged))
  check('uploads were broken off', tally.broken >= ROUNDS, String(tally.broken))
  const slowest = Math.round(Math.max(...tally.restarts))
  console.log(
    `${ROUNDS} kills: ${tally.acknowledged} uploads acknowledged, ${tally.broken} broken off, ${expected.size} objects, slowest restart ${slowest} ms`,
  )
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  process.exitCode = tally.failed > 0 ? 1 : 0
}

/** Starts the server in a process of its own. @param {NodeJS.ProcessEnv} env */
async function serve(env) {
  const child = fork(fileURLToPath(import.meta.url), ['--serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { url, key } = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
  })
  const { storage } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: /** @type {never} */ (WebSocket) },
  })
  await storage.createBucket('pruebas', { public: false })
  return { child, bucket: storage.from('pruebas'), profiles: storage.from('profiles') }
}

/** @typedef {Awaited<ReturnType<typeof serve>>['bucket']} Bucket */

/**
 * Uploads random bytes that begin with the digest of the rest. @param {Bucket} bucket
 * @param {Map<string, Set<string>>} expected @returns {Promise<boolean>} whether it was acknowledged
 */
async function send(bucket, expected) {
  const name = `${randomInt(NAMES)}-${randomInt(NAMES)}.bin`
  // One writer per name at a time, so that "the last one" has a meaning.
  if (busy.has(name)) return send(bucket, expected)
  busy.add(name)
  try {
    const rest = randomBytes(randomInt(1_000, 1_500_000))
    const digest = digestOf(rest)
    const possible = expected.get(name) ?? new Set(['none'])
    expected.set(name, possible.add(digest))
    const { error } = await bucket.upload(name, Buffer.concat([Buffer.from(digest), rest]), { upsert: true })
    if (error) return false
    expected.set(name, new Set([digest]))
    return true
  } finally {
    busy.delete(name)
  }
}

/** @param {Bucket} profiles */
async function sendPhoto(profiles) {
  const noise = { width: 300, height: 200, channels: /** @type {3} */ (3) }
  const photo = await sharp(randomBytes(300 * 200 * 3), { raw: noise })
    .jpeg()
    .toBuffer()
  return (await profiles.upload('avatars/foto.jpg', photo, { upsert: true })).error === null
}

/**
 * @param {string} dataDir @param {Bucket} bucket @param {Bucket} profiles @param {Map<string, Set<string>>} expected
 * @param {(what: string, isGood: boolean, detail?: string) => void} check
 */
async function inspect(dataDir, bucket, profiles, expected, check) {
  const names = ((await bucket.list('', { limit: 1000 })).data ?? []).map(({ name }) => name)
  const photos = (await profiles.list('avatars')).data ?? []
  let broken = 0
  for (const [name, possible] of expected) {
    const { data } = await bucket.download(name)
    const bytes = data === null ? undefined : Buffer.from(await data.arrayBuffer())
    const digest = bytes?.subarray(0, 64).toString() ?? 'none'
    const isWhole = bytes === undefined || digestOf(bytes.subarray(64)) === digest
    if (!isWhole || !possible.has(digest) || (bytes === undefined) === names.includes(name)) broken += 1
    expected.set(name, new Set([digest]))
  }
  check('every object is whole and the one that it should be', broken === 0, `${broken} broken`)
  if (photos.length > 0) {
    const { data } = await profiles.download('avatars/foto.jpg')
    const isWhole = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)), {
      failOn: 'warning',
    })
      .stats()
      .then(
        () => true,
        () => false,
      )
    check('the photo is whole', isWhole)
  }
  const left = await untilSwept(dataDir, names.length + photos.length)
  check('no file without a row, none half arrived', left === 0, `${left} too many`)
}

/** Waits for the sweep after a start. @param {string} dataDir @param {number} rows @returns {Promise<number>} files too many */
async function untilSwept(dataDir, rows) {
  const deadline = Date.now() + SWEEP_LIMIT_MS
  for (;;) {
    const entries = await readdir(path.join(dataDir, 'storage'), { recursive: true, withFileTypes: true })
    const left = entries.filter((entry) => entry.isFile()).length - rows
    if (left === 0 || Date.now() > deadline) return left
    await delay(50)
  }
}

/** @param {Buffer} bytes */
function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
