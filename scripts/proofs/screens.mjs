import { launchChromium } from '../lib/chromium.mjs'
import { look } from '../lib/look.mjs'
import { DIALOGS, exampleOf, SALA, screens } from '../lib/screens.mjs'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * Every screen in every state at every size, light and dark, and with larger letters: nothing sticks out, is cut or lies over a
 * control (`lib/geometry.mjs`), what the keyboard reaches is in sight, axe finds nothing, the console is silent. A picture of
 * each lies in `test-results/screens` to be looked at.
 *
 * In parts, since the whole takes more than an hour: `AMPARO_SCREENS="360x740 dialogos" npm run proof -- screens`, or
 * `node scripts/proofs/screens.mjs 360x740`. `light` or `dark` leaves one of both, `vacias@320x568` one size of a state,
 * a word with a slash one path: `letras /agenda`.
 */
const SIZES = ['320x568', '360x740', '768x1024', '1280x800']
/** Width and height of the window, and how large letters are, of a hundred. 320 by 256 is 1280 by 1024 at 400 %. */
const LETRAS = [
  { size: '320x256', letters: 100 },
  { size: '360x740', letters: 130 },
  { size: '360x740', letters: 150 },
  { size: '360x740', letters: 200 },
  { size: '1280x800', letters: 200 },
]
const PARTS = [...SIZES, 'letras', 'zoom', 'vacias', 'esperas', 'fallas', 'sinred', 'avisos', 'dialogos']
const asked = [...process.argv.slice(2), ...(process.env.AMPARO_SCREENS ?? '').split(' ')].filter(Boolean)
const onlyPath = asked.find((word) => word.startsWith('/'))
const THEMES = /** @type {const} */ (['light', 'dark'])
const themes = THEMES.filter(
  (theme) => asked.includes(theme) || !THEMES.some((other) => asked.includes(other)),
)
/** Part and size of each word that is neither a path nor a theme. */
const named = asked
  .filter((word) => !word.startsWith('/') && !THEMES.some((theme) => theme === word))
  .map((word) => word.split('@'))
for (const [part = ''] of named)
  if (!PARTS.includes(part)) throw new Error(`no part ${part}; there are ${PARTS.join(' ')}`)
const parts = PARTS.filter((part) => named.length === 0 || named.some(([name]) => name === part))
/** Whether a size of a part is asked for. */
const wants = (/** @type {string} */ part, /** @type {string} */ size) =>
  named.length === 0 || named.some(([name, only = size]) => name === part && only === size)
const { visitor: VISITOR, member: MEMBER, admin: ADMIN } = screens()
const LONG_NAME = 'María Guadalupe de los Ángeles Hernández-Covarrubias y Montes de Oca'
/** As long as a name may be. */
const USERNAME = 'Guadalupe Hernández-Covarrubia'
const PASSWORD = 'una-clave-bien-larga'
const ANA = { email: 'ana@amparo.test', password: 'Amparo-demo-2026' }
const CARLA = { email: 'carla@amparo.test', password: 'Amparo-demo-2026' }
const NEW = { email: 'nueva@ejemplo.mx', password: PASSWORD }

let passed = 0
/** @type {string[]} */
const failures = []

await withTemporaryServer(
  async (server) => {
    await fill(server)
    const browser = await launchChromium()
    try {
      for (const part of parts) await prove(part, server, browser)
    } finally {
      await browser.close()
    }
  },
  {
    env: { AMPARO_RATE_FACTOR: '100000', AMPARO_ADMIN_FACTOR: '0', ADMIN_EMAIL: CARLA.email },
    app: true,
    demo: true,
  },
)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`screens: ${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 || passed === 0 ? 1 : 0)

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ size: string, colorScheme: 'light' | 'dark', letters?: number }} Look */

/**
 * @param {string} part
 * @param {import('../../server/src/start.ts').RunningServer} server
 * @param {import('@playwright/test').Browser} browser
 */
async function prove(part, server, browser) {
  /** @param {Look} how @param {(page: Page, name: string) => Promise<void>} work */
  const within = async ({ size, colorScheme, letters = 100 }, work) => {
    const [width = 0, height = 0] = size.split('x').map(Number)
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'es-MX',
      serviceWorkers: 'block',
    })
    if (letters !== 100) {
      await context.addInitScript((percent) => {
        const enlarge = () => document.documentElement?.style.setProperty('font-size', `${percent}%`)
        enlarge()
        new MutationObserver(enlarge).observe(document, { childList: true })
      }, letters)
    }
    const page = await context.newPage()
    await work(page, `${size}${letters === 100 ? '' : ` ${letters}%`} ${colorScheme}`)
    await context.close()
  }
  const everybody = async (/** @type {Page} */ page, /** @type {string} */ name, axe = true) => {
    for (const path of VISITOR) await open(page, path, `visitor${path} ${name}`, { axe })
    await signIn(page, ANA)
    for (const path of MEMBER) await open(page, path, `member${path} ${name}`, { axe })
    await signOut(page)
    await signIn(page, CARLA)
    for (const path of ADMIN) await open(page, path, `admin${path} ${name}`, { axe })
  }
  if (SIZES.includes(part)) {
    for (const colorScheme of themes) await within({ size: part, colorScheme }, everybody)
  }
  if (part === 'letras' || part === 'zoom') {
    const wanted = LETRAS.filter(
      ({ size }) =>
        (size === '320x256') === (part === 'zoom') && wants(part, size) && themes.includes('light'),
    )
    for (const how of wanted) {
      await within({ ...how, colorScheme: 'light' }, (page, name) => everybody(page, name, false))
    }
  }
  if (part === 'vacias') {
    for (const [size, colorScheme] of across(part)) {
      await within({ size, colorScheme }, async (page, name) => {
        await signIn(page, NEW)
        for (const path of MEMBER) await open(page, path, `empty${path} ${name}`)
      })
    }
  }
  // What the network does happens behind a house that stands, as it does to her.
  const FAILS = {
    esperas: () => new Promise(() => {}),
    fallas: (/** @type {import('@playwright/test').Route} */ route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong' } }),
    sinred: (/** @type {import('@playwright/test').Route} */ route) => route.abort('internetdisconnected'),
  }
  if (part in FAILS) {
    const answer = FAILS[/** @type {keyof typeof FAILS} */ (part)]
    for (const [size, colorScheme] of across(part)) {
      await within({ size, colorScheme }, async (page, name) => {
        await signIn(page, ANA)
        await page.waitForLoadState('networkidle')
        await page.route(/\/(rest|functions|storage)\/v1\//, answer)
        if (part === 'sinred') await page.evaluate(() => dispatchEvent(new Event('offline')))
        for (const path of MEMBER) {
          if (onlyPath && onlyPath !== path) continue
          await goWithin(page, path)
          await page.waitForTimeout(1_500)
          if (part === 'fallas') {
            const coming = page.locator('main .animate-respira, main .animate-gira').first()
            // What fails is asked for again, for a while; what asks without end is looked at as it is.
            await coming.waitFor({ state: 'hidden', timeout: 8_000 }).catch(() => {})
          }
          await note(page, `${part}${path} ${name}`, { listens: false })
        }
      })
    }
  }
  if (part === 'avisos') {
    for (const [size, colorScheme] of across(part)) {
      await within({ size, colorScheme }, async (page, name) => {
        await signIn(page, ANA)
        for (const path of MEMBER) {
          if (onlyPath && onlyPath !== path) continue
          await goWithin(page, path)
          await page.waitForLoadState('networkidle')
          // The panel says its notice, which stays for a while when the panel goes.
          await page.getByRole('button', { name: /^Abrir chat con/ }).click()
          await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
          // A picture of the whole page would make the window another one meanwhile.
          await note(page, `notice${path} ${name}`, { fullPage: false, axe: false, focus: false })
        }
      })
    }
  }
  if (part === 'dialogos') {
    const looks = [
      ...across(part).map(([size, colorScheme]) => ({ size, colorScheme })),
      { size: '360x740', colorScheme: /** @type {const} */ ('light'), letters: 200 },
      { size: '320x256', colorScheme: /** @type {const} */ ('light') },
    ].filter(({ size, colorScheme }) => wants(part, size) && themes.includes(colorScheme))
    for (const how of looks) {
      await within(how, async (page, name) => {
        for (const who of [ANA, CARLA]) {
          await signOut(page)
          await signIn(page, who)
          for (const { path, press, admin } of DIALOGS) {
            if (Boolean(admin) !== (who === CARLA) || (onlyPath && onlyPath !== path)) continue
            const which = `dialog${path} ${press.join(' ')} ${name}`
            try {
              await page.goto(exampleOf(path))
              for (const button of press)
                await page.getByRole('button', { name: button }).first().click({ timeout: 10_000 })
              await page.locator('dialog[open]').last().waitFor()
            } catch (error) {
              // One that does not open hides none of the others.
              failures.push(`${which}: ${String(error).split('\n')[0]}`)
              console.log(`✗ ${failures.at(-1)}`)
              continue
            }
            // Until what rises has come to rest, and what gives way to it has been drawn.
            await page.evaluate(async () => {
              const rising = document
                .getAnimations()
                .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
              await Promise.allSettled(rising.map(({ finished }) => finished))
              await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
            })
            await note(page, which, {
              fullPage: false,
              axe: !('letters' in how),
            })
          }
        }
      })
    }
  }
}

/** The smallest size and the widest, as far as they are asked for. @param {string} part @returns {[string, 'light' | 'dark'][]} */
function across(part) {
  return ['320x568', '1280x800']
    .filter((size) => wants(part, size))
    .flatMap((size) => themes.map((theme) => /** @type {[string, 'light' | 'dark']} */ ([size, theme])))
}

/** @param {Page} page @param {string} path @param {string} name @param {{ axe?: boolean }} [options] */
async function open(page, path, name, options) {
  if (onlyPath && onlyPath !== path) return
  /** @type {string[]} */
  const said = []
  const listen = (/** @type {import('@playwright/test').ConsoleMessage} */ message) => {
    if (message.type() === 'error') said.push(message.text())
  }
  page.on('console', listen)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await note(page, name, options, said)
  page.off('console', listen)
}

/** @param {Page} page @param {string} name @param {object} [options] @param {string[]} [said] in the console */
async function note(page, name, options, said = []) {
  let problems
  try {
    problems = [...(await look(page, name, options)), ...said]
  } catch (error) {
    problems = [String(error)]
  }
  if (problems.length === 0) passed += 1
  else {
    failures.push(`${name}: ${problems.join('; ')}`)
    // The list comes again at the end; who waits for an hour reads it as it grows.
    console.log(`✗ ${failures.at(-1)}`)
  }
}

/** @param {Page} page @param {{ email: string, password: string }} account */
async function signIn(page, { email, password }) {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(/\/$/)
}

/** @param {Page} page */
async function signOut(page) {
  await page.goto('/medidas.html')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/** @param {Page} page @param {string} path */
function goWithin(page, path) {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/**
 * Long words and long names, everywhere where somebody may write some. @param
 * {import('../../server/src/start.ts').RunningServer} server
 */
async function fill(server) {
  await server.createUser({
    ...NEW,
    confirmed: true,
    metadata: { username: USERNAME, identidad_genero: 'mujer cis' },
  })
  await server.query(
    `update interno.perfiles set username = $1 where id = (select id from auth.users where email = $2)`,
    [USERNAME, ANA.email],
  )
  await server.query(
    `insert into contactos_emergencia (user_id, nombre, telefono, prioridad)
     select id, $1, '+525511223344', 2 from auth.users where email = $2`,
    [LONG_NAME, ANA.email],
  )
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
  await server.query(
    `insert into comunicados (titulo, texto, hasta) values
       ('El martes no respondemos', 'Volvemos el miércoles. Si es urgente, marca el número de emergencia.', now() + interval '5 days'),
       ($1, $1, now() + interval '5 days')`,
    ['supercalifragilisticoespialidoso'.repeat(3)],
  )
  await server.query(
    `insert into encuentros (id, clase, titulo, descripcion, empieza, termina, cabida, enlace, solo_premium, estado) values
       ('e0000000-0000-4000-8000-00000000e001', 'taller', 'Volver a respirar', 'Una hora para el cuerpo.', now() + interval '10 minutes',
        now() + interval '70 minutes', 12, 'https://video.test/sala', false, 'publicado'),
       ('e0000000-0000-4000-8000-00000000e002', 'evento', $1, $1, now() + interval '3 days', now() + interval '3 days 1 hour', null, null, true, 'publicado'),
       ('e0000000-0000-4000-8000-00000000e003', 'evento', 'Lectura en voz alta', null, now() + interval '40 days', now() + interval '41 days', 1, null, false, 'publicado')`,
    ['supercalifragilisticoespialidoso'.repeat(3)],
  )
  await server.query(
    `insert into plazas (encuentro_id, user_id) select e.id, u.id from encuentros e, auth.users u
     where (u.email = $1 and e.titulo = 'Volver a respirar') or (u.email = 'bea@amparo.test' and e.titulo = 'Lectura en voz alta')`,
    [ANA.email],
  )
}
