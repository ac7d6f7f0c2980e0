import { describe, expect, it } from 'vitest'
import { cyclesOf, figuresOf, repeatsOf, sourceOf } from './lib/figures.mjs'

const lines = (count: number, text = (line: number) => `const line${line} = ${line}`) =>
  Array.from({ length: count }, (_, line) => text(line)).join('\n')

describe('the figures of the code', () => {
  it('count files by their lines, and functions with a name by theirs', () => {
    const long = sourceOf('long.ts', `export function long() {\n${lines(100)}\n}\n${lines(200)}\n`)
    const short = sourceOf('short.ts', 'const short = () => 1\nclass A { method() {} }\n[1].map((n) => n)\n')
    expect(figuresOf([short, long])).toEqual({
      files: 2,
      lines: 305,
      median: 3,
      longFiles: [{ file: 'long.ts', lines: 302 }],
      shortFiles: [{ file: 'short.ts', lines: 3 }],
      functions: 3,
      shortFunctions: 2,
      longFunctions: [{ file: 'long.ts:1', name: 'long', lines: 102 }],
    })
  })

  it('name a long callback too', () => {
    const file = sourceOf('a.ts', `run(() => {\n${lines(120)}\n})\n`)
    expect(figuresOf([file]).longFunctions).toEqual([{ file: 'a.ts:1', name: 'callback', lines: 122 }])
  })

  it('find files that import each other, types and exports included', () => {
    const all = ['a/one.ts', 'a/two.ts', 'b/three.ts', 'b/four.ts']
    const sources = [
      sourceOf('a/one.ts', `import type { Two } from './two.ts'\n`, all),
      sourceOf('a/two.ts', `export * from '../b/three.ts'\n`, all),
      sourceOf('b/three.ts', `const one = import('../a/one.ts')\n`, all),
      sourceOf('b/four.ts', `import { one } from '../a/one.ts'\n`, all),
    ]
    expect(cyclesOf(sources)).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts']])
    expect(cyclesOf(sources.slice(1))).toEqual([])
  })

  it('find fifteen lines that stand twice, whatever blank lines and comments stand between them', () => {
    const once = { file: 'a.ts', lines: ['let before = 1', ...lines(20).split('\n')] }
    const again = {
      file: 'b.ts',
      lines: [
        '',
        ...lines(20)
          .split('\n')
          .flatMap((line) => [line, '', '// why']),
      ],
    }
    expect(repeatsOf([once, again])).toEqual(['b.ts:2 ~ a.ts:2'])
    expect(repeatsOf([once, { file: 'c.ts', lines: lines(14).split('\n') }])).toEqual([])
  })
})
