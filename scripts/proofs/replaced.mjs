import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * A database of before 1.0.0 is carried over wherever its migrations stopped: at each of the old files, where `npm test` takes the
 * first, the last and the one that the fixture was made at.
 */
process.exit(
  await run(
    process.execPath,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'supabase/tests/replaced.test.ts'],
    { env: { ...process.env, AMPARO_EVERY_STOP: '1' } },
  ),
)
