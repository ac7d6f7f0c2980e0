import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { build } from './lib/build.mjs'
import { assertNode, installPackages } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

/**
 * The benchmarks in `bench/`, one after another; `npm run bench -- rest` runs the one of that name, and passes on what
 * follows it: `npm run bench -- rest --only insert`.
 */
assertNode()
await installPackages()
await build()

const said = process.argv.slice(2)
const end = said.findIndex((word) => word.startsWith('--'))
const wanted = end < 0 ? said : said.slice(0, end)
const options = end < 0 ? [] : said.slice(end)
const names = (await readdir(path.join(root, 'bench')))
  // `rest.mjs` is a benchmark; `rest.load.mjs` is a part of one.
  .filter((name) => /^[a-z]+\.mjs$/.test(name))
  .map((name) => name.replace('.mjs', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort()

let failed = 0
for (const name of names) {
  console.log(`\n── ${name}`)
  const code = await run(process.execPath, [path.join(root, 'bench', `${name}.mjs`), ...options])
  if (code !== 0) failed += 1
}
process.exit(failed > 0 || names.length === 0 ? 1 : 0)
