import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/** Every question of the team's screens in a house with 20,000 members and 200,000 messages: none takes the database 300 ms. */
process.exit(
  await run(
    process.execPath,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'supabase/tests/escala.test.ts'],
    { env: { ...process.env, AMPARO_LARGE_HOUSE: '1' } },
  ),
)
