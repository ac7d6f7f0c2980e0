import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { PRODUCT_NAME } from '../../testing/postgres.ts'
import { lockDataFolder, takeLock } from './lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What the only file of the lock says. */
async function holding() {
  const [name, ...others] = await readdir(join(folder, 'lock'))
  expect(others).toEqual([])
  return JSON.parse(await readFile(join(folder, 'lock', name!), 'utf8'))
}

/** Leaves the lock as the owner described by `changes` would have left it. */
async function leftBy(changes: object) {
  const lock = await lockDataFolder(folder, { product: PRODUCT_NAME })
  const left = { ...(await holding()), ...changes }
  await lock.release()
  await rm(join(folder, 'lock'), { recursive: true })
  // Made anew by somebody who holds it, so that the folder's identity in the file is true.
  const again = await lockDataFolder(folder, { product: PRODUCT_NAME })
  const { folder: identity } = await holding()
  await again.release()
  const file = join(folder, 'lock', '7')
  await writeFile(file, JSON.stringify({ ...left, folder: identity }))
  // Its heartbeat ended long ago.
  await utimes(file, new Date(0), new Date(0))
}

/** The number of a process that has ended and was collected. */
async function deadProcess(): Promise<number> {
  const child = spawn('/bin/true')
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid!
}

test('names the process, since when and where it serves', async () => {
  const lock = await lockDataFolder(folder, { product: PRODUCT_NAME, url: 'http://127.0.0.1:8080' })
  await expect(lockDataFolder(folder, { product: PRODUCT_NAME })).rejects.toMatchObject({
    code: 'data_folder_in_use',
    message: expect.stringMatching(
      new RegExp(`${folder}.*proceso ${process.pid}, desde el .*, en http://127.0.0.1:8080: detenlo`),
    ),
  })
  await lock.release()
  await (await lockDataFolder(folder, { product: PRODUCT_NAME })).release()
})

test.each([
  ['a process that is no more', async () => ({ pid: await deadProcess() })],
  ['another process with the same number', async () => ({ pid: process.pid, started: '1' })],
  ['a process of before the last boot', async () => ({ space: 'otro arranque' })],
])('takes over the lock of %s', async (_who, changes) => {
  await leftBy(await changes())
  const lock = await lockDataFolder(folder, { product: PRODUCT_NAME })
  expect(await holding()).toMatchObject({ pid: process.pid })
  await lock.release()
})

test('of many at the same moment exactly one takes over a dead lock', async () => {
  await leftBy({ pid: await deadProcess() })
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => takeLock(join(folder, 'lock'), folder)),
  )
  const won = all.filter((one) => one.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const one of all) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'data_folder_in_use' })
  }
  expect(await won[0]!.value.held()).toBe(true)
  await won[0]!.value.release()
})

test('a copy of a data folder in use is not in use', async () => {
  const lock = await lockDataFolder(folder, { product: PRODUCT_NAME })
  const copy = await mkdtemp(join(tmpdir(), 'lock-test-'))
  await cp(folder, copy, { recursive: true })
  const other = await lockDataFolder(copy, { product: PRODUCT_NAME })
  expect(await lock.held()).toBe(true)
  await other.release()
  await lock.release()
  await rm(copy, { recursive: true })
})

test('is lost when the folder is deleted beneath it', async () => {
  const lock = await lockDataFolder(folder, { product: PRODUCT_NAME })
  await rm(join(folder, 'lock'), { recursive: true })
  expect(await lock.held()).toBe(false)
  await lock.release()
  await (await lockDataFolder(folder, { product: PRODUCT_NAME })).release()
})
