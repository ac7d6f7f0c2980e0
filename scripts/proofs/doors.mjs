import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * The official client at the doors of the built server: the tests of realtime, storage and functions, which run from the
 * sources every day, once with `server/dist`.
 */
const code = await run(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    'server/src/realtime',
    'server/src/storage',
    'server/src/functions',
  ],
  { env: { ...process.env, AMPARO_BUILT_SERVER: '1' } },
)
process.exit(code)
