import { runBrowserTests } from '../lib/browserTests.mjs'

/**
 * All browser tests of `npm test` in a browser whose processor is made four times slower, as a cheap phone's: what only works where the
 * answer is quicker than the screen shows here. Nothing is tried twice. `AMPARO_SLOW='auth salas'` runs those of some spec files.
 */
const SLOWER = 4
const wanted = (process.env.AMPARO_SLOW ?? '').split(/\s+/).filter(Boolean)

process.exit(
  await runBrowserTests(['--retries=0', ...wanted.map((name) => `e2e/${name}.spec.ts`)], {
    AMPARO_E2E_SLOW: String(SLOWER),
  }),
)
