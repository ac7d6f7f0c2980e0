import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../testing/amparoServer.ts'
import { startBucket, type TestBucket } from '../../testing/objectStore.ts'
import type { S3Settings } from '../config/serverConfig.ts'
import { refusalOf } from './errors.ts'
import { MissingFile } from './files.ts'
import { S3Store } from './s3.ts'

const KEY = 'ab000000-0000-4000-8000-000000000001'
const OTHER = KEY.replace('ab', 'cd')

let folder: string
let bucket: TestBucket
let settings: S3Settings
let store: S3Store
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-s3-'))
  bucket = await startBucket()
  settings = bucket.settings
  store = await S3Store.open(settings)
})
afterAll(async () => {
  await bucket?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function put(key: string, content: string | Buffer, to = store): Promise<void> {
  const file = path.join(folder, 'arrived')
  await writeFile(file, content)
  await to.put(key, file)
}
async function bytesOf(reading: Promise<Readable>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await reading) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
async function listed(): Promise<string[]> {
  const keys: string[] = []
  for await (const batch of store.list()) keys.push(...batch.map(({ key }) => key))
  return keys.sort()
}
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error) => refusalOf(error)?.status,
  )

describe('files in an object store', () => {
  it('are taken over and given back, whole or in part, also those that fill no memory', async () => {
    await store.check()
    await put(KEY, 'bugambilia')
    expect(await readdir(folder), 'the local file went').toEqual([])
    expect((await bytesOf(store.read(KEY))).toString()).toBe('bugambilia')
    expect((await bytesOf(store.read(KEY, { start: 0, end: 2 }))).toString()).toBe('bug')
    expect((await bytesOf(store.read(KEY, { start: 1, end: 3 }))).toString()).toBe('uga')
    const large = Buffer.alloc(12_000_000, 'abcdefghij')
    await put(OTHER, large)
    expect((await bytesOf(store.read(OTHER))).equals(large)).toBe(true)
    await put(OTHER, '')
    expect(await bytesOf(store.read(OTHER))).toHaveLength(0)
  })

  it('are listed with their moment and removed; what is not there is no error, what is no key is none', async () => {
    await put(KEY, 'one')
    await put(OTHER, 'two')
    expect(await listed()).toEqual([KEY, OTHER])
    const [first] = await (async () => {
      for await (const batch of store.list()) return batch
      return []
    })()
    expect(Math.abs(first!.putAt - Date.now())).toBeLessThan(60_000)
    // Another installation in the same bucket is not ours.
    expect(await bucket.names()).toHaveLength(2)
    const elsewhere = await S3Store.open({ ...settings, prefix: 'otra/' })
    await put(KEY, 'three', elsewhere)
    await store.remove([KEY, KEY.replace('ab', 'ef')])
    expect(await listed()).toEqual([OTHER])
    expect((await bytesOf(elsewhere.read(KEY))).toString()).toBe('three')
    for (const key of [KEY, '../../secrets', ''])
      await expect(store.read(key), key).rejects.toBeInstanceOf(MissingFile)
  })

  it('are refused with 503 with another secret, where there is no bucket, and while nobody answers', async () => {
    const stranger = await S3Store.open({ ...settings, secretKey: 'another' })
    const nowhere = await S3Store.open({ ...settings, bucket: 'otro-nombre' })
    const nobody = await S3Store.open({ ...settings, endpoint: `http://127.0.0.1:${await freePort()}` })
    for (const wrong of [stranger, nowhere, nobody]) {
      expect(await refused(put(KEY, 'x', wrong))).toBe(503)
      await expect(wrong.check()).rejects.toThrow()
    }
    expect(await refused(stranger.read(OTHER))).toBe(503)
    expect(await refused(stranger.remove([OTHER]))).toBe(503)
    expect(await listed()).toContain(OTHER)
  })
})
