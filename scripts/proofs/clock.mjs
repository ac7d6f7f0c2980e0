import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * A whole house whose clock is moved while it runs, forwards and back, by hours and by days. Needs libfaketime (Debian: `faketime`), and
 * fails where it is not here.
 */
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
process.exit(
  await run(process.execPath, [vitest, 'run', 'scripts/clock.test.ts', '--disable-console-intercept'], {
    cwd: root,
    env: { ...process.env, AMPARO_PROOF: 'clock' },
  }),
)
