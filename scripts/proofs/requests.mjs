import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * Thousands of random requests of a fresh seed, each compared with plain SQL of the same meaning (`server/testing/requests.ts`), where
 * `npm test` asks 150 of a fixed one. The seed of a failure is in its message.
 */
const count = process.env.AMPARO_REQUESTS ?? '3000'
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
process.exit(
  await run(process.execPath, [vitest, 'run', 'server/src/rest/model.test.ts', '-t', 'random requests'], {
    env: { ...process.env, AMPARO_REQUESTS: count },
  }),
)
