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
const make = (day: number) => writeFile(path.join(folder, nameOf('amparo', at(day), true)), '')

it('a backup is due once a day, from its hour on, and as soon as a machine that was off is on', () => {
  expect(isDue(undefined, 3, at(22))).toBe(true)
  expect(isDue(at(21), 3, at(22, 2))).toBe(false)
  expect(isDue(at(21), 3, at(22, 3))).toBe(true)
  expect(isDue(at(22), 3, at(22, 23))).toBe(false)
  expect(isDue(at(19), 3, at(22, 1))).toBe(true)
})

it('what was made by a clock that was days ahead is not the newest one, once the clock is right', () => {
  const kept = [21, 25].map((day) => ({ file: String(day), moment: at(day) }))
  expect(newestOf(kept, at(22))).toEqual(at(21))
  expect(newestOf(kept, at(25))).toEqual(at(25))
  expect(newestOf(kept, at(1))).toBeUndefined()
})

it('what is older than its days goes, but never the newest, nor what is not ours', async () => {
  for (const day of [1, 5, 20]) await make(day)
  await writeFile(path.join(folder, 'amparo-mia.copia'), '')
  expect(await removeOld({ folder, days: 7 }, 'amparo', at(22))).toBe(2)
  expect((await listBackups(folder, 'amparo')).map(({ moment }) => moment.getDate())).toEqual([20])
  expect(await readdir(folder)).toContain('amparo-mia.copia')
  expect(await removeOld({ folder, days: 1 }, 'amparo', at(29))).toBe(0)
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
  await removeOld({ folder, days: 7 }, 'amparo', at(22))
  expect(await readdir(path.join(folder, 'wal'))).toEqual([
    '000000010000000000000002.gz',
    '00000002.history.gz',
  ])
})
