import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ensureBrowser, ensureEmoji } from './lib/browser.ts'
import { build } from './lib/build.ts'
import { launchChromium } from './lib/chromium.ts'
import { root } from './lib/run.ts'
import { withTemporaryServer } from './lib/temporary.ts'

/** Takes the pictures of the README anew, with Ana of the demo people, into `docs/images`. */
await build()
const images = path.join(root, 'docs/images')
await mkdir(images, { recursive: true })
const executablePath = await ensureBrowser()
await ensureEmoji()

await withTemporaryServer(
  async (server) => {
    const browser = await launchChromium(executablePath)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: server.url,
        colorScheme,
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        locale: 'es-MX',
        timezoneId: 'America/Mexico_City',
        reducedMotion: 'reduce',
        permissions: ['geolocation'],
        geolocation: { latitude: 19.4326, longitude: -99.1332 },
      })
      const page = await context.newPage()
      const suffix = colorScheme === 'dark' ? '-dark' : ''
      const picture = async (name: string) => {
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: path.join(images, `${name}-phone${suffix}.png`) })
      }
      await page.goto('/landing')
      // The fonts of the app come with the second page.
      await page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())))
      await page.evaluate(() => localStorage.setItem('letras', '1'))
      await page.reload()
      await picture('landing')
      await page.goto('/login')
      await page.getByLabel('Correo').fill('ana@amparo.test')
      await page.getByLabel('Contraseña', { exact: true }).fill('Amparo-demo-2026')
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await page.waitForURL(`${server.url}/`)
      await page.waitForLoadState('networkidle')
      await page.reload()
      await picture('inicio')
      await page.goto('/seguridad')
      await picture('seguridad')
      await page.goto('/holistica')
      const moon = page.getByRole('heading', { name: 'La Luna', exact: true })
      // The same card each time, of those that chance lays.
      for (let tries = 0; tries < 300 && !(await moon.isVisible()); tries += 1) {
        if (tries > 0) await page.getByRole('button', { name: 'Hacer otra tirada' }).click()
        await page.getByRole('button', { name: 'Tirada Sí o No' }).click()
        await page.getByRole('button', { name: /^Descubrir/ }).click()
        await page.getByText(/^Respuesta/).waitFor()
      }
      await moon.waitFor()
      await picture('tarot')
      await context.close()
    }
    await browser.close()
  },
  { demo: true, app: true },
)
process.exit(0)
