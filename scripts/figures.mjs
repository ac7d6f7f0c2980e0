import { cyclesOf, figuresOf, isTest, readSources, repeatsOf } from './lib/figures.mjs'

/** `npm run figures`: how long files and functions are, circles of imports, lines that stand twice. Figures, not limits. */
const sources = await readSources()
const parts = {
  app: (/** @type {string} */ file) => file.startsWith('app/') && !isTest(file),
  'server, scripts, functions': (/** @type {string} */ file) => !file.startsWith('app/') && !isTest(file),
  tests: isTest,
}

for (const [part, holds] of Object.entries(parts)) {
  const figures = figuresOf(sources.filter(({ file }) => holds(file)))
  const { files, lines, median, functions, shortFunctions, longFiles, shortFiles, longFunctions } = figures
  console.log(`\n${part}: ${files} files, ${lines} lines, ${median} in the middle one`)
  console.log(`  files over 250 lines: ${longFiles.length}; under 20: ${shortFiles.length}`)
  if (part !== 'tests') for (const { file, lines } of longFiles) console.log(`    ${lines} ${file}`)
  const share = ((100 * shortFunctions) / functions).toFixed(1)
  console.log(`  functions with a name: ${functions}; under 40 lines: ${share} %`)
  if (part === 'tests') continue
  console.log(`  functions over 100 lines, callbacks included: ${longFunctions.length}`)
  for (const { file, name, lines } of longFunctions) console.log(`    ${lines} ${name} ${file}`)
}

const cycles = cyclesOf(sources)
console.log(`\ncircles of imports, types included: ${cycles.length}`)
for (const cycle of cycles) console.log(`    ${cycle.join(', ')}`)

const repeats = repeatsOf(sources.filter(({ file }) => !isTest(file)))
console.log(`runs of 15 lines that stand twice, tests aside: ${repeats.length}`)
for (const repeat of repeats) console.log(`    ${repeat}`)
