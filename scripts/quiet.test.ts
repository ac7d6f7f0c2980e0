import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const COMMENT = /^\s*(\*|\/\*\*)|\/\/ /

it('where an error is passed over in silence, the line above says why', () => {
  const files = execFileSync('git', ['ls-files', 'server', 'scripts', 'supabase/functions'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(ts|mjs|js)$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
  expect(files.length).toBeGreaterThan(200)
  const silent = files.flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, index) =>
      line.includes('.catch(() =>') && !COMMENT.test(lines[index - 1] ?? '') ? [`${file}:${index + 1}`] : [],
    )
  })
  expect(silent).toEqual([])
})
