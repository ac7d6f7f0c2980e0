import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'app/{src,build}/**/*.test.{ts,tsx}',
      'server/src/**/*.test.ts',
      'supabase/tests/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
