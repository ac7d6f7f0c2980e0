import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const COMMENT = /^\s*(\*|\/\*\*)|\/\/ /

/** What passes an error over; on a screen a value that stands for the answer says by itself what is shown then. */
const ANYWHERE = '.catch(() =>'
const ON_SCREEN = '.catch(() => {'

/** The lines that pass an error over: nothing is done instead, and no comment above says why. */
function silentLines(text: string, silence: string): number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (!line.includes(silence) || COMMENT.test(lines[index - 1] ?? '')) return []
    return line.endsWith('{') && !/^\s*\}/.test(lines[index + 1] ?? '') ? [] : [index + 1]
  })
}

it('where an error is passed over in silence, a comment says why', () => {
  const files = execFileSync('git', ['ls-files', 'app', 'server', 'scripts', 'supabase/functions'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|js)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  expect(files.length).toBeGreaterThan(700)
  const silent = files.flatMap((file) => {
    if (!existsSync(path.join(root, file))) return []
    const silence = file.startsWith('app/') ? ON_SCREEN : ANYWHERE
    const text = readFileSync(path.join(root, file), 'utf8')
    return silentLines(text, silence).map((line) => `${file}:${line}`)
  })
  expect(silent).toEqual([])
})
