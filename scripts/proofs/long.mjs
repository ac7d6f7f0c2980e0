import path from 'node:path'
import { freePort } from '../lib/port.mjs'
import { root, run } from '../lib/run.mjs'

/** The browser tests that `npm test` leaves out (`e2e/playwright.config.ts`): side rooms, repeats in more places, the desktop. */
process.exit(
  await run(
    process.execPath,
    [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
    { env: { ...process.env, AMPARO_E2E_LONG: '1', AMPARO_E2E_PORT: String(await freePort()) } },
  ),
)
