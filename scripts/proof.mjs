import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ensureBrowser, ensureShell } from './lib/browser.mjs'
import { build } from './lib/build.mjs'
import { assertNode, installPackages } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

/** The long proofs, one program each in `scripts/proofs`; `npm run proof -- kills` runs those whose name fits. */
assertNode()
await installPackages()
await build()
const browser = await ensureBrowser()
const shell = await ensureShell(browser)

const folder = path.join(root, 'scripts/proofs')
const wanted = process.argv.slice(2)
const programs = (await readdir(folder))
  .filter(
    (name) => name.endsWith('.mjs') && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
  )
  .sort()

let failed = 0
for (const program of programs) {
  console.log(`\n── ${program.replace('.mjs', '')}`)
  const code = await run(process.execPath, [path.join(folder, program)], {
    env: { ...process.env, CHROMIUM_PATH: browser ?? '', CHROMIUM_SHELL_PATH: shell ?? '' },
  })
  if (code !== 0) failed += 1
}
console.log(`\nproofs: ${programs.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 || programs.length === 0 ? 1 : 0)
