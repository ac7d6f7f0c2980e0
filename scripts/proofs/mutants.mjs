import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { mutableFiles } from '../lib/mutants.mjs'
import { root } from '../lib/run.mjs'

/**
 * Changes each file that `scripts/lib/mutants.mjs` names in every way that Stryker knows, one change at a time, in a copy; of the changes to
 * what the tests without a database run at all they must notice at least 85 of 100. What they never run (a question to the service in a file whose
 * checks are tried beside it) is counted apart and may not become more than a quarter: that is what tests with a database and a browser are for.
 * Survivors are written out; why those of today may live is in docs/decisions/0253-mutants.md.
 * `AMPARO_MUTANTS=text,text` takes only files whose path holds one of the texts, `AMPARO_WORKERS` says how many run at once.
 */
const LEAST = 85
const MOST_NEVER_RUN = 25
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
    ignorePatterns: ['bench', 'docs', 'e2e', 'supabase/migrations', 'dist'],
    // A test waits more than it works: three for each processor.
    concurrency: Number(process.env.AMPARO_WORKERS ?? 3 * availableParallelism()),
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
  const ran = counted.filter(({ status }) => status !== 'NoCoverage')
  const noticed = share(ran)
  const neverRun = 100 - (100 * ran.length) / counted.length
  console.log(`${counted.length} mutants of ${mutate.length} files, ${killed(counted)} noticed`)
  console.log(
    `${noticed.toFixed(1)} % of the ${ran.length} that were run; ${neverRun.toFixed(1)} % never run`,
  )
  const isEnough = noticed >= LEAST && neverRun <= MOST_NEVER_RUN
  console.log(`mutants: ${isEnough ? 1 : 0} passed, ${isEnough ? 0 : 1} failed`)
  process.exitCode = isEnough ? 0 : 1
}
