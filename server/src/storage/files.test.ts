import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from './errors.ts'
import { Staging } from './files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-staging-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The status with which an arrival is refused. */
const statusOf = (arrival: Promise<unknown>) =>
  arrival.then(
    () => 200,
    (error) => refusalOf(error)?.status,
  )

describe('Staging', () => {
  it('keeps what arrives whole, and knows its size, its head and its digest', async () => {
    const staged = await new Staging(folder).receive(Readable.from([Buffer.from('ho'), Buffer.from('la')]), 4)
    expect(staged).toMatchObject({
      size: 4,
      head: Buffer.from('hola'),
      md5: '4d186321c1a7f0f354b297e8914ab240',
    })
    expect(await new Staging(folder).describe(staged.path)).toEqual(staged)
  })

  it('keeps nothing of what is too large, breaks off at any moment, or stands still', async () => {
    const staging = new Staging(folder, { reservedBytes: 0, stallMs: 30 })
    expect(await statusOf(staging.receive(Readable.from([Buffer.alloc(5)]), 4))).toBe(413)
    for (const later of [queueMicrotask, setImmediate, (work: () => void) => setTimeout(work, 10)]) {
      const broken = new PassThrough()
      broken.write('half')
      later(() => broken.destroy(new Error('gone')))
      await expect(staging.receive(broken, 100)).rejects.toThrow('gone')
    }
    const silent = new PassThrough()
    silent.write('half')
    expect(await statusOf(staging.receive(silent, 100))).toBe(408)
    expect(await readdir(folder)).toEqual([])
  })

  it('takes nothing where the database would run out of room', async () => {
    const staging = new Staging(folder, { reservedBytes: Number.MAX_SAFE_INTEGER, stallMs: 1_000 })
    expect(await statusOf(staging.receive(Readable.from([Buffer.from('x')]), 4))).toBe(503)
    expect(await readdir(folder)).toEqual([])
  })
})
