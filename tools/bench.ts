import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { build } from './lib/build.ts'
import { root, run } from './lib/run.ts'

/**
 * The benchmarks in `bench/`, one after another; `npm run bench -- rest` runs the one of that name, and passes on what
 * follows it: `npm run bench -- rest --only insert`.
 */
await build()

const said = process.argv.slice(2)
const end = said.findIndex((word) => word.startsWith('--'))
const wanted = end < 0 ? said : said.slice(0, end)
const options = end < 0 ? [] : said.slice(end)
const names = (await readdir(path.join(root, 'bench')))
  // `rest.ts` is a benchmark; `rest.server.ts` is a part of one.
  .filter((name) => /^[a-z]+\.ts$/.test(name))
  .map((name) => name.replace('.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort()

let failed = 0
for (const name of names) {
  console.log(`\n── ${name}`)
  const code = await run(process.execPath, [
    '--import',
    'tsx',
    path.join(root, 'bench', `${name}.ts`),
    ...options,
  ])
  if (code !== 0) failed += 1
}
process.exit(failed > 0 || names.length === 0 ? 1 : 0)
