import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../lib/port.mjs'
import { capture, root } from '../lib/run.mjs'
import { allMutations } from '../mutations/index.mjs'

/**
 * Takes back each mend of `scripts/mutations`, one at a time, in a copy of the last commit, and sees a named test or attack notice it.
 * `AMPARO_MUTATIONS=text,text` runs those whose name holds one of the texts, `AMPARO_WORKERS` says in how many copies at once. Uncommitted
 * changes do not count.
 */
const wanted = (process.env.AMPARO_MUTATIONS ?? '').split(',')
const mutations = (await allMutations()).filter(({ name }) => wanted.some((text) => name.includes(text)))
// What is tried spends half its time waiting, for PostgreSQL to start or a browser to draw.
const copies = Math.min(Number(process.env.AMPARO_WORKERS ?? availableParallelism() + 1), mutations.length)
const folder = await mkdtemp(path.join(tmpdir(), 'amparo-mutated-'))

/** @type {string[]} */
const survivors = []
const left = mutations.values()
try {
  // One after the other: git locks its list of copies.
  /** @type {string[]} */
  const houses = []
  for (let copy = 1; copy <= copies; copy++) {
    const house = path.join(folder, `house-${copy}`)
    const made = await capture('git', ['worktree', 'add', '--quiet', '--detach', house, 'HEAD'])
    if (made.code !== 0) throw new Error(made.output)
    houses.push(house)
    await symlink(path.join(root, 'node_modules'), path.join(house, 'node_modules'))
  }
  await Promise.all(houses.map(takeBack))
} finally {
  for (let copy = 1; copy <= copies; copy++)
    await capture('git', ['worktree', 'remove', '--force', path.join(folder, `house-${copy}`)])
  await rm(folder, { recursive: true, force: true })
}
for (const survivor of survivors) console.log(`✗ ${survivor}`)
console.log(`mutations: ${mutations.length - survivors.length} passed, ${survivors.length} failed`)
process.exit(survivors.length > 0 || mutations.length === 0 ? 1 : 0)

/** Tries in this copy one mutation after the other, until none is left. @param {string} house */
async function takeBack(house) {
  for (const mutation of left) {
    const file = path.join(house, mutation.file)
    const original = await readFile(file, 'utf8')
    const places = original.split(mutation.find).length - 1
    if (places !== 1) {
      survivors.push(`${mutation.name}: its text stands ${places} times in ${mutation.file}`)
      console.log(`✗ ${survivors.at(-1)}`)
      continue
    }
    // A function, since a `$` in the text of a mutation means nothing here.
    await writeFile(
      file,
      original.replace(mutation.find, () => mutation.replace),
    )
    const { isNoticed, words } = await tryOut(mutation, house)
    await writeFile(file, original)
    console.log(`${isNoticed ? '✓' : '✗'} ${mutation.name}`)
    if (!isNoticed) survivors.push(`${mutation.name}: ${words}`)
  }
}

/**
 * @param {import('../mutations/index.mjs').Mutation} mutation
 * @param {string} house the copy
 * @returns {Promise<{ isNoticed: boolean, words: string }>} `words`: what was seen instead
 */
async function tryOut({ test, e2e, attack }, house) {
  const inside = (/** @type {string[]} */ args, env = {}) =>
    capture(process.execPath, args, { cwd: house, env: { ...process.env, CI: '', ...env } })
  if (test) {
    const [file, pattern] = test
    const args = ['run', file, '--reporter=json', '--retry=0', ...(pattern ? ['-t', escaped(pattern)] : [])]
    const { code, output } = await inside(['node_modules/vitest/vitest.mjs', ...args])
    const report = /\{"numTotalTestSuites".*\}/s.exec(output)
    const result = report ? JSON.parse(report[0]) : undefined
    // An error that nobody caught fails no test of the report, and yet the run. What could not even be run has no report.
    const isNoticed = result !== undefined && code !== 0
    return { isNoticed, words: `${file} «${pattern ?? ''}» noticed nothing: ${output.slice(-400)}` }
  }
  // Not scripts/build.mjs, which first installs what the lock file names: through the link, into the packages of this checkout.
  const program = `await (await import('./scripts/lib/build.mjs')).build(); process.exit(0)`
  await inside(['--input-type=module', '--eval', program])
  if (e2e) {
    const [file, pattern] = e2e
    const args = [
      'test',
      '-c',
      'e2e/playwright.config.ts',
      file,
      ...(pattern ? ['-g', escaped(pattern)] : []),
    ]
    const run = async (env = {}) =>
      inside(['node_modules/@playwright/test/cli.js', ...args], {
        AMPARO_E2E_PORT: String(await freePort()),
        ...env,
      })
    let { code, output } = await run()
    // What `npm test` does not go, `npm run proof -- long` does.
    if (output.includes('No tests found')) ({ code, output } = await run({ AMPARO_E2E_LONG: '1' }))
    return { isNoticed: code !== 0 && /\b\d+ failed\b/.test(output), words: output.slice(-400) }
  }
  const { code, output } = await inside(['scripts/proofs/attacks.mjs'], {
    AMPARO_ATTACKED: house,
    AMPARO_ATTACKS: attack ?? '',
  })
  return { isNoticed: code !== 0 && /✗ .+: /.test(output), words: output.slice(-400) }
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
