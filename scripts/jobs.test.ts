import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { capture, root } from './lib/run.mjs'

/** Who has a timer of its own, and why no promise rests on it. Everything else that is done again and again is a job (record 254). */
const TIMERS: Record<string, string> = {
  'scripts/lib/weekMember.mjs': "a proof's member: keeps her live connection",
  'server/src/core/jobs.ts': 'runs the jobs',
  'server/src/keep.ts': 'looks whether the process that serves still answers',
  'server/src/kept.ts': 'says to its keeper that it is alive',
  'server/src/postgres/lock.ts': 'says that the data folder is held',
  'server/src/postgres/space.ts': 'keeps the last room on the disk for reading',
  'server/src/realtime/bus.ts': 'says to other processes that it is there',
  'server/src/realtime/holder.ts': 'looks for sessions that ended; a channel asks again by itself',
  'server/src/realtime/index.ts': 'cuts silent sockets',
  'server/src/realtime/wal-stream.ts': 'tells PostgreSQL how far the stream was read',
  'server/src/web/log.ts': 'looks whether the file of the log was moved away',
}

it('what is done again and again is a job, seen in /healthz when it fails', async () => {
  const { output } = await capture('git', [
    '-C',
    root,
    'ls-files',
    'server/src',
    'scripts/lib',
    'scripts/start.mjs',
  ])
  const files = output.split('\n').filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('.test.'))
  const own = []
  for (const file of files)
    if (/\bsetInterval\(/.test(await readFile(path.join(root, file), 'utf8'))) own.push(file)
  expect(own.sort()).toEqual(Object.keys(TIMERS).sort())
})
