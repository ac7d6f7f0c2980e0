import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isDue, listBackups, nameOf, newestOf, removeOld } from './folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-diarias-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (day: number, hour = 3) => new Date(2026, 10, day, hour, 15)
const make = async (day: number) => {
  const file = path.join(folder, nameOf('amparo', at(day), true))
  await writeFile(file, '')
  return file
}
const kept = async () => (await listBackups(folder, 'amparo')).map(({ moment }) => moment.getDate())

it('a backup is due once a day, from its hour on, and as soon as a machine that was off is on', () => {
  expect(isDue(undefined, 3, at(22))).toBe(true)
  expect(isDue(at(21), 3, at(22, 2))).toBe(false)
  expect(isDue(at(21), 3, at(22, 3))).toBe(true)
  expect(isDue(at(22), 3, at(22, 23))).toBe(false)
  expect(isDue(at(19), 3, at(22, 1))).toBe(true)
})

it('what was made by a clock that was days ahead is not the newest one, once the clock is right', () => {
  const found = [21, 25].map((day) => ({ file: String(day), moment: at(day) }))
  expect(newestOf(found, at(22))).toEqual(at(21))
  expect(newestOf(found, at(25))).toEqual(at(25))
  expect(newestOf(found, at(1))).toBeUndefined()
})

it('what is older than its days goes, but never the newest nor the one before, nor what is not ours', async () => {
  for (const day of [1, 5, 20]) await make(day)
  await writeFile(path.join(folder, 'amparo-mia.copia'), '')
  expect(await removeOld({ folder, days: 7 }, 'amparo', await make(22), at(22))).toBe(2)
  expect(await kept()).toEqual([20, 22])
  expect(await readdir(folder)).toContain('amparo-mia.copia')
  expect(await removeOld({ folder, days: 1 }, 'amparo', await make(29), at(29))).toBe(1)
  expect(await kept()).toEqual([22, 29])
})

it('a clock that is days ahead removes nothing of what is not old by the days before, and once it is right its backup keeps nothing else', async () => {
  for (const day of [1, 11, 12, 13]) await make(day)
  expect(await removeOld({ folder, days: 7 }, 'amparo', await make(30), at(30))).toBe(1)
  expect(await kept()).toEqual([11, 12, 13, 30])
  expect(await removeOld({ folder, days: 1 }, 'amparo', await make(14), at(14))).toBe(2)
  expect(await kept()).toEqual([13, 14, 30])
})

it('the first one removes none', async () => {
  expect(await removeOld({ folder, days: 7 }, 'amparo', await make(22), at(22))).toBe(0)
})

it('of the archive goes what only removed backups would need', async () => {
  await mkdir(path.join(folder, 'wal'))
  for (const [name, day] of [
    ['000000010000000000000001.gz', 3],
    ['000000010000000000000002.gz', 20],
    ['00000002.history.gz', 3],
  ] as const) {
    await writeFile(path.join(folder, 'wal', name), '')
    await utimes(path.join(folder, 'wal', name), at(day), at(day))
  }
  for (const day of [2, 19]) await make(day)
  await removeOld({ folder, days: 7 }, 'amparo', await make(22), at(22))
  expect(await readdir(path.join(folder, 'wal'))).toEqual([
    '000000010000000000000002.gz',
    '00000002.history.gz',
  ])
})
