/**
 * Test files that have a process of their own: those that call `vi.mock`, `vi.useFakeTimers`, `vi.setSystemTime`, `vi.stubGlobal` or
 * `process.chdir`, or need modules that nothing has loaded before. The others share a process, and would see the same replacement.
 */
export const APART = [
  'server/src/auth/passwords.test.ts',
  'server/src/backup/container.test.ts',
  'server/src/core/jobs.test.ts',
  'server/src/core/tokens.test.ts',
  'server/src/health.test.ts',
]
