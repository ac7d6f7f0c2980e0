import path from 'node:path'
import { ensureBrowser, ensureShell } from './lib/browser.ts'
import { build } from './lib/build.ts'
import keepInMemory from './lib/memory.ts'
import { freePort } from './lib/port.ts'
import { root, run } from './lib/run.ts'

/** Everything that a change must pass: builds, then runs the scripts `test:code` and `test:e2e` of package.json. */
await build()
const giveBack = await keepInMemory()
const browser = await ensureBrowser()
const env = {
  ...process.env,
  AMPARO_TEST_BUILT: '1',
  AMPARO_E2E_PORT: String(await freePort()),
  CHROMIUM_PATH: browser ?? '',
  CHROMIUM_SHELL_PATH: (await ensureShell(browser)) ?? '',
}
const runAll = path.join(root, 'node_modules/npm-run-all2/bin/run-s/index.js')
const code = await run(process.execPath, [runAll, '--continue-on-error', 'test:code', 'test:e2e'], { env })
await giveBack?.()
process.exit(code)
