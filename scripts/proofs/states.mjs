import { createHash, randomUUID } from 'node:crypto'
import { launchChromium } from '../lib/chromium.mjs'
import { look } from '../lib/look.mjs'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * Screens that no address alone leads to: what asks for a proof, what a notice opens, what is left when a session has ended, what
 * the admin meets first. At three sizes, light and dark; pictures lie in `test-results/screens`.
 * Usage: node states.mjs [320x640 …] [--only text]
 */
const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const asked = process.argv.slice(2).filter((word) => /^\d+x\d+$/.test(word))
const sizes = SIZES.filter(({ width, height }) => asked.length === 0 || asked.includes(`${width}x${height}`))
const PASSWORD = 'una-clave-bien-larga'

/** @typedef {{ page: import('@playwright/test').Page, server: import('../../server/src/start.ts').RunningServer, her: Her, enter: () => Promise<void> }} Scene */
/** @typedef {{ id: string, email: string }} Her */

/** @type {Record<string, (scene: Scene) => Promise<void>>} */
const STATES = {
  'notice, a password changed': async ({ page, server, her }) => {
    await page.goto(`/cuenta/no-fui-yo#${await notice(server, her, 'password', true)}`)
    await page.getByRole('button').first().waitFor()
  },
  'notice, deletion asked for': async ({ page, server, her }) => {
    await page.goto(`/cuenta/no-fui-yo#${await notice(server, her, 'deletion', false)}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  'notice, expired': async ({ page }) => {
    await page.goto('/cuenta/no-fui-yo#nada')
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  devices: async ({ page, enter, server, her }) => {
    await enter()
    await server.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, aal, user_agent, tag)
       values (gen_random_uuid(), $1, now(), now(), now(), 'aal1', 'Mozilla/5.0 (Linux; Android 13) Chrome/120.0 Mobile', gen_random_uuid())`,
      [her.id],
    )
    await page.goto('/perfil')
    await page.getByText('Último uso').first().scrollIntoViewIfNeeded()
  },
  'a proof asked for': async ({ page, enter, server, her }) => {
    await enter()
    await age(server, her)
    await page.goto('/perfil')
    await page.getByRole('button', { name: 'Cerrar sesión en todos lados' }).click()
    await page.getByRole('button', { name: 'Cerrar todas' }).click()
    await page.getByRole('heading', { name: 'Confirma que eres tú' }).waitFor()
  },
  'leaving, what becomes of stories': async ({ page, enter }) => {
    await enter()
    await page.goto('/perfil')
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('¿qué prefieres?').waitFor()
  },
  'what waits a day': async ({ page, enter, server, her }) => {
    await server.query('insert into interno.bajas_pendientes (user_id) values ($1)', [her.id])
    await enter()
    await page.getByText('Tu cuenta se eliminará').waitFor()
  },
  'the session ended': async ({ page, enter, server, her }) => {
    await enter()
    await server.query('delete from auth.sessions where user_id = $1', [her.id])
    await page.goto('/agenda')
    await page.getByRole('heading', { name: 'Tu sesión terminó' }).waitFor({ timeout: 30_000 })
  },
  'a factor asked of the admin': async ({ page, enter, server, her }) => {
    await asAdmin(server, her)
    await enter()
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Un paso antes de administrar' }).waitFor()
  },
  'a factor, enrolling': async ({ page, enter, server, her }) => {
    await asAdmin(server, her)
    await enter()
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Activar la verificación' }).click()
    await page.getByLabel('El código que muestra ahora').waitFor()
  },
  'a password of her own': async ({ page, enter, server, her }) => {
    await asAdmin(server, her)
    await server.query('insert into interno.claves_de_un_uso (user_id) values ($1) on conflict do nothing', [
      her.id,
    ])
    await enter()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Elige tu contraseña' }).waitFor()
  },
}

let passed = 0
/** @type {string[]} */
const failures = []
await withTemporaryServer(
  async (server) => {
    const browser = await launchChromium()
    try {
      for (const size of sizes) {
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
          for (const [name, reach] of Object.entries(STATES)) {
            if (only && !name.includes(only)) continue
            const context = await browser.newContext({
              baseURL: server.url,
              viewport: size,
              colorScheme,
              reducedMotion: 'reduce',
              locale: 'es-MX',
            })
            const title = `${name} ${size.width}x${size.height} ${colorScheme}`
            try {
              const page = await context.newPage()
              const her = await member(server)
              await reach({ page, server, her, enter: () => signIn(page, her) })
              const problems = await look(page, title, { fullPage: false })
              if (problems.length === 0) passed += 1
              else failures.push(`${title}: ${problems.join('; ')}`)
            } catch (error) {
              failures.push(`${title}: ${error}`)
            } finally {
              await context.close()
            }
          }
        }
      }
    } finally {
      await browser.close()
    }
  },
  { env: { AMPARO_RATE_FACTOR: '100000', AMPARO_ADMIN_FACTOR: '1' }, app: true },
)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`states: ${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 || passed === 0 ? 1 : 0)

/** @param {Scene['server']} server @returns {Promise<Her>} */
async function member(server) {
  const email = `${randomUUID()}@ejemplo.mx`
  await server.createUser({
    email,
    password: PASSWORD,
    confirmed: true,
    metadata: { username: 'Guadalupe', identidad_genero: 'mujer cis' },
  })
  const [user] = await server.query('select id from auth.users where email = $1', [email])
  return { id: String(user?.id), email }
}

/** @param {Scene['server']} server @param {Her} her @param {string} kind @param {boolean} proves @returns {Promise<string>} the key */
async function notice(server, her, kind, proves) {
  const key = randomUUID()
  await server.query(
    `insert into local_server.security_notices (id, user_id, kind, key_hash, proof_hash)
     select $1, id, $2, $3, case when $4 then encrypted_password end from auth.users where id = $5`,
    [randomUUID(), kind, createHash('sha256').update(key).digest('hex'), proves, her.id],
  )
  return key
}

/** What she has shown is an hour old. @param {Scene['server']} server @param {Her} her */
async function age(server, her) {
  await server.query(
    `update auth.mfa_amr_claims set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
     where session_id in (select id from auth.sessions where user_id = $1)`,
    [her.id],
  )
}

/** @param {Scene['server']} server @param {Her} her */
async function asAdmin(server, her) {
  await server.query('select interno.establecer_admin($1)', [her.email])
}

/** @param {import('@playwright/test').Page} page @param {Her} her */
async function signIn(page, { email }) {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(/\/$/)
}
