import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/storage.ts'
import { DiskStore, MissingFile, Staging } from './files.ts'
import type { StorageContext } from './request.ts'
import { sweep } from './sweep.ts'

let harness: Harness
let folder: string
beforeAll(async () => {
  harness = await startHarness()
  folder = path.join(harness.dataDir, 'storage')
  const service = await harness.client('service')
  await service.storage.createBucket('cajon')
  await service.storage.from('cajon').upload('una.txt', 'que se queda')
})
afterAll(() => harness?.close())

/** Puts a file into the store as a crash would leave it: without a row. */
async function orphan(age = 0): Promise<string> {
  const key = randomUUID()
  const file = path.join(folder, 'objects', key.slice(0, 2), key)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, 'nobody’s')
  const at = Date.now() / 1000 - age
  await utimes(file, at, at)
  return key
}

function context(): StorageContext {
  const db = { asUser: asOwner }
  const files = new DiskStore(path.join(folder, 'objects'))
  const staging = new Staging(path.join(folder, 'incoming'))
  return { db, files, staging, log: harness.server.app.log } as unknown as StorageContext
}

/** The sweep's one question, asked of the same database. */
async function asOwner(_identity: unknown, { text, values }: { text: string; values: unknown[] }) {
  const rows = await harness.server.query<{ key: string }>(text, values)
  return [{ rows: rows.map(({ key }) => [key]), rowCount: rows.length }]
}

describe('the sweep', () => {
  it('removes what has no row and is old enough, and nothing else', async () => {
    const [old, young] = [await orphan(7200), await orphan()]
    const left = path.join(folder, 'incoming', randomUUID())
    await writeFile(left, 'half')
    await utimes(left, 1, 1)
    expect(await sweep(context(), Date.now() - 3_600_000)).toBe(1)
    const files = await harness.storedFiles()
    expect(files).not.toContain(old)
    expect(files).toContain(young)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
    expect(await sweep(context(), Date.now() + 1_000)).toBe(1)
    const service = await harness.client('service')
    const { data } = await service.storage.from('cajon').download('una.txt')
    expect(await data!.text()).toBe('que se queda')
  })

  it('removes the file of a row that the database deleted by itself', async () => {
    const service = await harness.client('service')
    await service.storage.from('cajon').upload('otra.txt', 'que se va')
    const before = await harness.storedFiles()
    await harness.server.query(`delete from storage.objects where name = 'otra.txt'`)
    expect(await sweep(context(), Date.now() + 1_000)).toBe(1)
    expect(await harness.storedFiles()).toHaveLength(before.length - 1)
  })
})

describe('a folder whose database is another', () => {
  it('keeps all its files', async () => {
    const other = await mkdtemp(path.join(tmpdir(), 'amparo-other-'))
    const staging = new Staging(path.join(other, 'incoming'))
    const files = new DiskStore(path.join(other, 'objects'))
    await staging.open({ clear: true })
    const put = async () => {
      const { path: file } = await staging.receive(Readable.from([Buffer.from('a photo')]), 100)
      await files.put(randomUUID(), file)
    }
    for (let file = 0; file < 11; file += 1) await put()
    expect(await sweep({ ...context(), files, staging }, Date.now() + 1_000)).toBe(0)
    expect(
      (await readdir(path.join(other, 'objects'), { recursive: true })).filter((name) => name.includes('-')),
    ).toHaveLength(11)
    await rm(other, { recursive: true })
  })
})

describe('a row whose file is gone', () => {
  it('is told as not found, never as an error of ours', async () => {
    const service = await harness.client('service')
    const { data } = await service.storage.from('cajon').upload('perdida.txt', 'x')
    const [row] = await harness.server.query<{ version: string }>(
      'select version from storage.objects where id = $1',
      [data!.id],
    )
    await new DiskStore(path.join(folder, 'objects')).remove([row!.version])
    expect((await service.storage.from('cajon').download('perdida.txt')).error).toMatchObject({ status: 404 })
    expect((await service.storage.from('cajon').copy('perdida.txt', 'copia.txt')).error).toMatchObject({
      status: 404,
    })
    expect((await service.storage.from('cajon').remove(['perdida.txt'])).error).toBeNull()
  })
})

describe('the store', () => {
  it.each(['../../secrets.json', '', 'x', `${randomUUID()}/..`])(
    'has no file for the key %o',
    async (key) => {
      const store = new DiskStore(path.join(folder, 'objects'))
      await expect(store.read(key)).rejects.toBeInstanceOf(MissingFile)
    },
  )
})
