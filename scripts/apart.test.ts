import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { APART } from './lib/apart.mjs'
import { root } from './lib/run.mjs'

/** What is everybody's who shares the process, and is not given back by vitest before each test (`restoreMocks`, `unstubEnvs`). */
const ITS_OWN = /\bvi\.(mock|doMock|useFakeTimers|setSystemTime|stubGlobal|resetModules)\(|\bprocess\.chdir\(/

/** The rest of the list, which needs a process in which nothing has been set before. */
const UNTOUCHED = ['server/src/auth/passwords.test.ts']

it('a test that changes what others of its process use has a process of its own', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', ':!app/src'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(files.length).toBeGreaterThan(150)
  const found = files.filter((file) => ITS_OWN.test(readFileSync(path.join(root, file), 'utf8')))
  expect([...found, ...UNTOUCHED].sort()).toEqual([...APART].sort())
})
