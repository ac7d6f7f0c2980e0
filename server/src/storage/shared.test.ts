import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startAmparo } from '../../testing/amparoServer.ts'
import { startBucket, type TestBucket } from '../../testing/objectStore.ts'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { Staging } from './files.ts'
import type { StorageContext } from './request.ts'
import { S3Store } from './s3.ts'
import { sweep } from './sweep.ts'

// Two machines: one PostgreSQL, one object store, and no folder that both of them see.
let folder: string
let postgres: TestPostgres
let bucket: TestBucket
const servers: Awaited<ReturnType<typeof startAmparo>>[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-shared-'))
  postgres = await startTestPostgres(undefined, 'schema')
  bucket = await startBucket()
  const { host, port, user, password, database } = postgres.connection
  for (const name of ['una', 'otra'])
    servers.push(
      await startAmparo({
        ...{ AMPARO_DATA: path.join(folder, name), AMPARO_RATE_FACTOR: '10000' },
        AMPARO_JWT_SECRET: 'the-same-secret-of-both-machines-of-this-test',
        DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
        ...bucket.env,
      }),
    )
  await service(0).storage.createBucket('cajon')
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await bucket?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The official client, asking one of the two with the key that passes every policy. */
function service(machine: number): SupabaseClient {
  const { url, config } = servers[machine]!
  return createClient(url, config.secrets.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never },
  })
}
const cajon = (machine: number) => service(machine).storage.from('cajon')
async function textOf(machine: number, name: string): Promise<string | undefined> {
  const { data, error } = await cajon(machine).download(name)
  // Not found is an answer; whatever else went wrong is said.
  if (error && !/not.?found/i.test(error.message)) throw error
  return data?.text()
}

/** What one of the machines removes of what belongs to nobody, looking at what was put before `cutoff`. */
async function sweepOf(machine: number, cutoff: number): Promise<number> {
  const incoming = path.join(folder, `incoming-${machine}`)
  const staging = new Staging(incoming)
  await staging.open({ clear: false })
  const asUser = async (_identity: unknown, { text, values }: { text: string; values: unknown[] }) => {
    const rows = await servers[machine]!.query<{ key: string }>(text, values)
    return [{ rows: rows.map(({ key }) => [key]), rowCount: rows.length }]
  }
  const { log } = servers[machine]!.app
  return sweep(
    { db: { asUser }, files: await S3Store.open(bucket.settings), staging, log } as unknown as StorageContext,
    cutoff,
  )
}

describe('two machines that share an object store', () => {
  it('write, read, replace and remove each other’s files', async () => {
    expect((await cajon(0).upload('una.txt', 'de la una')).error).toBeNull()
    expect(await textOf(1, 'una.txt')).toBe('de la una')
    expect((await cajon(1).update('una.txt', 'de la otra')).error).toBeNull()
    expect(await textOf(0, 'una.txt')).toBe('de la otra')
    expect(await bucket.names(), 'what was replaced is gone').toHaveLength(1)
    expect((await cajon(0).move('una.txt', 'movida.txt')).error).toBeNull()
    expect((await cajon(1).copy('movida.txt', 'copia.txt')).error).toBeNull()
    expect((await cajon(1).list()).data?.map(({ name }) => name)).toEqual(['copia.txt', 'movida.txt'])
    expect((await cajon(0).remove(['movida.txt', 'copia.txt'])).error).toBeNull()
    expect(await textOf(1, 'copia.txt')).toBeUndefined()
    expect(await bucket.names()).toEqual([])
  })

  it('honour the addresses that the other one signed', async () => {
    const { data: slot } = await cajon(0).createSignedUploadUrl('firmada.txt')
    expect((await cajon(1).uploadToSignedUrl('firmada.txt', slot!.token, 'por la otra')).error).toBeNull()
    const { data: signed } = await cajon(0).createSignedUrl('firmada.txt', 60)
    const there = signed!.signedUrl.replace(servers[0]!.url, servers[1]!.url)
    expect(await (await fetch(there)).text()).toBe('por la otra')
    await cajon(0).remove(['firmada.txt'])
  })

  it('write one name at the same time, and one of the two is there whole, with nothing left behind', async () => {
    const texts = Array.from({ length: 12 }, (_, at) => `${at} `.repeat(20_000))
    const put = await Promise.all(
      texts.map((text, at) => cajon(at % 2).upload('disputada.txt', text, { upsert: true })),
    )
    expect(put.filter(({ error }) => error)).toEqual([])
    const stays = await textOf(0, 'disputada.txt')
    expect(texts).toContain(stays)
    expect(await textOf(1, 'disputada.txt')).toBe(stays)
    expect(await bucket.names()).toHaveLength(1)
    await cajon(1).remove(['disputada.txt'])
  })

  it('sweep at the same time while both write, and no file with a row is lost', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `n${at}.txt`)
    const store = await S3Store.open(bucket.settings)
    // What a machine that ended between file and row left in the store.
    const left = 'ab000000-0000-4000-8000-000000000001'
    const arrived = path.join(folder, 'arrived')
    await writeFile(arrived, 'nobody’s')
    await store.put(left, arrived)
    await bucket.age()
    let cutoff = 0
    for await (const batch of store.list())
      for (const { putAt } of batch) cutoff = Math.max(cutoff, putAt + 1)
    expect(cutoff).toBeLessThan(Date.now() - 60_000)
    let isWriting = true
    /** Sweeps again and again while both write. */
    const keepSweeping = async (machine: number) => {
      while (isWriting) await sweepOf(machine, cutoff)
    }
    const sweeping = [keepSweeping(0), keepSweeping(1)]
    const put = await Promise.all(names.map((name, at) => cajon(at % 2).upload(name, name)))
    isWriting = false
    await Promise.all(sweeping)
    expect(put.filter(({ error }) => error)).toEqual([])
    for (const [at, name] of names.entries()) expect(await textOf((at + 1) % 2, name)).toBe(name)
    expect(await bucket.names()).toHaveLength(names.length)
    expect((await bucket.names()).some((name) => name.endsWith(left))).toBe(false)
  })

  it('leave nothing on a disk of their own', async () => {
    for (const name of ['una', 'otra']) {
      const entries = await readdir(path.join(folder, name, 'storage'), {
        recursive: true,
        withFileTypes: true,
      })
      expect(entries.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual([])
    }
  })
})
