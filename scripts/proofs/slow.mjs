import path from 'node:path'
import { freePort } from '../lib/port.mjs'
import { root, run } from '../lib/run.mjs'

/**
 * The browser tests in a browser whose processor is made four times slower, as a cheap phone's: what only works where the answer is quicker
 * than the screen shows here. Nothing is tried twice. `AMPARO_SLOW='auth salas'` runs those of some spec files.
 */
const SLOWER = 4
const wanted = (process.env.AMPARO_SLOW ?? '').split(/\s+/).filter(Boolean)

process.exit(
  await run(
    process.execPath,
    [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      '--project=phone',
      '--retries=0',
      ...wanted.map((name) => `e2e/${name}.spec.ts`),
    ],
    {
      env: {
        ...process.env,
        AMPARO_E2E_SLOW: String(SLOWER),
        AMPARO_E2E_PORT: String(await freePort()),
      },
    },
  ),
)
