const DB = ['server/src/core/db.test.ts', 'for the transaction alone']

/**
 * What a review made by hand and no test noticed, in the server: each is noticed now.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'role-for-the-session',
    file: 'server/src/core/db.ts',
    find: `set_config('role', $1, true)`,
    replace: `set_config('role', $1, false)`,
    test: /** @type {[string, string]} */ (DB),
  },
  {
    name: 'claims-for-the-session',
    file: 'server/src/core/db.ts',
    find: `set_config('request.jwt.claims', $2, true)`,
    replace: `set_config('request.jwt.claims', $2, false)`,
    test: /** @type {[string, string]} */ (DB),
  },
  {
    name: 'token-swapped-while-asked',
    file: 'server/src/realtime/changes.ts',
    find: '    if (subscriber.holder.quotedClaims !== claims) continue\n',
    replace: '',
    test: ['server/src/realtime/feed.test.ts', 'swapped for somebody else'],
  },
  {
    name: 'suffix-longer-than-the-file',
    file: 'server/src/storage/conditions.ts',
    find: 'start: Math.max(0, size - length)',
    replace: 'start: size - length',
    test: ['server/src/storage/conditions.test.ts', 'longer than the file'],
  },
  {
    name: 'failed-jobs-are-forgotten',
    file: 'server/src/core/jobs.ts',
    find: '      this.sayFailure(name, job, error)\n',
    replace: '',
    test: ['server/src/core/jobs.test.ts', 'told until they succeed'],
  },
  {
    name: 'a-failing-job-fills-the-log',
    file: 'server/src/core/jobs.ts',
    find: '    if (now - failure.saidAt < SAID_EVERY_MS) return\n',
    replace: '',
    test: ['server/src/core/jobs.test.ts', 'one a minute'],
  },
  {
    name: 'refusals-are-answered-at-once-however-many',
    file: 'server/src/web/patience.ts',
    find: 'count <= UNDELAYED_REFUSALS || delayed >= MOST_DELAYED',
    replace: 'count >= 0',
    test: ['server/src/web/patience.test.ts'],
  },
]
