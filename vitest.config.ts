import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run proof -- doors` puts the built server where tests start one from its sources. */
const built = {
  find: /^(\.\.\/)+start\.ts$/,
  replacement: path.join(import.meta.dirname, 'server/dist/start.js'),
}

export default defineConfig({
  resolve: { alias: process.env.AMPARO_BUILT_SERVER ? [built] : [] },
  test: {
    include: [
      'app/{src,build}/**/*.test.{ts,tsx}',
      'server/src/**/*.test.ts',
      'supabase/tests/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    environment: 'node',
    globalSetup: 'server/testing/cluster.ts',
    pool: 'forks',
    // One more than the cores of a small machine: many tests wait for a process, or for a time to pass.
    maxWorkers: 3,
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
    // A failure far away says which things were left, not only how many.
    chaiConfig: { truncateThreshold: 400 },
  },
})
