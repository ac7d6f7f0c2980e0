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

  it('take back what is in force: no later migration makes it anew', async () => {
    const folder = 'supabase/migrations'
    const laws = (await readdir(path.join(root, folder))).filter((file) => file.endsWith('.sql')).sort()
    const texts = new Map<string, string>()
    for (const law of laws)
      texts.set(`${folder}/${law}`, await readFile(path.join(root, folder, law), 'utf8'))
    const idle: string[] = []
    for (const { name, file, find } of mutations) {
      const text = texts.get(file)
      if (text === undefined) continue
      const at = text.indexOf(find)
      const made = [
        ...text
          .slice(0, at + find.length)
          .matchAll(/^(?:create|alter) (?:or replace )?(function|policy|trigger) ("[^"]+"|[\w."ñ]+)/gm),
      ].at(-1)
      if (!made) continue
      const [, kind, called] = made
      if (kind === 'trigger') continue
      // The function has to be the one that the text stands in, not one that ended before it.
      if (kind === 'function' && text.indexOf('\n$$;', made.index) < at) continue
      const later = [...texts].filter(([other]) => other > file)
      const again =
        kind === 'function' ? `create or replace function ${called}(` : `alter policy ${called} on`
      for (const [other, law] of later) if (law.includes(again)) idle.push(`${name}: ${called} in ${other}`)
    }
    expect(idle).toEqual([])
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
