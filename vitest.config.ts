import { configDefaults, defineConfig } from 'vitest/config'

/** Tests of these projects start databases: in memory where there is room, and copied from one that is made once. */
const DATABASES = ['tools/lib/memory.ts', 'server/testing/cluster.ts']

/**
 * Test files with a process of their own: those that call `vi.mock`, `vi.useFakeTimers`, `vi.setSystemTime`, `vi.stubGlobal` or
 * `process.chdir`, or need modules that nothing has loaded before. The others share a process, and would see the same replacement.
 */
const APART = [
  'server/src/auth/accounts/passwords.test.ts',
  'server/src/backup/container.test.ts',
  'server/src/jobs/jobs.test.ts',
  'server/src/tokens/tokens.test.ts',
  'server/src/health.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'app/build/**/*.test.ts',
            'server/src/**/*.test.ts',
            'supabase/tests/**/*.test.ts',
            'tests/*.test.ts',
            'tools/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...APART],
          // To load the server anew for each of 180 files took a sixth of their time. What a test looks on at, or sets, is given back.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          globalSetup: DATABASES,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
      {
        extends: true,
        test: {
          name: 'security',
          include: ['security/*.test.ts'],
          globalSetup: DATABASES,
        },
      },
      {
        extends: true,
        test: {
          name: 'app',
          include: ['app/src/**/*.test.ts'],
          // A hundred small files of pure logic: to load everything anew for each took four times as long as to run them.
          isolate: false,
          setupFiles: ['app/src/testing/mockedModules.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['app/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['app/src/testing/setup.ts'],
        },
      },
    ],
    environment: 'node',
    // A developer's own settings do not reach the tests.
    env: { AMPARO_ENV_FILE: '' },
    pool: 'forks',
    // Two for each core of a small machine: many tests wait for a process, or for a time to pass.
    maxWorkers: 4,
    // How long is waited for what comes, never how long it may take: a machine three times slower than usual, and busy, passes too.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: process.env.AMPARO_TEST_RESULTS
      ? ['default', ['json', { outputFile: process.env.AMPARO_TEST_RESULTS }]]
      : ['default'],
    // A failure far away says which things were left, not only how many.
    chaiConfig: { truncateThreshold: 400 },
  },
})
