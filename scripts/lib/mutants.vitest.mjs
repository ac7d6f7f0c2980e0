import { defineConfig } from 'vitest/config'

/** How vitest runs under Stryker: the tests that reach no database, which `scripts/proofs/mutants.mjs` names. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.AMPARO_MUTANT_TESTS ?? '[]'),
    environment: 'node',
    testTimeout: 30_000,
    expect: { poll: { timeout: 2_000 } },
  },
})
