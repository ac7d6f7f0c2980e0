/**
 * Test files that have a process of their own. The others share one with what ran before them there, and with what that has loaded
 * (record 474): a stand-in for a module, a clock that stands still or a setting of the whole process would be theirs too.
 * `scripts/apart.test.ts` finds whoever is missing.
 */
export const APART = [
  'server/src/auth/passwords.test.ts',
  'server/src/backup/container.test.ts',
  'server/src/core/jobs.test.ts',
  'server/src/core/tokens.test.ts',
  'server/src/health.test.ts',
]
