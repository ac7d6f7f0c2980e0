import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackupWriter, newKeys, readBackup } from './container.ts'

/** Less space than a backup leaves free, unless a test says otherwise. */
const disk = vi.hoisted(() => ({ bavail: 100 }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: disk.bavail, bsize: 4_096 }),
}))

let folder: string
beforeEach(async () => {
  disk.bavail = 100
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-llena-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each([
  ['as it is', async () => []],
  ['encrypted', async () => [(await newKeys()).publicKey]],
])(
  'a full disk is said to be, also to the part that comes after it was found out, %s',
  async (_how, keys) => {
    const writer = await BackupWriter.open(path.join(folder, 'una'), await keys())
    const parts = async () => {
      for (let part = 0; ; part += 1) {
        await writer.add({ name: `parte-${part}`, size: 5 }, 'texto')
        // As between the first part and the database, which is asked meanwhile.
        for (let turns = 0; turns < 50; turns += 1) await turn()
      }
    }
    await expect(parts()).rejects.toThrow('No queda espacio para')
    await writer.abandon()
    expect(await readdir(folder)).toEqual([])
  },
)

it('a full disk is said to be, where it is found out at the end', async () => {
  const writer = await BackupWriter.open(path.join(folder, 'una'), [])
  await expect(writer.finish()).rejects.toThrow('No queda espacio para')
  expect(await readdir(folder)).toEqual([])
})

it('a part that cannot be read is what is said, not that the writing ended', async () => {
  const writer = await BackupWriter.open(path.join(folder, 'una'), [])
  const broken = new Readable({
    read() {
      this.destroy(new Error('the database is gone'))
    },
  })
  await expect(writer.add({ name: 'parte', size: 5 }, broken)).rejects.toThrow('the database is gone')
  await writer.abandon()
})

describe('damage in the middle of a part', () => {
  const file = () => path.join(folder, 'una')
  beforeEach(async () => {
    disk.bavail = 10_000_000
    const writer = await BackupWriter.open(file(), [])
    const bytes = randomBytes(3 * 1024 * 1024)
    await writer.add({ name: 'parte', size: bytes.length }, Readable.from([bytes]))
    await writer.finish()
    const handle = await open(file(), 'r+')
    await handle.write(Buffer.alloc(300_000, 0xff), 0, 300_000, Math.floor((await stat(file())).size / 2))
    await handle.close()
  })

  it('is said to be damage, also where the part is just being read', async () => {
    const read = readBackup(file(), undefined, async (_entry, content) => {
      for await (const _ of content);
    })
    await expect(read).rejects.toThrow('está dañada o incompleta')
  })

  it('is not what is said where the reader gave up before', async () => {
    const read = readBackup(file(), undefined, async () => {
      throw new Error('no space for it')
    })
    await expect(read).rejects.toThrow('no space for it')
  })
})
