import { buildServer } from '../tools/lib/build.ts'

/** `npm run soak -- NAME`: one of the programs that take too long for `npm test`. */
const PROGRAMS = ['kills', 'disk', 'backups', 'load', 'senders', 'scale', 'vault']

const name = process.argv[2] ?? ''
if (!PROGRAMS.includes(name)) {
  console.error(`npm run soak -- ${PROGRAMS.join(' | ')}`)
  process.exit(1)
}
// What serves is what a release serves: from its sources a server takes more memory.
await buildServer()
process.env.AMPARO_TEST_BUILT = '1'
await import(`./${name}.ts`)
