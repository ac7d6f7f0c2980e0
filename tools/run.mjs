// Every npm script begins here: `node tools/run.mjs start`. Plain JavaScript, so that an old Node says what is missing and an empty
// clone gets its packages; then the command runs, built or in TypeScript through tsx.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`\nAmparo necesita Node 20.19 o más nuevo; este es ${process.versions.node}.\n`)
  process.exit(1)
}
const [name = ''] = process.argv.splice(2, 1)
const at = (/** @type {string} */ file) => new URL(`../${file}`, import.meta.url)
const isRelease = existsSync(at('release.json'))
if (!isRelease) await import('./lib/install.mjs')
const isBuilt = name === 'start' && existsSync(at('server/dist/build.js'))
if (isRelease || (isBuilt && (await (await import(at('server/dist/build.js').href)).isFresh())))
  await import(at(`server/dist/${name}.js`).href)
else {
  await (await import('tsx/esm/api')).register()
  await import(await (await import('./lib/build.ts')).prepare(name))
}
