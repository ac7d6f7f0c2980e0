import { runBrowserTests } from '../lib/browserTests.mjs'

/** The browser tests that `npm test` leaves out (`e2e/playwright.config.ts`): side rooms, repeats in more places, the desktop. */
process.exit(await runBrowserTests([], { AMPARO_E2E_LONG: '1' }))
