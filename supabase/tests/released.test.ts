import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listReplaced } from '../../server/src/database/replaced.ts'

// A released migration is never edited: databases that have it would never hear of the change. The frozen ones stand in
// `released.sha256`, in the form of `sha256sum`; docs/database.md, "A new migration", says how one is added at a release.

const PROJECT = path.resolve(import.meta.dirname, '..')
const released = (await readFile(path.join(PROJECT, 'released.sha256'), 'utf8'))
  .trim()
  .split('\n')
  .map((line) => {
    const [, hash, file] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line)!
    return { hash: hash!, file: file! }
  })
const folder = async (name: string) =>
  (await readdir(path.join(PROJECT, name)))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `${name}/${file}`)

it.each(released)('$file is as it was released', async ({ file, hash }) => {
  const content = await readFile(path.join(PROJECT, file))
  expect(createHash('sha256').update(content).digest('hex')).toBe(hash)
})

it('what is not released yet comes after everything that is', async () => {
  const frozen = released.map(({ file }) => file).filter((file) => file.startsWith('migrations/'))
  expect(frozen).toEqual(frozen.toSorted())
  const all = (await folder('migrations')).sort()
  expect(all.slice(0, frozen.length)).toEqual(frozen)
})

it('no two migrations have one number: Supabase knows them by it', async () => {
  const numbers = (await folder('migrations')).map((file) => /\/(\d{14})_/.exec(file)?.[1])
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([])
})

it('every file of a replaced sequence is frozen, and what replaces it is released', async () => {
  const frozen = new Set(released.map(({ file }) => file))
  for (const { name, replaced, replacedBy } of await listReplaced(PROJECT)) {
    expect(replaced.length).toBeGreaterThan(0)
    const files = [...replaced, ...replacedBy].map(({ file }) => path.relative(PROJECT, file))
    expect(files.filter((file) => !frozen.has(file))).toEqual([])
    expect(files.filter((file) => file.startsWith(`replaced/${name}/`))).toHaveLength(replaced.length)
  }
})

it('the sequence of 1.0.0 says everything once: nothing is defined twice, taken back or altered later', async () => {
  const [sequence] = await listReplaced(PROJECT)
  const said: string[] = []
  for (const { file } of sequence!.replacedBy) {
    const sql = await readFile(file, 'utf8')
    for (const [, what] of sql.matchAll(
      /^create ((?:function|table|view|policy|trigger|(?:unique )?index) (?:"[^"]+" on )?[^\s(]+(?:\s[^;]*? on \S+)?)/gm,
    )) {
      said.push(
        what!
          .replace(/^(trigger \S+) [\s\S]* on (\S+)$/, '$1 on $2')
          .replace(/^(function|table|view) (\S+)[\s\S]*/, '$1 $2'),
      )
    }
    expect(sql).not.toMatch(
      /^(drop |alter (policy|function|view)|alter table \S+\s+(add|drop) column|create or replace)/m,
    )
  }
  expect(said.length).toBeGreaterThan(400)
  expect(said.filter((what, index) => said.indexOf(what) !== index)).toEqual([])
})
