import path from 'node:path'
import { freePort } from '../lib/port.mjs'
import { root, run } from '../lib/run.mjs'

/** The browser tests tagged `@long`: ways that `npm test` goes in a few places, gone in all of them. */
process.exit(
  await run(
    process.execPath,
    [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
    { env: { ...process.env, AMPARO_E2E_LONG: '1', AMPARO_E2E_PORT: String(await freePort()) } },
  ),
)
