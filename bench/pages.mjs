// How soon a visitor sees a page: Lighthouse with its defaults (a phone on slow 4G, a processor four times slower), each page in turn
// with the same of another checkout (`--before DIR`, built), and with a page that is nothing but HTML on the same server: the floor.
// Lighthouse comes from npm when it is asked for; 176 MB are not for every install.
// Usage: node bench/pages.mjs [--before DIR] [--rounds 3] [--pages /landing,/login,/register]
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { build } from '../scripts/lib/build.mjs'
import { CHROMIUM_ARGS } from '../scripts/lib/chromium.mjs'
import { root } from '../scripts/lib/run.mjs'
import { Child, freePort } from './lib/processes.mjs'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const FLOOR = '/medidas.html'
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    pages: { type: 'string', default: '/landing,/login,/register' },
  },
})
const pages = [FLOOR, ...values.pages.split(',')]
const run = promisify(execFile)

await build()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-pages-'))
const checkouts = [...(values.before ? [['before', path.resolve(values.before)]] : []), ['now', root]]
/** @type {{ name: string, url: string, stop: () => Promise<void> }[]} */
const houses = []
/** @type {Map<string, ReturnType<typeof read>[]>} */
const measured = new Map()
try {
  for (const [name, checkout] of checkouts) {
    const child = new Child(fileURLToPath(new URL('pages.server.mjs', import.meta.url)), {
      PORT: String(await freePort()),
      AMPARO_DATA: path.join(folder, name),
      STATIC: path.join(checkout, 'app/dist'),
    })
    houses.push({ name, url: (await child.answer()).url, stop: () => child.stop() })
  }
  // In turns: whatever the machine does besides falls on all of them.
  for (let round = 0; round < Number(values.rounds); round++)
    for (const page of pages)
      for (const { name, url } of houses) {
        const key = `${page} | ${name}`
        measured.set(key, [...(measured.get(key) ?? []), await measure(url + page)])
      }
} finally {
  for (const { stop } of houses) await stop()
  await rm(folder, { recursive: true, force: true })
}

console.log('| page | | first paint, s | largest paint, s | rounds | layout shift | scripts, KB | requests |')
console.log('|---|---|---|---|---|---|---|---|')
for (const [key, each] of measured) {
  const median = (/** @type {'first' | 'largest' | 'shift' | 'scripts' | 'requests'} */ what) =>
    each.map((one) => one[what]).toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0
  const rounds = each.map(({ largest }) => largest.toFixed(1)).join(', ')
  const cells = [median('first').toFixed(1), median('largest').toFixed(1), rounds, median('shift').toFixed(3)]
  console.log(`| ${key} | ${cells.join(' | ')} | ${median('scripts').toFixed(0)} | ${median('requests')} |`)
}

/** @param {string} url */
async function measure(url) {
  const { stdout } = await run(
    'npx',
    [
      ...['--yes', `--package=${LIGHTHOUSE}`, 'lighthouse', url, '--quiet', '--output=json'],
      ...['--only-categories=performance', `--chrome-flags=--headless=new ${CHROMIUM_ARGS.join(' ')}`],
    ],
    {
      maxBuffer: 2 ** 28,
      env: { ...process.env, ...(process.env.CHROMIUM_PATH && { CHROME_PATH: process.env.CHROMIUM_PATH }) },
    },
  )
  return read(JSON.parse(stdout))
}

/** @param {any} report as Lighthouse writes it */
function read({ audits }) {
  const requests = audits['network-requests'].details.items
  return {
    first: audits['first-contentful-paint'].numericValue / 1000,
    largest: audits['largest-contentful-paint'].numericValue / 1000,
    shift: audits['cumulative-layout-shift'].numericValue,
    scripts:
      requests
        .filter((/** @type {any} */ one) => one.resourceType === 'Script')
        .reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.transferSize, 0) / 1024,
    requests: requests.length,
  }
}
