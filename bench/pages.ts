// How soon a page is seen: Lighthouse with its defaults (a phone on slow 4G, a processor four times slower) and a profile that has never been here,
// each page in turn with the same of another checkout (`--before DIR`, built), and, as the least that any page of this kind needs, a page that is
// nothing but HTML and one that is nothing but React, from the same server. Home and what else a member sees are opened signed in.
// Lighthouse comes from npm when it is asked for; 176 MB are not for every install.
// Usage: npm run bench -- pages [--before DIR] [--rounds 3] [--pages /landing,/login,/,/seguridad]
import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { ensureBrowser } from '../tools/lib/browser.ts'
import { build } from '../tools/lib/build.ts'
import { launchProfile } from '../tools/lib/chromium.ts'
import { root } from '../tools/lib/run.ts'
import { median, type Start, withCheckouts } from './lib/checkouts.ts'
import { freePort, type Served } from './lib/processes.ts'

// The last that runs on Node 20.
const LIGHTHOUSE = 'lighthouse@12.8.2'
/** Where the session lies on a device (`app/src/lib/session/sessionStorage.ts`), and a page of ours that looks for none. */
const SESSION_KEY = 'sesion'
const PLAIN = '/medidas.html'
const VISITORS = ['/landing', '/login', '/register', '/legal', '/pricing']
const PERSON = { email: 'bea@amparo.test', password: 'Amparo-demo-2026' }

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    pages: { type: 'string', default: '/landing,/login,/register,/,/seguridad' },
  },
})
const pages = values.pages.split(',')
const run = promisify(execFile)

await build()
await withCheckouts({ name: 'pages', before: values.before, open, work: compare })

interface Side {
  name: string
  url: string
  session: string
  stop: () => Promise<void>
}

/** What is read of Lighthouse's report. */
interface Report {
  audits: Record<string, { numericValue: number; details: { items: Loaded[] } }>
  runtimeError?: { message: string }
}

interface Loaded {
  resourceType: string
  transferSize: number
}

async function open(name: string, checkout: string, start: Start): Promise<Side> {
  const child = start(new URL('pages.server.ts', import.meta.url), {
    AMPARO_RATE_FACTOR: '1000000',
    STATIC: await withFloor(checkout, name),
  })
  const { url, anonKey } = await child.answer<Served>()
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  })
  if (!answer.ok) throw new Error(`${name}: nobody can sign in, ${answer.status}`)
  return { name, url, session: await answer.text(), stop: () => child.stop() }
}

/** The built app with a page beside it that is nothing but React. */
async function withFloor(checkout: string, name: string) {
  const folder = path.join(root, 'node_modules/.cache/amparo/bench-pages', name)
  await cp(path.join(checkout, 'app/dist'), folder, { recursive: true, force: true })
  const { outputFiles } = await bundle({
    stdin: {
      contents: `import { createElement } from 'react'
        import { createRoot } from 'react-dom/client'
        createRoot(document.getElementById('root')).render(createElement('h1', null, 'Nada más'))`,
      resolveDir: path.join(root, 'app'),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const code = outputFiles[0]!.contents
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'assets/react-alone.js'), code)
  await writeFile(path.join(folder, 'assets/react-alone.js.gz'), gzipSync(code, { level: 9 }))
  await writeFile(path.join(folder, 'assets/react-alone.js.br'), brotliCompressSync(code))
  await writeFile(
    path.join(folder, 'react-alone.html'),
    '<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>React</title>' +
      '<div id="root"></div><script type="module" src="/assets/react-alone.js"></script></html>',
  )
  return folder
}

async function compare(servers: Side[], folder: string) {
  const floor = servers.at(-1)!
  const sides: [string, Side, string][] = [
    ['nothing but HTML', floor, PLAIN],
    ['nothing but React', floor, '/react-alone.html'],
    ...pages.flatMap((page) =>
      servers.map((side) => [`${page} | ${side.name}`, side, page] as [string, Side, string]),
    ),
  ]
  const measured: Map<string, ReturnType<typeof read>[]> = new Map(sides.map(([key]) => [key, []]))
  // In turns: whatever the machine does besides falls on all of them.
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [key, side, page] of sides)
      measured
        .get(key)
        ?.push(await measure(side, page, path.join(folder, `${key.replace(/\W+/g, '-')}-${round}`)))

  console.log(
    '| page | | first paint, s | largest paint, s | rounds | layout shift | scripts, KB | all, KB | requests |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const [key, each] of measured) {
    const of = (what: keyof ReturnType<typeof read>) => median(each.map((one) => one[what]))
    const rounds = each.map(({ largest }) => largest.toFixed(1)).join(', ')
    const cells = [of('first').toFixed(1), of('largest').toFixed(1), rounds, of('shift').toFixed(3)]
    const bytes = [of('scripts').toFixed(0), of('all').toFixed(0), of('requests')]
    console.log(`| ${key.includes('|') ? key : `${key} |`} | ${[...cells, ...bytes].join(' | ')} |`)
  }
}

/**
 * One page, in a profile that has never been here but for the session. A trace that Lighthouse could not read, as its own words say, is taken
 * again.
 */
async function measure(side: Side, page: string, profile: string) {
  for (let attempt = 1; ; attempt++)
    try {
      return await audit(side, page, `${profile}-${attempt}`)
    } catch (failure) {
      if (attempt === 3 || !String(failure).includes('NO_NAVSTART')) throw failure
    }
}

async function audit({ url, session }: Side, page: string, profile: string) {
  const port = await freePort()
  const browser = await launchProfile(profile, port, await ensureBrowser())
  try {
    if (pages.includes(page) && !VISITORS.includes(page)) {
      const tab = await browser.newPage()
      await tab.goto(url + PLAIN)
      await tab.evaluate(
        ([key = '', text = '']) => {
          localStorage.setItem(key, text)
          // As the app leaves it on a device whose member has nothing before her screens (`app/src/lib/device/prerendered.ts`).
          localStorage.setItem('vista', '1')
          // biome-ignore lint/suspicious/noDocumentCookie: as the app sets it.
          document.cookie = 'vista=1; path=/; max-age=31536000; samesite=lax'
        },
        [SESSION_KEY, session],
      )
      await tab.close()
    }
    const { stdout } = await run(
      'npx',
      [
        ...['--yes', `--package=${LIGHTHOUSE}`, 'lighthouse', url + page, '--quiet', '--output=json'],
        ...['--only-categories=performance', `--port=${port}`, '--disable-storage-reset'],
      ],
      { maxBuffer: 2 ** 28 },
    )
    return read(JSON.parse(stdout))
  } finally {
    await browser.close()
  }
}

function read({ audits, runtimeError }: Report) {
  if (runtimeError) throw new Error(runtimeError.message)
  const requests = audits['network-requests']!.details.items
  const kilobytes = (some: Loaded[]) => some.reduce((sum, one) => sum + one.transferSize, 0) / 1024
  return {
    first: audits['first-contentful-paint']!.numericValue / 1000,
    largest: audits['largest-contentful-paint']!.numericValue / 1000,
    shift: audits['cumulative-layout-shift']!.numericValue,
    scripts: kilobytes(requests.filter((one) => one.resourceType === 'Script')),
    all: kilobytes(requests),
    requests: requests.length,
  }
}
