import path from 'node:path'
import { freePort } from './port.mjs'
import { root, run } from './run.mjs'

/**
 * Runs the browser tests, over a house of their own.
 *
 * @param {string[]} args of Playwright, besides its configuration
 * @param {Record<string, string>} env what this run is told besides
 * @returns {Promise<number>} the code that it ended with
 */
export async function runBrowserTests(args, env) {
  return run(
    process.execPath,
    [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      ...args,
    ],
    { env: { ...process.env, AMPARO_E2E_PORT: String(await freePort()), ...env } },
  )
}
