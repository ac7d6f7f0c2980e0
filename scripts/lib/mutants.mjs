import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseSync } from 'vite'
import { capture, root } from './run.mjs'

/** What a test must reach to need a database. */
const DATABASE = /^server\/(testing|src\/postgres)\/|^supabase\/tests\//

/** Tests that ask git which files there are: what Stryker changes is a copy, and no repository. */
const ASK_GIT = new Set(['app/build/numeros.test.ts'])

/** Files that a test beside them tries alone, and what of them it does not mean to try. */
const LEFT_OUT = new Map([
  ['app/src/routes.tsx', 'a table; what it says is tried in a browser'],
  ['server/src/realtime/hub.ts', 'tried with sockets and a database, but for one thing'],
])

/**
 * What Stryker changes, and by which tests it must be noticed. By rule: a file is changed when the test that bears its name and stands
 * beside it reaches no database, however far its imports are followed; every test of the app and the server that reaches none runs.
 * @returns {Promise<{ files: string[], tests: string[] }>}
 */
export async function mutableFiles() {
  const sources = await readImports()
  const tests = [...sources.keys()].filter(
    (file) =>
      /^(app|server)\/.*\.test\.tsx?$/.test(file) &&
      !ASK_GIT.has(file) &&
      !reaches(file, sources).some((one) => DATABASE.test(one)),
  )
  const files = tests
    .flatMap((test) => ['.ts', '.tsx'].map((end) => test.replace(/\.test\.tsx?$/, end)))
    .filter((file) => sources.has(file) && !LEFT_OUT.has(file))
  return { files, tests }
}

/** Every file that one leads to. @param {string} file @param {Map<string, string[]>} sources */
function reaches(file, sources) {
  const seen = new Set([file])
  for (const one of seen) for (const next of sources.get(one) ?? []) seen.add(next)
  return [...seen]
}

/** What is generated is not changed. */
const GENERATED = /database\.types\.ts$|\.d\.ts$/

/** @returns {Promise<Map<string, string[]>>} every source that git keeps, with those of ours that it imports */
async function readImports() {
  const { output } = await capture('git', ['-C', root, 'ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.js'])
  const files = new Set(output.split('\0').filter((file) => file && !GENERATED.test(file)))
  /** @type {Map<string, string[]>} */
  const sources = new Map()
  for (const file of files) {
    const found = importsOf(file, await readFile(path.join(root, file), 'utf8')).map((name) => {
      const to = path.posix.join(path.posix.dirname(file), name)
      return [to, to.replace(/\.js$/, '.ts')].find((one) => files.has(one))
    })
    sources.set(
      file,
      found.filter((one) => one !== undefined),
    )
  }
  return sources
}

/** The relative paths that a source imports, exports again or loads later. @param {string} file @param {string} text */
function importsOf(file, text) {
  const { module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return names.filter((name) => name.startsWith('.'))
}
