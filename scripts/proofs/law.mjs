import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * The law on every engine, with every kind of owner, and databases of before 1.0.0 carried over from each of the old files, where
 * `npm test` takes each engine and each owner once, and the files at which such a database is likely to have stopped.
 */
process.exit(
  await run(
    process.execPath,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'supabase/tests/sql.test.ts'],
    { env: { ...process.env, AMPARO_WHOLE_LAW: '1' } },
  ),
)
