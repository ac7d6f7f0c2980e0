import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root, run } from './lib/run.ts'

/**
 * What a change most likely breaks, within three minutes: Biome for the files that differ from `origin/main`, the types that depend on them, their
 * tests and those of what imports them, and the SQL tests where `supabase/` differs. The whole product is for `npm test`.
 */
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)
const [base = 'HEAD'] = await Promise.resolve()
  .then(() => git('merge-base', 'HEAD', 'origin/main'))
  .catch(() => [])
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
const files = changed.filter((file) => existsSync(path.join(root, file)))
const bin = (file: string, ...args: string[]) =>
  run(process.execPath, [path.join(root, 'node_modules', file), ...args])
const vitest = (...args: string[]) => bin('vitest/vitest.mjs', ...args, '--run', '--passWithNoTests')

const codes: number[] = []
if (files.length > 0)
  codes.push(
    await bin('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--no-errors-on-unmatched', ...files),
  )
codes.push(await run('npm', ['run', '--silent', 'typecheck'], { shell: process.platform === 'win32' }))

// Tests that start the whole server import nearly everything: of them only those that were changed themselves.
const code = files.filter((file) => /\.tsx?$/.test(file) && !/^(e2e|soak|bench)\//.test(file))
const whole = code.filter((file) => /^(tests|security)\/.*\.test\.ts$/.test(file))
const sources = code.filter((file) => !whole.includes(file))
if (sources.length > 0)
  codes.push(await vitest('related', ...sources, '--exclude', 'tests/**', '--exclude', 'security/**'))
if (whole.length > 0) codes.push(await vitest(...whole))
if (changed.some((file) => /^supabase\/(migrations|tests)\/.*\.sql$/.test(file)))
  codes.push(await vitest('supabase/tests/sql.test.ts'))
process.exit(codes.some(Boolean) ? 1 : 0)
