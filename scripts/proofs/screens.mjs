import { launchChromium } from '../lib/chromium.mjs'
import { look } from '../lib/look.mjs'
import { SALA, screens } from '../lib/screens.mjs'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * Every screen at every size, light and dark: nothing sticks out sideways, nothing is said in the console, axe finds
 * nothing, and a picture of each lies in `test-results/screens` to be looked at. Usage: node screens.mjs [768x1024 …]
 */
const SIZES = [
  { width: 360, height: 740 },
  { width: 412, height: 915 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]
const asked = process.argv.slice(2)
const sizes = SIZES.filter(({ width, height }) => asked.length === 0 || asked.includes(`${width}x${height}`))
const { visitor: VISITOR, member: MEMBER, admin: ADMIN } = screens()
const LONG_NAME = 'María Guadalupe de los Ángeles Hernández-Covarrubias y Montes de Oca'

let passed = 0
/** @type {string[]} */
const failures = []

await withTemporaryServer(
  async (server) => {
    await fillRoom(server)
    const admin = { email: 'carla@amparo.test', password: 'Amparo-demo-2026' }
    const member = { email: 'nombre-largo@ejemplo.mx', password: 'una-clave-bien-larga' }
    await server.createUser({
      ...member,
      confirmed: true,
      metadata: { username: LONG_NAME, identidad_genero: 'mujer cis' },
    })
    const browser = await launchChromium()
    try {
      for (const size of sizes) {
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
          const context = await browser.newContext({
            baseURL: server.url,
            viewport: size,
            colorScheme,
            reducedMotion: 'reduce',
            locale: 'es-MX',
          })
          const page = await context.newPage()
          const where = { size: `${size.width}x${size.height}`, colorScheme }
          for (const screen of VISITOR) await visit(page, screen, { ...where, who: 'visitor' })
          await signIn(page, member)
          for (const screen of MEMBER) await visit(page, screen, { ...where, who: 'member' })
          await context.clearCookies()
          await page.evaluate(() => localStorage.clear())
          await signIn(page, admin)
          for (const screen of ADMIN) await visit(page, screen, { ...where, who: 'admin' })
          await context.close()
        }
      }
    } finally {
      await browser.close()
    }
  },
  {
    env: { AMPARO_RATE_FACTOR: '100000', AMPARO_ADMIN_FACTOR: '0', ADMIN_EMAIL: 'carla@amparo.test' },
    app: true,
    demo: true,
  },
)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`screens: ${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 || passed === 0 ? 1 : 0)

/**
 * A circle with long and short messages of two members. @param
 * {import('../../server/src/start.ts').RunningServer} server
 */
async function fillRoom(server) {
  await server.query(
    `insert into salas_comunidad (id, nombre, descripcion, icono) values ($1, 'Volver a empezar, a cualquier edad y en cualquier ciudad', 'Una sala de prueba', 'amor_propio')`,
    [SALA],
  )
  const texts = [
    'Hola a todas',
    '🌸',
    'supercalifragilisticoespialidoso'.repeat(6),
    'Hoy fue un buen día. '.repeat(30),
  ]
  for (const [n, text] of texts.entries()) {
    const author =
      n % 2 === 0 ? 'a0000000-0000-4000-8000-000000000001' : 'b0000000-0000-4000-8000-000000000002'
    await server.query('insert into mensajes_sala (sala_id, user_id, contenido) values ($1, $2, $3)', [
      SALA,
      author,
      text,
    ])
  }
}

/** @param {import('@playwright/test').Page} page @param {{ email: string, password: string }} account */
async function signIn(page, { email, password }) {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(/\/$/)
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} screen
 * @param {{ size: string, colorScheme: string, who: string }} where
 */
async function visit(page, screen, { size, colorScheme, who }) {
  /** @type {string[]} */
  const said = []
  const listen = (/** @type {import('@playwright/test').ConsoleMessage} */ message) => {
    if (message.type() === 'error') said.push(message.text())
  }
  page.on('console', listen)
  await page.goto(screen)
  await page.waitForLoadState('networkidle')
  const name = `${who}${screen} ${size} ${colorScheme}`
  const problems = await look(page, name)
  page.off('console', listen)
  problems.push(...said)
  if (problems.length === 0) passed += 1
  else failures.push(`${name}: ${problems.join('; ')}`)
}
