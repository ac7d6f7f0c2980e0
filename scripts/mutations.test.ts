import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { allMutations } from './mutations/index.mjs'

const root = path.join(import.meta.dirname, '..')

describe('the attacks and the mends that can be taken back', async () => {
  const mutations = await allMutations()
  const folder = path.join(root, 'scripts/attacks')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.mjs') && file !== 'serve.mjs')
  const modules = await Promise.all(files.map((file) => import(path.join(folder, file))))
  const attacks: { id: string; mutation?: string }[] = modules.flatMap((module) => module.attacks ?? [])

  it.each(mutations)('$name: its text stands once in $file', async ({ file, find }) => {
    expect((await readFile(path.join(root, file), 'utf8')).split(find)).toHaveLength(2)
  })

  it('have names of their own, and name each other', () => {
    const names = mutations.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const ids = attacks.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(
      mutations.map(({ attack }) => attack).filter((id) => id !== undefined && !ids.includes(id)),
    ).toEqual([])
    expect(
      attacks.map(({ mutation }) => mutation).filter((name) => name !== undefined && !names.includes(name)),
    ).toEqual([])
  })

  it('are as many as were promised, of every class', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(150)
  })
})
