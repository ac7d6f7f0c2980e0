import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { OUTSIDE, postgresAccount } from '../../testing/postgres.ts'
import { copyTo, findBinaries } from './binaries.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binaries-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A package like the real ones, installed under a strict umask, in which one of two links is made already. */
async function smallPackage(): Promise<string> {
  const native = join(folder, 'package', 'native')
  await mkdir(join(native, 'bin'), { recursive: true, mode: 0o700 })
  await mkdir(join(native, 'lib'), { mode: 0o700 })
  const file = (path: string, text: string) => writeFile(join(folder, 'package', path), text, { mode: 0o700 })
  await file('package.json', '{ "version": "18.4.0" }')
  await file('native/bin/postgres', 'program')
  await file('native/lib/libpq.so.5.18', 'library')
  await file('native/lib/libpq.a', 'static')
  await file(
    'native/pg-symlinks.json',
    JSON.stringify(
      ['libpq.so', 'libpq.so.5'].map((name) => ({
        source: 'native/lib/libpq.so.5.18',
        target: `native/lib/${name}`,
      })),
    ),
  )
  await symlink('libpq.so.5.18', join(native, 'lib', 'libpq.so'))
  return native
}

test('a copy is whole, readable for everyone, and leads nowhere but to itself', async () => {
  const source = await smallPackage()
  const base = join(folder, 'base')
  const copy = await copyTo(base, source)
  expect(await readdir(join(copy, 'lib'))).toEqual(['libpq.so', 'libpq.so.5', 'libpq.so.5.18'])
  for (const link of ['libpq.so', 'libpq.so.5']) {
    expect(await readlink(join(copy, 'lib', link))).toBe('libpq.so.5.18')
    expect(await readFile(join(copy, 'lib', link), 'utf8')).toBe('library')
  }
  expect((await stat(join(copy, 'bin', 'postgres'))).mode & 0o777).toBe(0o755)
  expect((await stat(join(copy, 'lib'))).mode & 0o777).toBe(0o755)
  expect((await stat(join(copy, 'lib', 'libpq.so'))).mode & 0o777).toBe(0o644)
})

test('of many copies begun at once one stays, whole', async () => {
  const source = await smallPackage()
  const base = join(folder, 'base')
  const copies = await Promise.all(Array.from({ length: 8 }, () => copyTo(base, source)))
  expect(new Set(copies).size).toBe(1)
  expect(await readdir(base)).toHaveLength(1)
  expect(await readFile(join(copies[0]!, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
})

test('a folder that somebody else could write to is not trusted with programs', async () => {
  const source = await smallPackage()
  const base = join(folder, 'base')
  await mkdir(base)
  await chmod(base, 0o777)
  await expect(copyTo(base, source)).rejects.toThrow('otra cuenta')
})

test('finds the installed PostgreSQL and runs it as the account that will use it', async () => {
  const account = await postgresAccount()
  // A clone below a closed folder cannot be reached by that account, and then a copy runs.
  expect(await findBinaries(account, account ? OUTSIDE : [])).toMatchObject({ major: '18' })
})
