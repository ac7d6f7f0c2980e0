import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../tools/lib/chromium.ts'
import { expect, type Member, test } from '../fixtures.ts'
import { enterByForm } from '../pages/account.ts'
import { addContact, eventCount, panicButton, whatsappLink, whatsappOf, ZOCALO } from '../pages/safety.ts'
import { makeSala, rowOf } from '../sala.ts'

/** A browser that keeps nothing: everything works, for as long as the page is open. */

const SAID = 'Este navegador no guarda nada: al cerrar tendrás que volver a entrar.'

/** What a script does to the page before anything of ours runs. */
const SHAPES = {
  'localStorage is null': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: () => null })
  },
  'localStorage throws on access': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError')
        },
      })
  },
  'over quota': () => {
    const full = () => {
      throw new DOMException('exceeded the quota', 'QuotaExceededError')
    }
    Storage.prototype.setItem = full
    IDBObjectStore.prototype.put = full
    Cache.prototype.put = async () => full()
  },
} as const

const OPEN = [
  '/landing',
  '/register',
  '/legal',
  '/confiabilidad',
  '/pricing',
  '/cuenta/enlace',
  '/cuenta/contrasena',
]

/** Pages without an account, sign-in, the panic button, a circle. */
async function tryAll(
  context: BrowserContext,
  page: Page,
  baseURL: string,
  ana: Member,
  sala: { id: string; nombre: string },
) {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  await context.route(/^https:\/\/wa\.me\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' }),
  )
  await addContact(ana)
  const codigo = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '').slice(0, 40)
  const { error } = await ana.client.rpc('iniciar_acompanamiento', { codigo, horas: 1 })
  expect(error).toBeNull()

  await page.goto(`${baseURL}/camino/${codigo}`)
  await expect(page.getByText('Esperando su primera ubicación')).toBeVisible()
  await page.goto(`${baseURL}/alerta/${codigo}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/no hay conexión/)).toBeHidden()
  for (const at of OPEN) {
    await page.goto(baseURL + at)
    await expect(page.getByRole('heading', { level: 1 }), at).toBeVisible()
    await expect(page, at).toHaveURL(baseURL + at)
  }

  await page.goto(`${baseURL}/login`)
  await expect(page.getByText(SAID)).toBeVisible()
  await enterByForm(page, ana)
  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(page.getByText(SAID)).toBeVisible()
  // Another app is opened, and she comes back.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  await page
    .getByRole('link', { name: /^Seguridad/ })
    .first()
    .click()
  await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
  await panicButton(page).click()
  expect((await whatsappOf(whatsappLink(page))).text).toMatch(/^¡Necesito ayuda! Soy Ana/)
  await expect.poll(eventCount(ana)).toBe(1)

  await page.getByRole('link', { name: 'Comunidad' }).first().click()
  await page
    .getByRole('link', { name: /Salas de chat/ })
    .first()
    .click()
  await (await rowOf(page, sala)).getByRole('link', { name: 'Unirme a la sala' }).click()
  await page.getByRole('textbox', { name: 'Escribe un mensaje' }).fill('Aquí estoy')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect
    .poll(
      async () => (await ana.client.from('mensajes_sala').select('contenido').eq('sala_id', sala.id)).data,
    )
    .toEqual([{ contenido: 'Aquí estoy' }])
  expect(problems).toEqual([])
}

for (const [shape, script] of Object.entries(SHAPES)) {
  test(`everything works where ${shape}`, async ({ page, context, baseURL, makeMember, admin }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(ZOCALO)
    await page.addInitScript(script)
    await tryAll(context, page, baseURL!, await makeMember(), await makeSala(admin))
  })
}

test('everything works where all cookies are blocked', { tag: '@whole' }, async ({
  baseURL,
  makeMember,
  admin,
  launchOptions,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cookies-'))
  await mkdir(path.join(folder, 'Default'))
  // The setting «Bloquear todas las cookies».
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify(settings))
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    args: CHROMIUM_ARGS,
    channel: launchOptions.executablePath ? undefined : 'chromium',
    viewport: { width: 360, height: 740 },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    permissions: ['geolocation'],
    geolocation: ZOCALO,
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await tryAll(context, page, baseURL!, await makeMember(), await makeSala(admin))
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
})
