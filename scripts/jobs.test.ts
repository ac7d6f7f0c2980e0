import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
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

describe('what is done by itself has its line', async () => {
  const { output } = await capture('git', ['-C', root, 'ls-files', 'server/src', 'scripts/lib'])
  const files = output.split('\n').filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('.test.'))
  const source = (await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))).join('\n')

  it('in docs/operating.md: every job', async () => {
    const jobs = [
      ...source.matchAll(/\bjobs\.every\(\s*'([\w-]+)'/g),
      ...source.matchAll(/\bJOB = '([\w-]+)'/g),
    ]
    expect(jobs.length).toBeGreaterThan(8)
    const [, lines = ''] = (await readFile(path.join(root, 'docs/operating.md'), 'utf8')).split(
      '### What runs by itself',
    )
    expect(jobs.map(([, name]) => name).filter((name) => !lines.includes(`\`${name}\``))).toEqual([])
  })

  it('in docs/database.md: every function of the law', async () => {
    const lists = [...source.matchAll(/^const (?:DAILY|WITHIN_MINUTES) = \[\n([\s\S]*?)^\]/gm)]
    expect(lists).toHaveLength(2)
    const functions = lists.flatMap(([, list = '']) =>
      [...list.matchAll(/^ {2}'(\w+)'/gm)].map(([, name]) => name),
    )
    expect(functions.length).toBeGreaterThan(15)
    const lines = await readFile(path.join(root, 'docs/database.md'), 'utf8')
    expect(functions.filter((name) => !lines.includes(`\`interno.${name}()\``))).toEqual([])
  })
})
