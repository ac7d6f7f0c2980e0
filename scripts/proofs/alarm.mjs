import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * A server that is killed at twenty moments of an alert, and 10,000 alerts under twenty kills: none lost, no state ahead of its proof.
 * `AMPARO_ALARM_ALERTS=500` and `AMPARO_ALARM_KILLS=3` for fewer.
 */
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
process.exit(
  await run(process.execPath, [vitest, 'run', 'scripts/alarma-kills'], {
    cwd: root,
    env: { ...process.env, AMPARO_PROOF: 'alarm' },
  }),
)
