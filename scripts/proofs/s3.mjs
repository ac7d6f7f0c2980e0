import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/** Every test of the storage again, with members' files in an object store that checks signatures. What looks into the folder itself stays out. */
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
process.exit(
  await run(process.execPath, [vitest, 'run', 'server/src/storage', '--exclude', '**/sweep.test.ts'], {
    cwd: root,
    env: { ...process.env, AMPARO_TEST_STORAGE: 's3' },
  }),
)
