import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { launchChromium } from '../lib/chromium.mjs'
import { root } from '../lib/run.mjs'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * What a screen reader is told on the ten main tasks: names, roles and order, as the browser hands them out. Compares it with what is
 * written down in `docs/accessibility.md`, and fails where it is another; `AMPARO_TREE=write` writes it down anew, to be read.
 */
const file = path.join(root, 'docs/accessibility.md')
const START = '<!-- tree -->'

/** @typedef {import('@playwright/test').Page} Page */
/** @type {{ task: string, open: string, visitor?: true, does?: (page: Page) => Promise<unknown>, of?: string }[]} */
const TASKS = [
  {
    task: 'Find help without an account',
    open: '/landing',
    visitor: true,
    of: '[aria-label="¿Necesitas ayuda ahora?"]',
  },
  { task: 'Sign in', open: '/login', visitor: true },
  { task: 'Make an account', open: '/register', visitor: true },
  { task: 'Ask for help', open: '/seguridad', of: '[aria-label="Pedir ayuda"]' },
  {
    task: 'Add somebody to alert',
    open: '/seguridad',
    does: (page) => page.getByRole('button', { name: 'Agregar contacto' }).first().click(),
    of: 'dialog',
  },
  {
    task: 'Call a line of the directory',
    open: '/seguridad/apoyo-y-refugios',
    of: 'main section:has(h2)',
  },
  { task: 'Write in the diary', open: '/diario-emocional', of: '[aria-label="El día elegido"]' },
  { task: 'Note an appointment', open: '/agenda', of: '[aria-labelledby="formulario"]' },
  {
    task: 'Write in a circle',
    open: '/comunidad/salas',
    does: async (page) => {
      await page
        .getByRole('link', { name: /Unirme a la sala/ })
        .first()
        .click()
      await page.getByRole('log', { name: 'Mensajes' }).waitFor()
      // Who is there is heard a moment later.
      await page.getByText('Solo tú por ahora').waitFor()
    },
  },
  {
    task: 'Leave at once, or go to another room',
    open: '/',
    of: 'body',
  },
]

/** Of this day and this house. @param {string} tree */
const steady = (tree) =>
  tree
    .replaceAll(
      /(lunes|martes|miércoles|jueves|viernes|sábado|domingo)?,? ?\d{1,2} de [a-z]+ de \d{4}/gi,
      ' (día)',
    )
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, '(día)')
    .replaceAll(/\d{2}:\d{2}/g, '(hora)')
    .replaceAll(/Buen[ao]s (días|tardes|noches)/g, '(saludo)')
    .replaceAll(/\/url: .*/g, '')
    .replaceAll(/ *- \n/g, '')
    .split('\n')
    .slice(0, 40)
    .join('\n')

let written = ''
await withTemporaryServer(
  async (server) => {
    const her = { email: 'rosa@ejemplo.mx', password: 'una-clave-bien-larga' }
    await server.createUser({
      ...her,
      confirmed: true,
      metadata: { username: 'Rosa', identidad_genero: 'mujer cis' },
    })
    const browser = await launchChromium()
    try {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 360, height: 740 },
        locale: 'es-MX',
        timezoneId: 'America/Mexico_City',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      let inside = false
      for (const { task, open, visitor, does, of = 'main' } of TASKS) {
        if (!visitor && !inside) {
          inside = true
          await page.goto('/login')
          await page.getByLabel('Correo').fill(her.email)
          await page.getByLabel('Contraseña', { exact: true }).fill(her.password)
          await page.getByRole('button', { name: 'Iniciar sesión' }).click()
          await page.waitForURL(/\/$/)
        }
        await page.goto(open)
        await page.waitForLoadState('networkidle')
        await does?.(page)
        await page.waitForLoadState('networkidle')
        await page
          .getByText(/^Cargando/)
          .first()
          .waitFor({ state: 'hidden' })
        const tree = await page.locator(of).first().ariaSnapshot()
        written += `\n### ${task}\n\n\`${open}\`\n\n\`\`\`yaml\n${steady(tree)}\n\`\`\`\n`
      }
    } finally {
      await browser.close()
    }
  },
  { env: { AMPARO_RATE_FACTOR: '100000' }, app: true },
)

const page = await readFile(file, 'utf8')
const kept = page.slice(0, page.indexOf(START) + START.length)
const same = page === `${kept}\n${written}`
if (!same && process.env.AMPARO_TREE === 'write') await writeFile(file, `${kept}\n${written}`)
console.log(same ? 'tree: as it is written down' : 'tree: another than docs/accessibility.md says')
process.exit(same || process.env.AMPARO_TREE === 'write' ? 0 : 1)
