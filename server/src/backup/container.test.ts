import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackupWriter, newKeys } from './container.ts'

// A disk with less room than a backup leaves free.
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: 100, bsize: 4_096 }),
}))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-llena-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each([
  ['as it is', async () => []],
  ['encrypted', async () => [(await newKeys()).publicKey]],
])(
  'a disk without room is said to be, also to the part that comes after it was found out, %s',
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

it('a disk without room is said to be, where it is found out at the end', async () => {
  const writer = await BackupWriter.open(path.join(folder, 'una'), [])
  await expect(writer.finish()).rejects.toThrow('No queda espacio para')
  expect(await readdir(folder)).toEqual([])
})

it('a part that cannot be read is what is said, not that the writing ended', async () => {
  const { Readable } = await import('node:stream')
  const writer = await BackupWriter.open(path.join(folder, 'una'), [])
  const broken = new Readable({
    read() {
      this.destroy(new Error('the database is gone'))
    },
  })
  await expect(writer.add({ name: 'parte', size: 5 }, broken)).rejects.toThrow('the database is gone')
  await writer.abandon()
})
