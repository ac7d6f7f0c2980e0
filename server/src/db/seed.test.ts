import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedFiles } from './seed.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'seeds-'))
  await mkdir(path.join(folder, 'seeds/more'), { recursive: true })
  for (const name of ['b.sql', 'a.sql', 'a.txt', 'more/c.sql'])
    await writeFile(path.join(folder, 'seeds', name), '')
  await writeFile(path.join(folder, 'seed.sql'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each<[paths: string[], files: string[]]>([
  [['./seed.sql'], ['seed.sql']],
  [['./nada.sql', './nada/*.sql', 'seed.sql'], ['seed.sql']],
  [['./seeds/*.sql'], ['seeds/a.sql', 'seeds/b.sql']],
  [
    ['./seeds/b.sql', './seeds/*.sql'],
    ['seeds/b.sql', 'seeds/a.sql'],
  ],
  [['seeds/**/*.sql'], ['seeds/a.sql', 'seeds/b.sql', 'seeds/more/c.sql']],
  [['seeds/?.sql'], ['seeds/a.sql', 'seeds/b.sql']],
  [['seed+sql', '(seed.sql'], []],
])('%j names the files %j', async (paths, files) => {
  expect(await seedFiles(folder, paths)).toEqual(files)
})
