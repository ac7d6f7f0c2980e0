import { readFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { answerNeutralPage, exitButton, neutralPage, REFUSED } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'

const paths = [
  ...readFileSync(new URL('../../app/src/app/routes.tsx', import.meta.url), 'utf8').matchAll(
    /path: '(\/[^']*)'/g,
  ),
].map(([, path]) => path!.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'))

const neutralOffline = (page: Page) => page.getByRole('heading', { name: 'Medidas de cocina' })

/**
 * Presses the button, and says what the screen showed within the very same task. A screen that leads elsewhere at once takes its
 * button along: then the one of the next screen is pressed, as a finger would.
 */
async function leave(page: Page): Promise<string> {
  for (;;) {
    await expect(exitButton(page)).toBeInViewport()
    const shown = await exitButton(page).evaluate((button: HTMLElement) => {
      if (!button.isConnected) return null
      button.click()
      return document.body.innerText + document.title.trim()
    })
    if (shown !== null) return shown
  }
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('quick exit covers the screen at once, and the back button does not bring it back', {
    tag: '@desktop',
  }, async ({ page, makeMember, signIn }) => {
    await answerNeutralPage(page)
    await signIn(page, await makeMember())
    await page.getByRole('link', { name: 'Mi diario' }).click()
    await page.goto('/perfil')
    await expect(page.getByRole('button', { name: 'Cerrar sesión', exact: true })).toBeVisible()

    const left = await page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent, offsetParent }) => textContent === 'Salir rápido' && offsetParent,
      )
      button?.click()
      return {
        text: document.body.innerText,
        display: getComputedStyle(document.body).display,
        title: document.title,
      }
    })
    expect(left).toEqual({ text: '', display: 'none', title: '' })
    await expect(neutralPage(page)).toBeVisible()

    await page.goBack()
    await expect(neutralPage(page)).toBeVisible()
    await page.goBack()
    await expect(neutralPage(page)).toBeVisible()
  })
})

test('quick exit works from each kind of screen, and the app can be opened again', async ({
  page,
  admin,
  signIn,
}) => {
  test.slow()
  const kinds = paths.filter((path) =>
    /^\/(login|seguridad|admin|(alerta|confianza|camino|llamada)\/[^/]*|cuenta\/contrasena|comunidad\/sala\/.*)?$/.test(
      path,
    ),
  )
  expect(kinds.length).toBeGreaterThan(4)
  await answerNeutralPage(page)
  await signIn(page, admin)
  for (const path of kinds) {
    await page.goto(path, { waitUntil: 'commit' })
    expect(await leave(page), path).toBe('')
    await expect(neutralPage(page)).toBeVisible()
  }
  for (let step = 0; step < 3; step += 1) {
    await page.goBack()
    await expect(neutralPage(page)).toBeVisible()
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Carla')
})

test('quick exit forgets what was typed in a dialog, and so does the back button of the phone', async ({
  page,
  makeMember,
  signIn,
}) => {
  await answerNeutralPage(page)
  await signIn(page, await makeMember())
  const dialog = page.getByRole('dialog', { name: 'Agregar contacto' })
  const open = async () => {
    await page.getByRole('button', { name: 'Agregar contacto' }).first().click()
    return dialog.getByLabel('Nombre')
  }
  const names = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('espacio')
        request.onsuccess = () => resolve(request.result)
      })
      const keys = await new Promise<IDBValidKey[]>((resolve) => {
        const request = db.transaction('cola').objectStore('cola').getAllKeys()
        request.onsuccess = () => resolve(request.result)
      })
      db.close()
      return keys
        .map((key) => (key as string[]).slice(1).join(' '))
        .filter((key) => key.startsWith('formulario'))
    })

  // A reload takes nothing, and what is stored on the device meanwhile does not say what it is of.
  await page.goto('/seguridad')
  await (await open()).fill('La abogada')
  await expect.poll(async () => (await names()).length).toBe(1)
  expect((await names())[0]).toMatch(/^formulario [\w+/]{43}=$/)
  await page.reload()
  await expect(await open()).toHaveValue('La abogada')

  await dialog.getByRole('button', { name: 'Salir rápido' }).click()
  await expect(neutralPage(page)).toBeVisible()
  await page.goto('/seguridad')
  await expect(await open()).toHaveValue('')
  await expect
    .poll(async () => [await names(), await page.evaluate(() => localStorage.getItem('corte'))])
    .toEqual([[], null])

  // The phone's «back» takes the page away, and the dialog with it.
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.goto('/')
  await page
    .getByRole('link', { name: /Seguridad/ })
    .first()
    .click()
  await (await open()).fill('La abogada')
  await expect.poll(async () => (await names()).length).toBe(1)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(names).toEqual([])
  await page
    .getByRole('link', { name: /Seguridad/ })
    .first()
    .click()
  await expect(await open()).toHaveValue('')
})

test('Shift three times leaves, while typing too; no other key or mouse does', async ({ page }) => {
  await test.step('while typing', async () => {
    await answerNeutralPage(page)
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').focus()
    // Capital letters, as they are typed: no press of Shift alone.
    for (const letter of 'ANA') await page.keyboard.press(`Shift+${letter}`)
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('ANA')
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift')
    await expect(neutralPage(page)).toBeVisible()
  })

  await test.step('not Shift held for the mouse, the wheel or the keyboard', async () => {
    await page.goto('/login')
    const field = page.getByLabel('Correo electrónico')
    for (let press = 0; press < 3; press += 1) await field.click({ modifiers: ['Shift'] })
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.down('Shift')
      await page.mouse.wheel(0, 10)
      await page.keyboard.up('Shift')
    }
    await page.keyboard.down('Alt')
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift')
    await page.keyboard.up('Alt')
    await expect(page.getByText('presiona Mayús')).toHaveCount(0)
    await expect(field).toBeVisible()
    // The other Shift before the first is up.
    for (const way of ['down', 'up'] as const)
      for (const key of ['ShiftLeft', 'ShiftRight']) await page.keyboard[way](key)
    await page.keyboard.press('ShiftLeft')
    await expect(neutralPage(page)).toBeVisible()
  })

  await test.step('not Escape, nor a Shift that comes too late', async () => {
    await page.clock.install()
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
    await page.keyboard.press('Shift')
    await expect(page.getByText('presiona Mayús 2 veces más.')).toBeAttached()
    await page.keyboard.press('Shift')
    await expect(page.getByText('presiona Mayús 1 vez más.')).toBeAttached()
    await page.clock.runFor(6000)
    await expect(page.getByText('presiona Mayús')).toHaveCount(0)
    await page.keyboard.press('Shift')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [REFUSED], serviceWorkers: 'allow' })

  test('quick exit leads to a neutral page of our own, and there is no way back', async ({
    page,
    context,
    admin,
    signIn,
  }) => {
    await signIn(page, admin)
    await waitUntilStored(page)
    await context.setOffline(true)
    for (const path of ['/', '/seguridad', '/diario-emocional', '/perfil', '/legal']) {
      await page.goto(path)
      expect(await leave(page), path).toBe('')
      await expect(neutralOffline(page)).toBeVisible()
    }
    await page.goBack()
    await expect(neutralOffline(page)).toBeVisible()
    await page.goBack()
    await expect(neutralOffline(page)).toBeVisible()
  })
})

test.describe('where the device believes that there is a network', () => {
  test.use({ expectedErrors: [new RegExp(`${REFUSED.source}|Content Security Policy`)] })

  test('quick exit never ends on an error page of the browser', async ({ page, context, baseURL }) => {
    await test.step('nothing answers', async () => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await context.route(/^https?:/, (route) => route.abort('internetdisconnected'))
      await page.getByRole('button', { name: 'Salir rápido' }).click()
      await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
      await expect(page).toHaveURL(`${baseURL}/medidas.html`)
      await context.unroute(/^https?:/)
    })

    await test.step('only the app answers', async () => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await context.route(
        (url) => url.origin !== baseURL,
        (route) => route.abort('namenotresolved'),
      )
      await page.getByRole('button', { name: 'Salir rápido' }).click()
      await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
      await expect(page).toHaveURL(`${baseURL}/medidas.html`)
      await context.unrouteAll()
    })

    await test.step('the page outside is slow', async () => {
      await page.clock.install()
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      let asked = () => {}
      let answer = () => {}
      const isAsked = new Promise<void>((resolve) => {
        asked = resolve
      })
      const mayAnswer = new Promise<void>((resolve) => {
        answer = resolve
      })
      await context.route('https://www.google.com/**', async (route) => {
        asked()
        await mayAnswer
        await route.fulfill({ contentType: 'text/html', body: '<h1>Clima de hoy</h1>' })
      })
      const server = page.waitForResponse('**/robots.txt')
      await exitButton(page).click()
      await Promise.all([server, isAsked])
      await page.clock.runFor(2_500)
      await expect(page).toHaveURL(/\/login$/)
      answer()
      await expect(neutralPage(page)).toBeVisible()
    })
  })

  test('quick exit works where the Content Security Policy does not allow to ask outside', async ({
    page,
  }) => {
    await answerNeutralPage(page)
    await page.route('**/login', async (route) => {
      const response = await route.fetch()
      const policy = response.headers()['content-security-policy'] ?? ''
      expect(policy).toContain(' https://www.google.com')
      const stricter = policy.replace(' https://www.google.com', '')
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': stricter },
      })
    })
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await exitButton(page).click()
    await expect(neutralPage(page)).toBeVisible()
  })
})

test('a page that the browser kept alive is covered when it comes back', { tag: '@whole' }, async ({
  baseURL,
  makeMember,
  signIn,
  launchOptions,
}) => {
  // With the back/forward cache on, which Playwright switches off.
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await (await browser.newContext({ baseURL })).newPage()
  // What the client tells other tabs of its session throws a kept page away, and a page is kept only where it comes late.
  await page.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {}
  })
  // Playwright would wait for a load event, which a page from the back/forward cache does not fire.
  const back = () => page.evaluate(() => setTimeout(() => history.back()))
  await answerNeutralPage(page)
  await signIn(page, await makeMember({ username: 'Lucía' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
  // A page with a request under way is not put into that cache, so this is tried until it was.
  await expect(async () => {
    await page.evaluate(() => Object.assign(window, { kept: true }))
    await page.goto('/perfil')
    await back()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
  }).toPass()

  await page.goto('/perfil')
  await leave(page)
  await expect(neutralPage(page)).toBeVisible()
  await back()
  await expect(page).toHaveURL((url) => url.hostname !== '127.0.0.1')
  await expect(neutralPage(page)).toBeVisible()
  await browser.close()
})
