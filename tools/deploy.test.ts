import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { COMMANDS } from './lib/build.ts'
import { root } from './lib/run.ts'

/** What editors check Dockerfiles with; it is no module of today's kind. */
const dockerfiles: { validate(text: string): { message: string }[] } = createRequire(import.meta.url)(
  'dockerfile-utils',
)
const read = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')
const faults = (text: string) => dockerfiles.validate(text).map(({ message }) => message)

it('the Dockerfile is one: every instruction, flag and stage', () => {
  expect(faults(read('Dockerfile'))).toEqual([])
  // It would say so.
  expect(faults('FROM node:24\nHEALTHCHECK --intervall=1s CMD true\n')).toHaveLength(1)
})

it('ends as an account with no rights, on a named version, with what shows that it is well', () => {
  const lines = read('Dockerfile').split('\n')
  const from = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? [])
  expect(
    from.every((image) => /^node:\d+-\w+-slim$/.test(image)),
    from.join(),
  ).toBe(true)
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(last).toContain('USER 10001:10001')
  expect(last.findLastIndex((line) => /^(RUN|COPY)/.test(line))).toBeLessThan(
    last.indexOf('USER 10001:10001'),
  )
  expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true)
  expect(last.some((line) => /^ADD /.test(line))).toBe(false)
})

it('the command of the operator knows what a release has, and refuses what it has not', () => {
  const file = path.join(root, 'deploy/amparo')
  const run = (...words: string[]) => spawnSync('sh', [file, ...words], { encoding: 'utf8' })
  expect(spawnSync('sh', ['-n', file]).status).toBe(0)
  const said = run()
  const known = /^Uso: amparo (\S+) …\n$/.exec(said.stderr)?.[1]?.split('|')
  expect([said.status, known?.sort()]).toEqual([1, COMMANDS.filter((name) => name !== 'start').sort()])
  for (const wrong of ['start', '../x', 'admin backup']) expect(run(wrong).status).toBe(1)
})
