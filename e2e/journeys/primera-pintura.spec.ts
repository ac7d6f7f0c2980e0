import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { setPin, signOut } from '../pages/account.ts'
import { copiesOnDevice, holdScripts } from '../pages/device.ts'
import {
  eventCount,
  eventsOf,
  LUCIA,
  NEXT_PAGE,
  panicButton,
  test,
  waitForContactsStored,
  whatsappLink,
  whatsappOf,
} from '../pages/safety.ts'

/* Pages that are prerendered, before any script of the app is there. */

test.use({
  waitsForApp: false,
  expectedErrors: [
    /\.woff2$|ERR_(?:FAILED|CONNECTION_FAILED|EMPTY_RESPONSE|CONNECTION_RE|SOCKET_NOT_CONNECTED)|dynamically imported module|third party: http:\/\/127\.0\.0\.1|WebSocket/,
  ],
})

const prerendered = (page: Page) => page.locator('#prerendered')
const drawn = prerendered
const mark = (page: Page) => page.evaluate(() => document.cookie)

/** The same until it is let go, and until the app is there. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const letGo = await holdScripts(page)
  return async () => {
    letGo()
    await expect(prerendered(page)).toHaveCount(0)
    await page.unroute('**/assets/*.js')
  }
}

async function watchPage(page: Page) {
  await page.addInitScript(() => {
    const seen: string[] = []
    const moved: string[] = []
    type Shift = {
      value: number
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    new PerformanceObserver((list) => {
      for (const { sources, value } of list.getEntries() as unknown as Shift[])
        for (const { node, previousRect, currentRect } of sources)
          moved.push(`${value} ${node?.textContent?.slice(0, 40)} ${previousRect.y} ${currentRect.y}`)
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const title = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility())?.innerText
      if (title && seen.at(-1) !== title) seen.push(title)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { seen, moved })
  })
  return () =>
    page.evaluate(() => {
      const { seen, moved } = window as unknown as { seen: string[]; moved: string[] }
      return { seen, moved }
    })
}

test.describe("a member's first screen", () => {
  test('Home stands there before the app, which takes its place without moving anything; after signing out it is the landing page', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember()
    await signIn(page, ana)
    await expect.poll(() => mark(page)).toBe('vista=1')
    await page.addInitScript(() => {
      const moved: number[] = []
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as unknown as { value: number }[]) moved.push(value)
      }).observe({ type: 'layout-shift', buffered: true })
      Object.assign(window, { moved })
    })
    const arrive = await holdApp(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(prerendered(page).getByRole('heading', { level: 1 })).toContainText(ana.username)
    for (const name of ['Seguridad', 'Comunidad', 'Mi diario'])
      await expect(
        prerendered(page)
          .getByRole('link', { name: new RegExp(`^${name}`) })
          .first(),
      ).toBeVisible()
    await expect(prerendered(page).getByRole('link', { name: 'Salir rápido' })).toBeVisible()
    await arrive()
    await expect(page.getByText('¿Cómo estás hoy?')).toBeVisible()
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
    expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
    await page.goto('/perfil')
    await signOut(page)
    expect(await mark(page)).toBe('')
    await holdApp(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(prerendered(page).getByRole('link', { name: 'Crear cuenta' }).first()).toBeVisible()
  })

  test('a press before the app is there is answered at once, with a real link, and is told to the service once', async ({
    page,
    context,
    enter,
  }) => {
    const ana = await enter([LUCIA])
    await waitForContactsStored(page)
    await expect.poll(() => mark(page)).toBe('vista=1')
    const opened: string[] = []
    context.on('page', (other) => opened.push(other.url()))
    const arrive = await holdApp(page)
    await page.goto('/seguridad', { waitUntil: 'commit' })
    await panicButton(page).click()
    const link = prerendered(page).getByRole('link', { name: /^Abrir WhatsApp y enviar a Lucía/ })
    await expect(link).toBeVisible()
    expect((await whatsappOf(link)).number).toBe(LUCIA.telefono.slice(1))
    await expect(prerendered(page).getByRole('link', { name: /^Enviar por SMS a Lucía/ })).toHaveAttribute(
      'href',
      /^sms:\+525512345678/,
    )
    // Another press is the same one.
    await panicButton(page).click()
    expect(await eventsOf(ana)).toEqual([])

    await arrive()
    await expect(whatsappLink(page)).toBeVisible()
    await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
    await expect(page.getByText(/enviad[oa]/i)).toHaveCount(0)
    // The permission of the tap is gone: nothing opens by itself.
    expect(opened).toEqual([])
  })

  test('a press whose page ends before the app came is told by the next page', async ({ page, enter }) => {
    const ana = await enter([])
    await expect.poll(() => mark(page)).toBe('vista=1')
    await holdApp(page)
    await page.goto('/seguridad', { waitUntil: 'commit' })
    await panicButton(page).click()
    // Nobody is known on this device: she chooses in the other app.
    await expect(
      prerendered(page).getByRole('link', { name: 'Elegir a quién escribir en WhatsApp' }),
    ).toBeVisible()
    await page.unroute('**/assets/*.js')
    await page.goto('/legal')
    await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
  })

  test('a press where the rest of the app never comes is told all the same', async ({ page, enter }) => {
    const ana = await enter([])
    await expect.poll(() => mark(page)).toBe('vista=1')
    const alarm = page.waitForResponse(/\/assets\/alertBootstrap-/)
    // The official client is lost, so that the alarm goes without it; all else is on its way for ever.
    await page.route('**/assets/*.js', (route) => {
      const url = route.request().url()
      if (/\/(?:alertBootstrap|rolldown-runtime)-/.test(url)) return route.continue()
      if (/\/client-/.test(url)) return route.abort()
    })
    await page.goto('/seguridad', { waitUntil: 'commit' })
    await alarm
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    await panicButton(page).click()
    await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
    await expect(prerendered(page)).toBeVisible()
  })

  test('the first screen is not shown before her PIN', async ({ page, makeMember, signIn }) => {
    await signIn(page, await makeMember())
    await expect.poll(() => mark(page)).toBe('vista=1')
    await page.goto('/perfil')
    await setPin(page, '258046')
    await expect.poll(() => mark(page)).toBe('')
    await expect.poll(() => copiesOnDevice(page)).toContain('sesion')
    const arrive = await holdApp(page)
    await page.goto('/seguridad', { waitUntil: 'commit' })
    await expect(panicButton(page)).toHaveCount(0)
    await arrive()
    await expect(page.getByRole('heading', { level: 1, name: 'Escribe tu PIN' })).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page shows numbers, quick exit and where to go; a form sends nothing', async ({
    page,
  }) => {
    for (const path of ['/', '/landing']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Un espacio seguro, sabio y conectado')
    }
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
    // The browser of the tests hides what is for browsers without scripts.
    expect(await page.content()).toContain('123 en Colombia')
    await page.getByRole('link', { name: 'Crear mi cuenta' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crea tu cuenta')
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill('ana@ejemplo.mx')
    await page.getByLabel('Contraseña', { exact: true }).fill('no en la dirección')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    await page.getByRole('link', { name: 'Salir rápido' }).click()
    await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
  })
})

test('what she writes and presses before the app is there is hers when it is', async ({
  page,
  makeMember,
}) => {
  const { email, password } = await makeMember()
  const arrive = await holdScripts(page)
  const tell = await watchPage(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  arrive()
  await expect(drawn(page)).toHaveCount(0)
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
  expect(await tell()).toEqual({ seen: ['Qué gusto verte'], moved: [] })

  // The same once more, and her press too.
  const again = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  again()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('navigation', { name: 'Principal' }).first()).toBeVisible()

  // Signed in, the landing's words are never seen, whatever comes first.
  const late = await holdScripts(page)
  await page.goto('/?x', { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Salir rápido' })).toBeVisible()
  await expect(drawn(page)).toBeHidden()
  late()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await tell()).seen).not.toContain('Un espacio seguro, sabio y conectado')
})

test.describe('where the clock says Colombia', () => {
  test.use({ timezoneId: 'America/Bogota' })

  test('both emergency numbers are there from the first, and nothing moves when the app comes', async ({
    page,
  }) => {
    const arrive = await holdScripts(page)
    const tell = await watchPage(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText('¿Estás en Colombia?')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Llamar al 123' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toBeVisible()
    await page.getByText('fuentes y fechas').click()
    await page.getByRole('button', { name: 'Sí, estoy en Colombia' }).click()
    arrive()
    // What she pressed is done, and her number stands alone.
    await expect(page.getByText('¿Estás en Colombia?')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveCount(0)
    await expect(drawn(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/landing$/)

    const again = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Llamar al 123' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveCount(0)
    again()
    await expect(drawn(page)).toHaveCount(0)
    expect(await tell()).toEqual({ seen: ['Un espacio seguro, sabio y conectado'], moved: [] })
  })
})

test('quick exit needs nothing but the page, and the page that she left does not come back', async ({
  page,
}) => {
  await test.step('a page that she left', async () => {
    await page.goto('/landing')
    await page.goto('/login')
    await expect(drawn(page)).toHaveCount(0)
    const held = await holdScripts(page)
    await page.evaluate(() => sessionStorage.setItem('salida', '1'))
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveClass(/cubierto/)
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    held()
  })

  await test.step('neither its last files nor where it leads', async () => {
    await page.unrouteAll()
    await page.goto('/landing')
    await page.evaluate(() => sessionStorage.clear())
    const held = await holdScripts(page)
    await page.route('**/antes.js', () => {})
    await page.goto('/landing', { waitUntil: 'commit' })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Contraseña', { exact: true }).fill('lo que nadie ha de leer')
    // Where it leads has no answer yet: the page itself is what an onlooker sees.
    await page.route('**/medidas.html', (route) => route.fulfill({ status: 204 }), { times: 1 })
    await page.getByRole('link', { name: 'Salir rápido' }).click()
    await expect(page.locator('html')).toHaveClass(/cubierto/)
    expect(await page.content()).not.toContain('Correo electrónico')
    expect(await page.title()).not.toContain('Entrar')
    // One step back is the page before, and nothing of it is seen.
    await page.goBack({ waitUntil: 'commit' })
    await expect(page.getByText('Un espacio seguro')).toBeHidden()
    held()
  })
})

test('where the app does not come the page says so and tries again', async ({ page }) => {
  const html = await (await page.request.get('/landing')).text()
  expect(html).not.toMatch(/<script[^>]* src=|<link[^>]* rel="?(?:manifest|modulepreload)/)
  let asked = 0
  await page.route('**/assets/index-*.js', (route) => {
    asked += 1
    return route.abort('connectionfailed')
  })
  await page.goto('/landing')
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Escribir a alguien con mi ubicación' }).click()
  await expect(page.getByText('Esta página todavía no abre. Seguimos intentando')).toBeVisible()
  // The number is there all the same.
  await expect(page.getByRole('link', { name: 'Llamar al 911' })).toBeVisible()
  expect(asked).toBeGreaterThan(0)
  await page.unroute('**/assets/index-*.js')
  // Where it has tried again by itself meanwhile, the page is being opened anew.
  await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {})
  await expect(page.locator('html')).toHaveAttribute('data-code', 'here', { timeout: paced(20_000) })
})

test('nothing of the app is fetched before the page is there; a touch fetches it, and Shift three times leaves without it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) asked.push(pathname)
  })
  // Never idle, as long as nobody touches it.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto('/landing')
  await expect(page.getByRole('link', { name: 'Llamar al 911' })).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Escribir a alguien con mi ubicación' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)

  await page.route('**/assets/*.js', () => {})
  await page.goto('/landing')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Shift')
  await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
})

/**
 * A connection that pauses in the middle of a page, before `middle`.
 *
 * @param brings where the same server answers for everything else; nothing does without
 * @returns the page's address on it, what lets the rest of the page come, and what ends the connection
 */
async function openLine(url: string, middle: string, { brings }: { brings?: string } = {}) {
  const html = await (await fetch(url)).text()
  const { pathname } = new URL(url)
  const cut = html.lastIndexOf(middle)
  expect(cut).toBeGreaterThan(0)
  let goOn = () => {}
  const paused = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const line = createServer(async (asked, response) => {
    if (asked.url === pathname) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.write(html.slice(0, cut))
      await paused
      response.end(html.slice(cut))
    } else if (brings) {
      const { method, headers } = asked
      const onward = request(new URL(asked.url!, brings), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      asked.pipe(onward)
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const { port } = line.address() as AddressInfo
  const close = () => {
    line.closeAllConnections()
    line.close()
  }
  return { address: `http://127.0.0.1:${port}${pathname}`, goOn, close }
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('a form in the middle of a wide screen does not move as the rest of the page is read', {
    tag: '@desktop',
  }, async ({ page, baseURL }) => {
    const line = await openLine(`${baseURL}/login`, '</form>')
    try {
      const tell = await watchPage(page)
      const opened = page.goto(line.address, { waitUntil: 'domcontentloaded' })
      setTimeout(line.goOn, 700)
      await opened
      await expect.poll(async () => (await tell()).seen).toHaveLength(1)
      expect(await tell()).toEqual({ seen: ['Qué gusto verte'], moved: [] })
    } finally {
      line.close()
    }
  })
})

/** All that the page has asked for is here, and has had its turn to run. */
const codeIsHere = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const asked = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
        const here = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
        await new Promise((resolve) => setTimeout(resolve))
        return asked.length > 0 && asked.every(({ href }) => here.has(href))
      }),
    )
    .toBe(true)

test('with the code of the app in the cache and the rest of the page late, Home is drawn and what she wrote stays', async ({
  page,
  baseURL,
  makeMember,
  signIn,
}) => {
  await test.step('what she wrote', async () => {
    const line = await openLine(`${baseURL}/login`, '<div id="root"', { brings: baseURL! })
    try {
      await page.goto(line.address, { waitUntil: 'commit' })
      await page.getByLabel('Correo electrónico').fill('ana@ejemplo.mx')
      await codeIsHere(page)
      line.goOn()
      await expect(drawn(page)).toHaveCount(0)
      await expect(page.getByLabel('Correo electrónico')).toHaveValue('ana@ejemplo.mx')
    } finally {
      line.close()
    }
  })

  await test.step('Home', async () => {
    const line = await openLine(`${baseURL}/`, '<div id="root"', { brings: baseURL! })
    try {
      await signIn(page, await makeMember())
      const session = await page.evaluate(() => localStorage.getItem('sesion')!)
      await page.addInitScript(
        ([hers, kept]) => {
          if (location.href === hers) localStorage.setItem('sesion', kept!)
        },
        [line.address, session],
      )
      await page.goto(line.address, { waitUntil: 'commit' })
      await codeIsHere(page)
      line.goOn()
      await expect(page.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible()
    } finally {
      line.close()
    }
  })
})
