import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before the server of `tests/clock.test.ts`: what it starts has the same moved clock. PostgreSQL is given an environment of its
 * own, in which nothing of ours is.
 */
const { CLOCK_LIBRARY = '', FAKETIME_TIMESTAMP_FILE, FAKETIME_NO_CACHE, NO_FAKE_STAT } = process.env
const faked = {
  // The one for programs with one thread: its lock is none that a signal could wait for.
  LD_PRELOAD: CLOCK_LIBRARY,
  ...{ FAKETIME_TIMESTAMP_FILE, FAKETIME_NO_CACHE, NO_FAKE_STAT, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
}
for (const name of ['spawn', 'execFile'] as const) {
  const real = childProcess[name] as (...args: unknown[]) => unknown
  const withClock = (...args: unknown[]) =>
    real(
      ...args.map((one) => {
        const { env } = (one ?? {}) as { env?: object }
        return env && !Array.isArray(one) ? { ...(one as object), env: { ...env, ...faked } } : one
      }),
    )
  Object.defineProperty(childProcess, name, { value: withClock })
}
syncBuiltinESMExports()
