import fs from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refusalOf } from './errors.ts'
import { DiskStore, MissingFile, Staging } from './files.ts'

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

  it('leaves nothing of what breaks off while a slow disk is still making its file', async () => {
    const { open } = fs
    const opened: Promise<void>[] = []
    // Streams that open their file themselves do it by this call.
    vi.spyOn(fs, 'open').mockImplementation((...call) => {
      const later = new Promise<void>((resolve) => setTimeout(resolve, 50))
      const made = later.then(() => fs.closeSync(fs.openSync(call[0], 'w')))
      opened.push(made.then(() => open(...call)))
    })
    const broken = new PassThrough()
    broken.write('half')
    broken.end()
    broken.destroy(new Error('gone'))
    const staging = new Staging(folder, { reservedBytes: 0, stallMs: 1_000 })
    await expect(staging.receive(broken, 100)).rejects.toThrow('gone')
    vi.restoreAllMocks()
    await Promise.all(opened)
    expect(await readdir(folder)).toEqual([])
  })

  it('takes nothing where the database would run out of space', async () => {
    const staging = new Staging(folder, { reservedBytes: Number.MAX_SAFE_INTEGER, stallMs: 1_000 })
    expect(await statusOf(staging.receive(Readable.from([Buffer.from('x')]), 4))).toBe(503)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('Staging, kept tidy', () => {
  it('is made where it is not there, and cleared only for who is alone', async () => {
    const inside = path.join(folder, 'incoming')
    await new Staging(inside).open({ clear: true })
    await writeFile(path.join(inside, 'left'), 'half')
    await new Staging(inside).open({ clear: false })
    expect(await readdir(inside)).toEqual(['left'])
    await new Staging(inside).open({ clear: true })
    expect(await readdir(inside)).toEqual([])
  })

  it('removes what was left before a moment, and what it is told to', async () => {
    for (const [name, at] of [
      ['old', 1_000],
      ['young', 3_000],
      ['mine', 3_000],
    ] as const) {
      await writeFile(path.join(folder, name), name)
      await utimes(path.join(folder, name), at, at)
    }
    const staging = new Staging(folder)
    await staging.sweep(3_000_000)
    expect((await readdir(folder)).sort()).toEqual(['mine', 'young'])
    await staging.discard(path.join(folder, 'mine'), path.join(folder, 'was never there'))
    expect(await readdir(folder)).toEqual(['young'])
  })

  it('names no two files alike', () => {
    const staging = new Staging(folder)
    const [one, other] = [staging.newPath(), staging.newPath()]
    expect(one).not.toBe(other)
    expect(path.dirname(one)).toBe(folder)
  })
})

it('keeps folders and files for their owner alone', async () => {
  const modeOf = async (...parts: string[]) => (await stat(path.join(folder, ...parts))).mode & 0o777
  const staging = new Staging(path.join(folder, 'deep', 'incoming'))
  await staging.open({ clear: true })
  const staged = await staging.receive(Readable.from([Buffer.from('x')]), 1)
  expect([await modeOf('deep', 'incoming'), (await stat(staged.path)).mode & 0o777]).toEqual([0o700, 0o600])
  const key = 'abcdef01-2345-4678-9abc-def012345678'
  await new DiskStore(path.join(folder, 'objects')).put(key, staged.path)
  expect([await modeOf('objects', 'ab'), await modeOf('objects', 'ab', key)]).toEqual([0o700, 0o600])
})

describe('DiskStore', () => {
  const KEY = 'abcdef01-2345-4678-9abc-def012345678'
  const put = async (store: DiskStore, key: string, text: string) => {
    await writeFile(path.join(folder, 'new'), text)
    await store.put(key, path.join(folder, 'new'))
  }
  const textOf = async (stream: Promise<AsyncIterable<Buffer>>) => {
    const parts: Buffer[] = []
    for await (const part of await stream) parts.push(part)
    return Buffer.concat(parts).toString()
  }

  it('takes a file over and gives it back, whole or in part', async () => {
    const store = new DiskStore(path.join(folder, 'objects'))
    await put(store, KEY, 'bugambilia')
    expect((await readdir(folder)).sort(), 'it was moved').toEqual(['objects'])
    expect(await readdir(path.join(folder, 'objects', 'ab'))).toEqual([KEY])
    expect(await textOf(store.read(KEY))).toBe('bugambilia')
    expect(await textOf(store.read(KEY, { start: 1, end: 3 }))).toBe('uga')
  })

  it('says that a key has no file, or is none', async () => {
    const store = new DiskStore(path.join(folder, 'objects'))
    for (const key of [KEY, '../../etc/passwd', `x${KEY}`, `${KEY}x`, ''])
      await expect(store.read(key), key).rejects.toBeInstanceOf(MissingFile)
    await mkdir(path.join(folder, 'objects', 'ab'), { recursive: true })
    await expect(store.put(KEY, path.join(folder, 'nothing'))).rejects.toThrow('ENOENT')
  })

  it('removes what is there, and lists what it has with its moment', async () => {
    const store = new DiskStore(path.join(folder, 'objects'))
    const listed = async () => {
      const all = []
      for await (const batch of store.list()) all.push(...batch)
      return all
    }
    expect(await listed(), 'before anything was stored').toEqual([])
    const other = KEY.replace('ab', '00')
    await put(store, KEY, 'one')
    await put(store, other, 'two')
    await utimes(path.join(folder, 'objects', 'ab', KEY), 7, 7)
    await writeFile(path.join(folder, 'objects', 'ab', 'notes.txt'), 'not ours')
    for (const foreign of ['lost+found', 'abc', 'xab']) {
      await mkdir(path.join(folder, 'objects', foreign))
      await writeFile(path.join(folder, 'objects', foreign, KEY), 'not where a key lies')
    }
    expect((await listed()).map(({ key }) => key).sort()).toEqual([other, KEY])
    expect((await listed()).find(({ key }) => key === KEY)).toEqual({ key: KEY, putAt: 7_000 })
    await store.remove([KEY, KEY.replace('ab', 'cd')])
    expect((await listed()).map(({ key }) => key)).toEqual([other])
  })
})
