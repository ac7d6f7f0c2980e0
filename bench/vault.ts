// What the vault costs her, in a real browser: 2,000 entries in the clear, then the same sealed, in one run. A month to read, from the press of «Mes
// anterior» to the frame in which its days stand; a search, the first one, which reads all of them, and the next; and from a right PIN to her first
// screen. The processor is slowed down as Lighthouse's phone is (four times); the network is this machine's own.
// Usage: npm run bench -- vault [--entries 2000] [--rounds 9] [--slower 4]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { startAmparo } from '../tools/lib/amparo.ts'
import { ensureBrowser } from '../tools/lib/browser.ts'
import { build } from '../tools/lib/build.ts'
import { launchChromium } from '../tools/lib/chromium.ts'
import { median } from './lib/checkouts.ts'
import { freePort } from './lib/processes.ts'

const PERSON = { email: 'bea@amparo.test', password: 'Amparo-demo-2026' }
const PIN = '258046'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '9' },
    slower: { type: 'string', default: '4' },
  },
})
const [entries, rounds, slower] = [Number(values.entries), Number(values.rounds), Number(values.slower)]

await build()
process.env.AMPARO_DATA = await mkdtemp(path.join(tmpdir(), 'bench-vault-'))
process.env.AMPARO_RATE_FACTOR = '1000000'
process.env.PORT = String(await freePort())
const { server } = await startAmparo({ demo: true })
const browser = await launchChromium(await ensureBrowser())
try {
  await server.query(
    `insert into public.diario_personal (user_id, fecha, tipo, contenido)
     select u.id, current_date - n, 'texto', 'Día ' || n || '. ' || repeat('Hoy caminé un rato y escribí lo que sentía. ', 1 + n % 20)
     from auth.users u, generate_series(1, ${entries}) n where u.email = '${PERSON.email}'
     on conflict (user_id, fecha) do nothing`,
  )
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.config.secrets.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  })
  if (!answer.ok) throw new Error(`nobody can sign in: ${answer.status}`)
  const session = await answer.text()
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'es-MX' })
  await page.goto(`${server.url}/medidas.html`)
  await page.evaluate((text) => {
    localStorage.setItem('sesion', text)
    localStorage.setItem('consejos', '1')
  }, session)
  const device = await page.context().newCDPSession(page)
  const slow = (rate: number) => device.send('Emulation.setCPUThrottlingRate', { rate })

  const measure = async () => {
    await slow(slower)
    const months = await readMonths(page)
    const searches = await search(page)
    await slow(1)
    return { months, searches }
  }
  const clear = await measure()
  await makeVault(page)
  const begun = performance.now()
  await page.getByRole('button', { name: 'Cerrar también lo de antes' }).click()
  await page.getByText('con tu llave', { exact: false }).last().waitFor()
  await page
    .getByRole('heading', { name: /siguen sin tu llave/ })
    .waitFor({ state: 'hidden', timeout: 600_000 })
  const sealing = performance.now() - begun
  const sealed = await measure()
  await setPin(page)
  const unlocks = []
  await slow(slower)
  for (let round = 0; round < rounds; round++) unlocks.push(await unlock(page))

  console.log(`| ${entries} entries, processor ${slower} times slower, ms | in the clear | sealed |`)
  console.log('|---|---|---|')
  console.log(`| a month, median of ${rounds} | ${line(clear.months)} | ${line(sealed.months)} |`)
  console.log(
    `| the first search, which reads all | ${clear.searches[0]!.toFixed(0)} | ${sealed.searches[0]!.toFixed(0)} |`,
  )
  console.log(`| the next ones | ${line(clear.searches.slice(1))} | ${line(sealed.searches.slice(1))} |`)
  console.log(`| a right PIN to her screen | – | ${line(unlocks)} |`)
  console.log(`Sealing all of them, at this machine's own speed: ${(sealing / 1_000).toFixed(1)} s.`)
} finally {
  await browser.close()
  await server.stop()
  await rm(process.env.AMPARO_DATA, { recursive: true, force: true })
}

/** Median, with the least and the most. */
function line(times: readonly number[]): string {
  return `${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`
}

/** Goes back month by month. @returns milliseconds of each */
async function readMonths(page: Page): Promise<number[]> {
  const times = []
  const now = new Date()
  const last = new Date(now.getFullYear(), now.getMonth() - 2, 15).toISOString().slice(0, 7)
  await page.goto(`${server.url}/diario-emocional?leer=${last}`)
  await page.locator('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  for (let round = 0; round < rounds; round++) {
    times.push(
      await page.evaluate(async () => {
        const before = document.querySelector('h1')?.textContent
        const link = [...document.querySelectorAll('a')].find(({ textContent }) =>
          textContent?.includes('Mes anterior'),
        )
        const begun = performance.now()
        link?.click()
        while (
          (document.querySelector('h1')?.textContent === before ||
            document.querySelectorAll('article').length <= 20) &&
          performance.now() - begun < 20_000
        )
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return performance.now() - begun
      }),
    )
    await page.waitForLoadState('networkidle')
  }
  return times
}

/** Looks for words in all of them, several times. @returns milliseconds of each */
async function search(page: Page): Promise<number[]> {
  await page.goto(`${server.url}/diario-emocional`)
  await page.getByRole('searchbox', { name: 'Palabras' }).waitFor()
  await page.waitForLoadState('networkidle')
  const times = []
  for (const word of ['caminé', 'sentía', 'Día 77', 'escribí']) {
    await page.getByRole('searchbox', { name: 'Palabras' }).fill(word)
    times.push(
      await page.evaluate(async () => {
        const button = document.querySelector<HTMLButtonElement>('button[aria-label="Buscar"]')
        const begun = performance.now()
        button?.click()
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        while (
          (button?.ariaDisabled === 'true' ||
            !/día/.test(button?.closest('section')?.querySelector('[role=status]')?.textContent ?? '')) &&
          performance.now() - begun < 60_000
        )
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return performance.now() - begun
      }),
    )
  }
  return times
}

async function makeVault(page: Page): Promise<void> {
  await page.goto(`${server.url}/cofre`)
  await page.getByRole('button', { name: 'Ver mi código' }).click()
  const lines = page.getByRole('region', { name: 'Tu código' }).getByRole('listitem')
  await lines.nth(11).waitFor()
  const words = (await lines.allInnerTexts()).map((text) => text.replace(/^\d+\s*/, ''))
  await page.getByRole('button', { name: 'Ya las guardé' }).click()
  for (const field of await page.getByRole('textbox', { name: /^Palabra/ }).all()) {
    const label = await field.evaluate((input) => (input as HTMLInputElement).labels![0]!.innerText)
    await field.fill(words[Number(/\d+/.exec(label)![0]) - 1]!)
  }
  await page.getByRole('button', { name: 'Cerrar mi diario con mi llave' }).click()
  await page.getByRole('button', { name: 'Cerrar también lo de antes' }).waitFor()
}

async function setPin(page: Page): Promise<void> {
  await page.goto(`${server.url}/perfil`)
  await page.getByRole('button', { name: 'Poner un PIN' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('PIN nuevo').fill(PIN)
  await dialog.getByLabel('Repite el PIN').fill(PIN)
  await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
  await page.getByRole('button', { name: 'Quitar PIN' }).waitFor()
}

/** @returns milliseconds from the press to the frame in which her first screen stands */
async function unlock(page: Page): Promise<number> {
  await page.goto(server.url)
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Abrir')
    const begun = performance.now()
    button?.click()
    while (
      (document.querySelector('input[name=pin]') || !document.querySelector('main h1')) &&
      performance.now() - begun < 60_000
    )
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begun
  })
}
