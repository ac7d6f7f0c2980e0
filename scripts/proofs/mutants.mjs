import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { mutableFiles } from '../lib/mutants.mjs'
import { root } from '../lib/run.mjs'

/**
 * Changes each file that `scripts/lib/mutants.mjs` names in every way that Stryker knows, one change at a time, in a copy; the tests beside it
 * must notice at least 85 of 100. Survivors are written out; why those of today may live is in docs/decisions/0253-mutants.md.
 * `AMPARO_MUTANTS=text` takes only files whose path holds the text, `AMPARO_WORKERS` says how many run at once.
 */
const LEAST = 85
const wanted = (process.env.AMPARO_MUTANTS ?? '').split(',')
const { files, tests } = await mutableFiles()
const mutate = files.filter((file) => wanted.some((text) => file.includes(text)))
process.env.AMPARO_MUTANT_TESTS = JSON.stringify(tests)
process.chdir(root)
const folder = await mkdtemp(path.join(tmpdir(), 'amparo-mutants-'))

try {
  const results = await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/lib/mutants.vitest.mjs' },
    coverageAnalysis: 'perTest',
    // What runs once, when a file is loaded, would need every test again for each change.
    ignoreStatic: true,
    ignorePatterns: ['bench', 'docs', 'e2e', 'supabase/migrations', 'supabase/replaced', 'dist'],
    concurrency: Number(process.env.AMPARO_WORKERS ?? availableParallelism()),
    timeoutMS: 2_000,
    tempDirName: folder,
    cleanTempDir: 'always',
    allowConsoleColors: false,
    reporters: ['progress-append-only'],
    logLevel: /** @type {any} */ ('warn'),
    allowEmpty: false,
  }).runMutationTest()
  report(results)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** @param {import('@stryker-mutator/api/core').MutantResult[]} results */
function report(results) {
  const counted = results.filter(
    ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
  )
  const killed = (/** @type {typeof results} */ some) =>
    some.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const share = (/** @type {typeof results} */ some) => (100 * killed(some)) / some.length
  for (const file of [...new Set(counted.map(({ fileName }) => fileName))].sort()) {
    const ofFile = counted.filter(({ fileName }) => fileName === file)
    console.log(`${share(ofFile).toFixed(0).padStart(3)} % of ${ofFile.length} ${path.relative(root, file)}`)
    for (const { status, location, mutatorName, replacement } of ofFile) {
      if (status === 'Killed' || status === 'Timeout') continue
      const place = `${location.start.line}:${location.start.column}`
      console.log(
        `      ${status === 'NoCoverage' ? 'never run' : 'survived'} ${place} ${mutatorName}: ${replacement?.replace(/\s+/g, ' ')}`,
      )
    }
  }
  const total = share(counted)
  console.log(`${total.toFixed(1)} % of ${counted.length} mutants of ${mutate.length} files were noticed`)
  const isEnough = total >= LEAST
  console.log(`mutants: ${isEnough ? 1 : 0} passed, ${isEnough ? 0 : 1} failed`)
  process.exitCode = isEnough ? 0 : 1
}
