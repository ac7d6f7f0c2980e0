import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBrowser, ensureShell } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { failedInPlaywright, failedInVitest } from './lib/failures.mjs'
import { assertNode, installPackages } from './lib/install.mjs'
import { setup as keepInMemory } from './lib/memory.mjs'
import { freePort } from './lib/port.mjs'
import { capture, root, run } from './lib/run.mjs'
import { staleTypes } from './lib/types.mjs'

/**
 * Everything that a change must pass: format, lint and import directions, types, unit, SQL and server tests, stale
 * database types, browser tests. `--only NAME[,NAME]` runs some of them.
 */
assertNode()
await installPackages()

const reports = path.join(root, 'test-results')
const only = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]?.split(',')
  : undefined
const bin = (/** @type {string} */ file) => path.join(root, 'node_modules', file)
const totals = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const failures = []

/** A check passes or fails as one. */
const checks = {
  'format, lint, import directions': () =>
    node(bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'),
  'types: server': () => types('server'),
  'types: app': () => types('app'),
  'types: app/src/sw': () => types('app/src/sw'),
  'types: app/build': () => types('app/build'),
  'types: e2e': () => types('e2e'),
  'types: supabase/tests': () => types('supabase/tests'),
  'types: functions': () => types('supabase/functions'),
  'types: tools': () => types('tools'),
  'database types are fresh': async () => {
    await building
    const difference = await staleTypes()
    return { code: difference ? 1 : 0, output: difference ?? '' }
  },
}

const began = performance.now()
const builds = wanted('build') || wanted('checks') || wanted('e2e')
const building = builds ? build() : Promise.resolve()
// The checks fill what the build leaves of the machine, and the tests while they wait for processes, or for a time to pass.
const checked = wanted('checks') && check()
await building
// The house of the browser tests opens beside them too: by itself it leaves the machine idle for nine seconds.
const house = wanted('e2e') ? openHouse() : undefined
await Promise.all([checked, wanted('vitest') && vitest(), house])
if (house) await playwright(await house)

console.log(`\n${((performance.now() - began) / 60_000).toFixed(1)} min`)
for (const failure of failures) console.log(failure)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)

/** @param {string} step */
function wanted(step) {
  return only === undefined || only.includes(step)
}

/** @param {string[]} args */
function node(...args) {
  return capture(process.execPath, args)
}

/** In one thread: more of them check much of it twice, and the tests have the other core. @param {string} folder */
function types(folder) {
  return node(bin('typescript/bin/tsc'), '-p', folder, '--singleThreaded')
}

/** @param {string} name @param {boolean} passed */
function record(name, passed) {
  console.log(`${passed ? '✓' : '✗'} ${name}`)
  totals[passed ? 'passed' : 'failed'] += 1
  if (!passed) failures.push(`✗ ${name}`)
}

async function check() {
  for (const [name, passes] of Object.entries(checks)) {
    const { code, output } = await passes()
    record(name, code === 0)
    if (code !== 0) console.log(output)
  }
}

async function vitest() {
  const report = path.join(reports, 'vitest.json')
  await rm(report, { force: true })
  const code = await run(
    process.execPath,
    [bin('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`],
    { env: { ...process.env, ...(builds && { AMPARO_TEST_BUILT: '1' }) } },
  )
  const result = await readJson(report)
  add(
    result?.numPassedTests,
    result?.numFailedTests,
    (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
  )
  failures.push(...failedInVitest(result))
  if (code !== 0) settleFailure('unit, SQL and server tests', result?.numFailedTests)
}

/** Opens the house that the browser tests visit; where that fails, Playwright opens it itself and says why. */
async function openHouse() {
  const giveBack = await keepInMemory()
  const port = String(await freePort())
  const server = spawn(process.execPath, [path.join(root, 'tools/e2e-server.mjs')], {
    cwd: path.join(root, 'e2e'),
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Whoever ends the run ends it too.
  process.once('exit', () => server.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const ended = new Promise((resolve) => server.once('close', resolve))
  const listens = new Promise((resolve) =>
    createInterface({ input: server.stdout }).on(
      'line',
      (line) => line.startsWith('Escucha en') && resolve(line),
    ),
  )
  await Promise.race([listens, ended])
  const close = async () => {
    server.kill('SIGTERM')
    await ended
    await giveBack()
  }
  return { port, close }
}

/** @param {Awaited<ReturnType<typeof openHouse>>} house */
async function playwright({ port, close }) {
  // Not beside vitest: where no browser can be had the run ends, and what vitest found has been said by then.
  const browser = await ensureBrowser()
  const shell = await ensureShell(browser)
  const report = path.join(reports, 'playwright.json')
  await mkdir(reports, { recursive: true })
  await rm(report, { force: true })
  const code = await run(
    process.execPath,
    [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
    {
      env: {
        ...process.env,
        CHROMIUM_PATH: browser ?? '',
        CHROMIUM_SHELL_PATH: shell ?? '',
        AMPARO_E2E_PORT: port,
        AMPARO_E2E_OPEN: '1',
        AMPARO_E2E_REPORT: report,
      },
    },
  )
  await close()
  const result = await readJson(report)
  add(
    (result?.stats.expected ?? 0) + (result?.stats.flaky ?? 0),
    result?.stats.unexpected,
    result?.stats.skipped,
  )
  failures.push(...failedInPlaywright(result))
  if (code !== 0) settleFailure('browser tests', result?.stats.unexpected)
}

/** @param {number} [passed] @param {number} [failed] @param {number} [skipped] */
function add(passed = 0, failed = 0, skipped = 0) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
}

/** A runner that ended badly without naming a failed test (it did not start, an unhandled error) counts as one. */
function settleFailure(/** @type {string} */ name, /** @type {number | undefined} */ failed) {
  failures.push(`✗ ${name}`)
  if (!failed) totals.failed += 1
}

/** @param {string} file */
async function readJson(file) {
  return readFile(file, 'utf8').then(JSON.parse, () => undefined)
}
