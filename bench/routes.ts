// How soon a route is shown that was opened before: from the press of its link to the frame in which its first screen is whole, in a real browser, with
// its own marks (`performance.mark`). Each route is opened within the app, all of them once, then all of them again, `--rounds` times, by a link of a
// route that has one (as «back» where none has); placeholders of a route or of its data (a skeleton, «Cargando…») are counted in every frame.
// The processor is slowed down as Lighthouse's phone is (four times), with what was fetched before already there.
// Usage: npm run bench -- routes [--rounds 5] [--slower 4]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startAmparo } from '../tools/lib/amparo.ts'
import { ensureBrowser } from '../tools/lib/browser.ts'
import { build } from '../tools/lib/build.ts'
import { launchChromium } from '../tools/lib/chromium.ts'
import { screens } from '../tools/lib/screens.ts'
import { median } from './lib/checkouts.ts'
import { freePort } from './lib/processes.ts'

const PERSON = { email: 'bea@amparo.test', password: 'Amparo-demo-2026' }
/** No routes of a signed-in member: pages of links from outside, and a circle that only the test of all screens has. */
const APART = /^\/(?:cuenta|camino|llamada|confianza|alerta|landing|login|register|payment-success)|\/sala\//
const LIMIT_MS = 100

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, slower: { type: 'string', default: '4' } },
})
const routes = screens().member.filter((at) => !APART.test(at))

await build()
process.env.AMPARO_DATA = await mkdtemp(path.join(tmpdir(), 'bench-routes-'))
process.env.AMPARO_RATE_FACTOR = '1000000'
process.env.PORT = String(await freePort())
const { server } = await startAmparo({ demo: true })
const browser = await launchChromium(await ensureBrowser())
try {
  const anonKey = server.config.secrets.anonKey
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  })
  if (!answer.ok) throw new Error(`nobody can sign in: ${answer.status}`)
  const session = await answer.text()
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'es-MX' })
  await page.goto(`${server.url}/medidas.html`)
  await page.evaluate((text) => localStorage.setItem('sesion', text), session)
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) })
  await page.goto(server.url + routes.at(-1))
  await page.waitForLoadState('networkidle')

  const opened: Map<string, { ms: number; waited: number }[]> = new Map(routes.map((at) => [at, []]))
  /** Which routes have a link to it. */
  const linkedFrom: Map<string, string[]> = new Map(routes.map((at) => [at, []]))
  let here = ''
  const go = async (at: string) => {
    const measured = await page.evaluate(enter, at)
    // What it fetches and writes down behind itself is not the next one's.
    await page.waitForLoadState('networkidle')
    here = at
    return measured
  }
  for (const at of routes) {
    opened.get(at)?.push(await go(at))
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    )
    for (const [other, from] of linkedFrom) if (other !== at && links.includes(other)) from.push(at)
  }
  for (let round = 0; round < Number(values.rounds); round++)
    for (const at of routes) {
      const from = linkedFrom.get(at) ?? []
      if (from.length > 0 && !from.includes(here)) await go(from[0]!)
      opened.get(at)?.push(await go(at))
    }
  const unlinked = [...linkedFrom].filter(([, from]) => from.length === 0).map(([at]) => at)
  if (unlinked.length > 0)
    console.log(`No route has a link to ${unlinked.join(', ')}: opened as «back» opens it.`)

  console.log(
    `| route | first, ms | again (median of ${values.rounds}), ms | slowest | frames with a placeholder, first and again |`,
  )
  console.log('|---|---|---|---|---|')
  let over = 0
  for (const [at, [first, ...again]] of opened) {
    const times = again.map(({ ms }) => ms)
    if (median(times) > LIMIT_MS || again.some(({ waited }) => waited > 0)) over += 1
    console.log(
      `| ${at} | ${first?.ms.toFixed(0)} | ${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)} | ${first?.waited}, ${again.map(({ waited }) => waited).join(' ')} |`,
    )
  }
  console.log(
    `${over} of ${opened.size} routes take longer than ${LIMIT_MS} ms again, or are not whole at once.`,
  )
} finally {
  await browser.close()
  await server.stop()
  await rm(process.env.AMPARO_DATA, { recursive: true, force: true })
}

/**
 * In the page: presses the link that leads there, and waits for the frame in which the route is shown without any placeholder.
 */
async function enter(at: string) {
  const main = document.querySelector('main')
  const before = main?.firstElementChild
  const started = performance.mark(`leave ${at}`).startTime
  const link = document.querySelector(`a[href="${at}"]`)
  if (link instanceof HTMLElement) link.click()
  else {
    history.pushState(null, '', at)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  let waited = 0
  for (;;) {
    // The frame is on its way to the screen once the next task runs.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const now = document.querySelector('main')
    const coming =
      now?.querySelector('[data-coming], .animate-respira') || now?.textContent?.includes('Cargando…')
    if (coming) waited += 1
    else if (now?.firstElementChild && now.firstElementChild !== before) break
    if (performance.now() - started > 10_000) break
  }
  const ended = performance.mark(`stand ${at}`).startTime
  return { ms: performance.measure(at, { start: started, end: ended }).duration, waited }
}
