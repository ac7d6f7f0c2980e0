import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { program } from '../../tests/helpers/program.ts'
import { freePort } from '../../tools/lib/port.ts'
import type { Tally } from '../tally.ts'

const ROUNDS = 25
const UPLOADERS = 6
const NAMES = 100
const SWEEP_LIMIT_MS = 10_000

/**
 * Kills the server in the middle of uploads. After each restart every object must be whole, the one that was acknowledged last or one
 * that was on its way; no row may lack its file, and no file may be left without a row.
 */
export async function killDuringUploads(tally: Tally): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-uploads-'))
  await chmod(folder, 0o711)
  /** What each name may contain: the digest acknowledged last, and those sent since. */
  const expected = new Map<string, Set<string>>()
  /** Names that somebody writes just now: one at a time, so that "the last one" has a meaning. */
  const busy = new Set<string>()
  let [acknowledged, broken, damaged, left] = [0, 0, 0, 0]
  try {
    for (let round = 1; round <= ROUNDS + 1; round += 1) {
      const { child, bucket, photos } = await serve(folder)
      damaged += await damagedOf(bucket, expected)
      damaged += await damagedPhotos(photos)
      left += await filesTooMany(folder, bucket, photos)
      if (round <= ROUNDS) {
        let isOver = false
        const uploaders = Array.from({ length: UPLOADERS }, async (_, number) => {
          while (!isOver) {
            // One of them sends photos, which the server writes anew.
            if (await (number === 0 ? uploadPhoto(photos) : upload(bucket, expected, busy))) acknowledged += 1
            else broken += 1
          }
        })
        // At a random moment once uploads are under way.
        const enough = acknowledged + UPLOADERS
        while (acknowledged < enough && broken < round * UPLOADERS) await delay(10)
        await delay(randomInt(0, 300))
        await kill(child)
        isOver = true
        await Promise.all(uploaders)
      } else await kill(child)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  tally.check(`${ROUNDS} kills, acknowledged uploads`, acknowledged > ROUNDS, String(acknowledged))
  tally.check('broken off', broken >= ROUNDS, String(broken))
  tally.check(
    'objects that are not whole, or not the one that they should be',
    damaged === 0,
    String(damaged),
  )
  tally.check('files without a row', left === 0, String(left))
}

async function serve(folder: string) {
  const script = program('tools/api-server.ts')
  const child = spawn(process.execPath, script, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      AMPARO_DATA: folder,
      PORT: String(await freePort()),
      AMPARO_RATE_FACTOR: '100000',
      DATABASE_URL: '',
    },
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })
  const { url, serviceKey } = JSON.parse(line) as { url: string; serviceKey: string }
  const { storage } = createClient(url, serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
  await storage.createBucket('pruebas', { public: false })
  return { child, bucket: storage.from('pruebas'), photos: storage.from('profiles') }
}

type Bucket = Awaited<ReturnType<typeof serve>>['bucket']

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Uploads bytes that begin with the digest of the rest. @returns whether it was acknowledged */
async function upload(
  bucket: Bucket,
  expected: Map<string, Set<string>>,
  busy: Set<string>,
): Promise<boolean> {
  const name = `${randomInt(NAMES)}.bin`
  if (busy.has(name)) return upload(bucket, expected, busy)
  busy.add(name)
  try {
    const rest = randomBytes(randomInt(1_000, 1_500_000))
    const digest = digestOf(rest)
    expected.set(name, new Set([...(expected.get(name) ?? ['none']), digest]))
    const { error } = await bucket.upload(name, Buffer.concat([Buffer.from(digest), rest]), { upsert: true })
    if (error) return false
    expected.set(name, new Set([digest]))
    return true
  } finally {
    busy.delete(name)
  }
}

const PHOTO = 'avatars/foto.jpg'

async function uploadPhoto(photos: Bucket): Promise<boolean> {
  const raw = { width: 300, height: 200, channels: 3 as const }
  const bytes = await sharp(randomBytes(300 * 200 * 3), { raw })
    .jpeg()
    .toBuffer()
  return (await photos.upload(PHOTO, bytes, { upsert: true })).error === null
}

async function damagedPhotos(photos: Bucket): Promise<number> {
  const { data } = await photos.download(PHOTO)
  if (data === null) return 0
  return sharp(Buffer.from(await data.arrayBuffer()), { failOn: 'warning' })
    .stats()
    .then(
      () => 0,
      () => 1,
    )
}

async function damagedOf(bucket: Bucket, expected: Map<string, Set<string>>): Promise<number> {
  const names = ((await bucket.list('', { limit: 1000 })).data ?? []).map(({ name }) => name)
  let damaged = 0
  for (const [name, possible] of expected) {
    const { data } = await bucket.download(name)
    const bytes = data === null ? undefined : Buffer.from(await data.arrayBuffer())
    const digest = bytes?.subarray(0, 64).toString() ?? 'none'
    const isWhole = bytes === undefined || digestOf(bytes.subarray(64)) === digest
    if (!isWhole || !possible.has(digest) || (bytes === undefined) === names.includes(name)) damaged += 1
    expected.set(name, new Set([digest]))
  }
  return damaged
}

/** Once the server has swept after its start. */
async function filesTooMany(folder: string, bucket: Bucket, photos: Bucket): Promise<number> {
  const [objects, pictures] = await Promise.all([bucket.list('', { limit: 1000 }), photos.list('avatars')])
  const rows = (objects.data ?? []).length + (pictures.data ?? []).length
  const deadline = Date.now() + SWEEP_LIMIT_MS
  for (;;) {
    const entries = await readdir(path.join(folder, 'storage'), { recursive: true, withFileTypes: true })
    const left = entries.filter((entry) => entry.isFile()).length - rows
    if (left === 0 || Date.now() > deadline) return left
    await delay(50)
  }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
