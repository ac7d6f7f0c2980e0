import path from 'node:path'
import { freePort } from '../lib/port.mjs'
import { root, run } from '../lib/run.mjs'

/**
 * Every form of `e2e/rooms.ts` in every way of failing that `e2e/rooms.spec.ts` knows: no network before, at and after the press, a
 * server that dies, answers that never come, 500 and 401, two tabs, a double press, a reload in the middle, 180 letters without a space.
 * `AMPARO_ROOMS=/agenda` tries the rooms whose line contains this. What a killed server itself keeps: `npm run proof -- kills`.
 */
const wanted = process.env.AMPARO_ROOMS

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
      // What takes long on a busy machine is no fault here: that she waits for nothing is measured by the page's own clock.
      '--timeout=180000',
      'e2e/rooms.spec.ts',
      ...(wanted ? ['--grep', wanted] : []),
    ],
    { env: { ...process.env, AMPARO_ROOMS: wanted || 'all', AMPARO_E2E_PORT: String(await freePort()) } },
  ),
)
