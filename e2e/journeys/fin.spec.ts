import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect as expectSoon, type Member, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { enterByForm } from '../pages/account.ts'
import { goWithin } from '../pages/app.ts'
import { storedSession } from '../pages/device.ts'

const MINUTE = 60_000
/** Each step loads the whole app or tears it down, so it takes longer. */
const expect = expectSoon.configure({ timeout: paced(25_000) })
/** Texts that must not be found on a device whose session was ended. */
const SECRETS = ['Lucía Quiroga', '5512345678', 'Cita con la abogada de divorcio', 'palabras mías']

test.describe.configure({ timeout: paced(120_000) })

test.use({
  expectedErrors: [
    /Failed to (load resource|fetch)|AuthRetryableFetchError|Something went wrong|WebSocket.*ERR_INTERNET_DISCONNECTED/,
  ],
  // What the app keeps for the time without a network is stored on the device too.
  serviceWorkers: 'allow',
})

/** Gives her a contact and an agenda entry that must not stay visible. */
async function furnish({ id, client }: Member) {
  // The day in the time zone of her browser.
  const today = new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' })
  const rows = [
    client
      .from('contactos_emergencia')
      .insert({ user_id: id, nombre: SECRETS[0]!, telefono: `+52${SECRETS[1]}`, prioridad: 1, activo: true }),
    client.from('agenda_personal').insert({ user_id: id, titulo: SECRETS[2]!, tipo: 'cita', fecha: today }),
  ]
  for (const { error } of await Promise.all(rows)) expect(error).toBeNull()
}

/** From another device of hers. */
const closeEverywhere = ({ client }: Member) => client.auth.signOut({ scope: 'global' })

const ended = (page: Page) => page.getByRole('heading', { level: 1, name: 'Tu sesión terminó', exact: true })

/**
 * Everything that the browser stores for the app: plain values, sealed values decrypted with the stored key,
 * and the text of the page.
 */
async function everythingOn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
      document.documentElement.outerHTML,
      location.href,
    ]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        found.push(request.url)
        const answer = await cache.match(request)
        if (/json/.test(answer?.headers.get('content-type') ?? '')) found.push(await answer!.text())
      }
    }
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name } of await indexedDB.databases()) {
      const db = await ask(indexedDB.open(name!))
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store)
        const [keys, rows] = [await ask(objects.getAllKeys()), await ask(objects.getAll())]
        found.push(`${store}: ${JSON.stringify(keys)}`)
        // Entries that are meant to stay are sealed, and no copies of the service's data.
        if (store === 'llaves' || store === 'cola') continue
        found.push(`${store} rows: ${rows.length} ${JSON.stringify(rows)}`)
        const llaves = db.transaction('llaves').objectStore('llaves')
        const [box, wrapped] = [await ask<CryptoKey>(llaves.get('caja')), await ask(llaves.get('unica'))]
        const open = (key: CryptoKey, { iv, data }: { iv: BufferSource; data: BufferSource }) =>
          crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
        for (const row of rows as { iv?: BufferSource; data?: BufferSource }[]) {
          if (!row.iv) continue
          const raw = await open(box, wrapped)
          const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
          found.push(new TextDecoder().decode(await open(key, row as Parameters<typeof open>[1])))
        }
      }
      db.close()
    }
    return found.join('\n')
  })
}

async function expectNothingOf(page: Page, her: Member) {
  await expect
    .poll(async () => {
      const all = await everythingOn(page)
      return [...SECRETS, her.email, 'refresh_token'].filter((secret) => all.includes(secret))
    })
    .toEqual([])
  expect(await everythingOn(page)).toMatch(/copias rows: 0 /)
}

/** Opens every screen whose data the device keeps a copy of. */
async function readEverything(page: Page) {
  await goWithin(page, '/seguridad')
  await expect(page.getByText(SECRETS[0]!).first()).toBeVisible()
  await goWithin(page, '/agenda')
  await expect(page.getByText(SECRETS[2]!).first()).toBeVisible()
}

test('closed from elsewhere, her device ends in both tabs as soon as it is used: screens and copies go, and the way to help stays', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  await furnish(ana)
  await page.clock.install()
  await signIn(page, ana)
  await readEverything(page)
  const tab = await context.newPage()
  await tab.goto('/agenda')
  await expect(tab.getByText(SECRETS[2]!).first()).toBeVisible()
  await closeEverywhere(ana)
  // This screen sends no request of its own; using it, a few seconds after the last answer, is enough to trigger the check.
  await goWithin(page, '/bienestar')
  await page.clock.fastForward(6_000)
  await page.keyboard.press('Tab')
  await expectNothingOf(page, ana)

  await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
  await expect(page.getByRole('link', { name: 'Elegir a quién escribir en WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=%C2%A1Necesito%20ayuda/,
  )
  await expect(page.getByRole('link', { name: 'Escribir un SMS' })).toHaveAttribute('href', /^sms:[?&]body=/)

  await expect(ended(tab)).toBeVisible()
  await expectNothingOf(tab, ana)
  await tab.close()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 19.4326, longitude: -99.1332 })
  await page.getByRole('button', { name: 'Agregar mi ubicación' }).click()
  await expect(page.getByText(/El mensaje lleva tu ubicación/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Elegir a quién escribir en WhatsApp' })).toHaveAttribute(
    'href',
    /maps%3Fq%3D19\.4326%2C-99\.1332/,
  )

  // It says so after a reload as well, and until she has read it.
  await page.reload()
  await expect(ended(page)).toBeVisible()
  await page.goBack().catch(() => {})
  await page.goto('/agenda')
  await expect(ended(page)).toBeVisible()
  await page.getByRole('button', { name: 'Entrar de nuevo' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await enterByForm(page, ana)
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await goWithin(page, '/agenda')
  await expect(page.getByText(SECRETS[2]!).first()).toBeVisible()
})

test('an idle device notices although the network cuts off the renewal', async ({
  page,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  await furnish(ana)
  await page.clock.install()
  await signIn(page, ana)
  await readEverything(page)
  let cut = 0
  await page.route(/grant_type=refresh_token/, (route) => {
    cut += 1
    return route.abort('connectionreset')
  })
  await closeEverywhere(ana)
  await page.clock.fastForward(MINUTE)
  await expect(ended(page)).toBeVisible()
  expect(cut).toBeGreaterThan(0)
  await expectNothingOf(page, ana)
})

test('an idle device is told within seconds by its live connection, or when it is looked at again', async ({
  page,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  const live = page.waitForEvent('websocket')
  await signIn(page, ana, '/comunidad/blog')
  await (await live).waitForEvent('framereceived', ({ payload }) => String(payload).includes('"status":"ok"'))
  await closeEverywhere(ana)
  await expect(ended(page)).toBeVisible()

  await page.getByRole('button', { name: 'Entrar de nuevo' }).click()
  const bea = await makeMember({ username: 'Bea' })
  await page.routeWebSocket(/realtime/, () => {})
  await signIn(page, bea, '/perfil')
  await expect(page.getByText('Este equipo', { exact: true })).toBeVisible()
  await closeEverywhere(bea)
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(ended(page)).toBeVisible({ timeout: paced(1_000) })
  }).toPass()
})

test.describe('without the service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a renewal that fails for want of a network never ends it', async ({ page, makeMember, signIn }) => {
    const RENEWAL = '**/auth/v1/token?grant_type=refresh_token'
    const ana = await makeMember()
    await furnish(ana)
    await signIn(page, ana, '/agenda')
    await expect(page.getByText(SECRETS[2]!).first()).toBeVisible()
    await page.route(RENEWAL, (route) => route.abort())
    const asked = page.waitForRequest(RENEWAL)
    // As after the service's signing secret was changed.
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('sesion')!) as { access_token: string }
      localStorage.setItem(
        'sesion',
        JSON.stringify({ ...session, access_token: `${session.access_token.slice(0, -6)}AAAAAA` }),
      )
    })
    await goWithin(page, '/perfil')
    await asked
    await goWithin(page, '/agenda')
    await expect(page.getByText(SECRETS[2]!).first()).toBeVisible()
    await expect(ended(page)).toHaveCount(0)
    expect(await storedSession(page)).toContain('refresh_token')
    await page.unroute(RENEWAL)
    await page.reload()
    await expect(page.getByText(SECRETS[2]!).first()).toBeVisible()
    await expect(ended(page)).toHaveCount(0)
  })

  /** A browser of its own, in which she signs in through the page. */
  async function deviceOf(
    { email, password }: Member,
    browser: Browser,
    from: BrowserContext,
  ): Promise<Page> {
    const context = await browser.newContext({ locale: 'es-MX', storageState: await from.storageState() })
    await context.clearCookies()
    const page = await context.newPage()
    await page.goto('/login')
    await enterByForm(page, { email, password })
    await expect(page).toHaveURL((url) => url.pathname === '/')
    return page
  }

  test('her list of devices tells two of one model apart, and closes one alone', async ({
    page,
    browser,
    makeMember,
  }) => {
    const ana = await makeMember()
    await furnish(ana)
    await ana.client.auth.signOut()
    await page.goto('/login')
    const hers = await deviceOf(ana, browser, page.context())
    const other = await deviceOf(ana, browser, page.context())
    await hers.goto('/perfil')
    const rows = hers.getByRole('region', { name: 'Tu acceso' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Este equipo')
    await expect(rows.first().getByRole('button')).toHaveCount(0)
    const name = /Equipo (\w{4})/.exec((await rows.nth(1).textContent())!)![1]!
    expect(await rows.first().textContent()).not.toContain(name)
    // On the other device's screen it has the same name.
    await other.goto('/perfil')
    const otherOwn = other
      .getByRole('region', { name: 'Tu acceso' })
      .getByRole('listitem')
      .filter({ hasText: 'Este equipo' })
    await expect(otherOwn).toContainText(`Equipo ${name}`)

    await hers.getByRole('button', { name: `Cerrar el equipo ${name}` }).click()
    await hers.getByRole('button', { name: 'Cerrarlo' }).click()
    await expect(hers.getByText(`El equipo ${name} quedó cerrado`, { exact: true })).toBeVisible()
    await expect(rows).toHaveCount(1)
    await goWithin(other, '/agenda')
    await expect(ended(other)).toBeVisible()
    await expectNothingOf(other, ana)
    await goWithin(hers, '/agenda')
    await expect(hers.getByText(SECRETS[2]!).first()).toBeVisible()
    for (const { context } of [{ context: hers.context() }, { context: other.context() }])
      await context.close()
  })
})

test('in the middle of a press: WhatsApp is one tap away, the event is kept, and arrives for nobody else', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  const [ana, bea] = [await makeMember(), await makeMember({ username: 'Bea' })]
  await furnish(ana)
  await page.addInitScript(() => {
    Geolocation.prototype.getCurrentPosition = () => {}
    Geolocation.prototype.watchPosition = () => 1
  })
  await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
  // It would tell her before she presses.
  await page.routeWebSocket(/realtime/, () => {})
  await page.clock.install()
  await signIn(page, ana, '/seguridad')
  await expect(page.getByText(SECRETS[0]!).first()).toBeVisible()
  // So would whatever else her screens ask.
  let press = () => {}
  const pressed = new Promise<void>((resolve) => {
    press = resolve
  })
  const SERVICE = /\/(auth|rest|storage|functions)\/v1\//
  await page.route(SERVICE, async (route) => {
    await pressed
    await route.fallback()
  })
  await closeEverywhere(ana)
  await page.getByRole('button', { name: 'Botón de pánico' }).click()
  press()
  await page.unroute(SERVICE)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => storedSession(page)).toBeNull()
  await page.clock.runFor(4_000)
  const link = page.getByRole('link', { name: `Abrir WhatsApp y enviar a ${SECRETS[0]}` })
  await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/525512345678/)
  await page.clock.runFor(2 * MINUTE)
  await expect(ended(page)).toBeVisible()
  await expectNothingOf(page, ana)

  const events = async ({ client, email, password, id }: Member) => {
    await client.auth.signInWithPassword({ email, password })
    return ((await client.from('eventos_peligro').select('user_id').eq('user_id', id)).data ?? []).length
  }
  await signIn(page, bea, '/seguridad')
  await page.clock.runFor(MINUTE)
  expect(await events(bea)).toBe(0)
  await signIn(page, ana, '/seguridad')
  await page.clock.runFor(20_000)
  await expect.poll(() => events(ana)).toBe(1)
})

test('what she was writing waits, sealed, and comes back with her', async ({ page, makeMember, signIn }) => {
  const ana = await makeMember()
  await signIn(page, ana, '/diario-emocional')
  const field = page.getByRole('textbox', { name: /^Tu entrada del/ })
  await field.fill('palabras mías')
  await expect(page.getByText('Borrador guardado en este dispositivo.')).toBeVisible()
  await closeEverywhere(ana)
  await goWithin(page, '/agenda')
  await expect(ended(page)).toBeVisible()
  const all = await everythingOn(page)
  expect(all).toMatch(new RegExp(`cola: .*${ana.id}`))
  expect(all).not.toContain('palabras mías')
  await signIn(page, ana, '/diario-emocional')
  await expect(page.getByRole('textbox', { name: /^Tu entrada del/ })).toHaveValue('palabras mías')
})
