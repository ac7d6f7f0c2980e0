import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { ensureBrowser, ensureShell } from './lib/browser.ts'
import { build } from './lib/build.ts'
import keepInMemory from './lib/memory.ts'
import { freePort } from './lib/port.ts'
import { root, run } from './lib/run.ts'

/** Everything that a change must pass: builds, then runs the scripts `test:code` and `test:e2e` of package.json. */
await build()
const results = path.join(root, '.cache/code.json')
await rm(results, { force: true })
const giveBack = await keepInMemory()
const browser = await ensureBrowser()
const env = {
  ...process.env,
  AMPARO_TEST_BUILT: '1',
  AMPARO_TEST_RESULTS: results,
  AMPARO_E2E_PORT: String(await freePort()),
  CHROMIUM_PATH: browser ?? '',
  CHROMIUM_SHELL_PATH: (await ensureShell(browser)) ?? '',
}
const runAll = path.join(root, 'node_modules/npm-run-all2/bin/run-s/index.js')
const code = await run(process.execPath, [runAll, '--continue-on-error', 'test:code', 'test:e2e'], { env })
await giveBack?.()
await sayFailures()
process.exit(code)

/** What failed in `test:code` stands thousands of lines above, before the browser tests: its names once more. */
async function sayFailures(): Promise<void> {
  interface File {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }
  const written = await readFile(results, 'utf8').catch(() => '{"testResults":[]}')
  for (const { name, status, message, assertionResults } of (JSON.parse(written) as { testResults: File[] })
    .testResults) {
    if (status !== 'failed') continue
    console.error(`FAIL ${path.relative(root, name)} ${message}`)
    for (const test of assertionResults.filter((one) => one.status === 'failed'))
      console.error(`  ${test.fullName}: ${test.failureMessages[0]?.slice(0, 300)}`)
  }
}
