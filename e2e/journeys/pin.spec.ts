import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { setPin, signOut } from '../pages/account.ts'
import { answerNeutralPage, exitButton, expectAccessible, REFUSED, setVisible } from '../pages/app.ts'
import { rowsOnDevice, waitUntilStored } from '../pages/device.ts'
import { addContact, emergency, emergencyAnswer, eventsOf, holdEmergency } from '../pages/safety.ts'

/** Everything that a copy of the browser's files has of the app, keys by their names. */
const filesOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // The settings of the installation and the emergency numbers are the same for everybody.
    const { config: _, numeros: __, ...own } = localStorage
    const found = [JSON.stringify(own), JSON.stringify(sessionStorage), document.cookie]
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await ask(indexedDB.open('espacio'))
    for (const store of db.objectStoreNames) {
      const objects = db.transaction(store).objectStore(store)
      found.push(JSON.stringify(await ask(objects.getAllKeys())), JSON.stringify(await ask(objects.getAll())))
    }
    db.close()
    return found.join('\n')
  })

const pinScreen = (page: Page) => page.getByRole('heading', { level: 1, name: 'Escribe tu PIN' })

async function enterPin(page: Page, pin: string) {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByRole('button', { name: 'Abrir' }).click()
}

test.use({ geolocation: { latitude: 19.4326, longitude: -99.1332 }, permissions: ['geolocation'] })

test('the PIN closes the app, stands before no help, and names nobody to a person who holds the phone', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
  await answerNeutralPage(page)
  const ana = await makeMember({ username: 'Marisol' })
  await addContact(ana)
  await signIn(page, ana, '/perfil')
  await page.getByRole('button', { name: 'Poner un PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poner un PIN' })
  for (const [nuevo, repetido, text] of [
    ['2580', '2580', 'Escribe seis números o más, o una palabra de seis letras o más.'],
    ['123456', '123456', 'Ese es el primero que alguien probaría. Elige otro.'],
    ['258046', '258047', 'No es igual al de arriba.'],
  ] as const) {
    await dialog.getByLabel('PIN nuevo').fill(nuevo)
    await dialog.getByLabel('Repite el PIN').fill(repetido)
    await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
    await expect(dialog.getByText(text)).toBeVisible()
  }
  await dialog.getByLabel('Repite el PIN').fill('258046')
  await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/perfil')
  await expect(pinScreen(page)).toBeVisible()
  await expect(page).toHaveTitle('Mi espacio')
  await expect(page.locator('nav, #contenido, aside')).toHaveCount(0)
  expect(await page.content()).not.toContain('Marisol')
  // By itself: an id or a token that was drawn may hold the same figures.
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toMatch(/(?<![\w-])258046(?![\w-])/)
  await expect(exitButton(page)).toBeInViewport()
  await expect(emergency(page)).toBeInViewport({ ratio: 0.99 })
  await expectAccessible(page)
  // A copy of this browser's files is no use: neither her session nor a key lies in it.
  const files = await filesOf(page)
  expect(files).not.toMatch(/Marisol|Lucía|token|eyJ|unica|caja/)
  expect(files).not.toContain(ana.email)

  // A tap does nothing, and nothing says whom it would write to.
  await emergency(page).click()
  await expect(emergencyAnswer(page)).toBeHidden()
  expect(await eventsOf(ana)).toEqual([])
  await holdEmergency(page)
  await expect(emergencyAnswer(page)).toBeFocused()
  // The answer brings the page down to it, and the way out stays above.
  await expect(exitButton(page)).toBeInViewport({ ratio: 0.99 })
  const write = emergencyAnswer(page).getByRole('button', { name: 'Escribir por WhatsApp' })
  await expect(write).toBeVisible()
  await expect.poll(async () => (await eventsOf(ana)).length).toBe(1)
  expect(await page.content()).not.toMatch(/Lucía|12345678|12 34 56 78/)
  await expectAccessible(page)
  const opened = context.waitForEvent('page')
  await write.click()
  expect((await opened).url()).toMatch(/^https:\/\/wa\.me\/525512345678\?text=.*19\.4326/)
  // By keyboard it is held too; a screen reader, which cannot hold, activates it twice.
  await page.reload()
  await emergency(page).focus()
  await page.keyboard.down('Enter')
  await expect(emergencyAnswer(page)).toBeVisible()
  await page.keyboard.up('Enter')
  await page.reload()
  await emergency(page).dispatchEvent('click')
  await expect(emergency(page)).toContainText('Actívalo otra vez')
  await emergency(page).dispatchEvent('click')
  await expect(emergencyAnswer(page)).toBeVisible()

  await enterPin(page, '999888')
  await expect(page.getByText('Ese PIN no es.')).toBeVisible()
  await expect(page.locator('nav, #contenido, aside')).toHaveCount(0)
  await enterPin(page, '258046')
  await expect(page.getByRole('main').getByText('Marisol', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Cuenta · Mi espacio')

  await page.getByRole('button', { name: 'Quitar PIN' }).click()
  await page.getByLabel('Tu PIN').fill('258046')
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar PIN' }).click()
  await expect(page.getByText('PIN quitado', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Poner un PIN' })).toBeVisible()
})

test.describe('on a device whose clock is turned ahead', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('five wrong PINs close the app for a time that neither a reload nor the clock shortens', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await page.clock.install()
    await signIn(page, await makeMember())
    await setPin(page, '258046')
    await page.goto('/')
    for (const wrong of ['111122', '222233', '333344', '444455']) {
      await enterPin(page, wrong)
      await expect(page.getByText(/^Ese PIN no es\./)).toBeVisible()
      await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
    }
    await expect(page.getByText('Te queda 1 intento antes de una pausa.')).toBeVisible()
    await enterPin(page, '555566')
    const timer = page.getByRole('timer')
    await expect(timer).toContainText('Espera 1 min.')
    await page.clock.runFor(15_000)
    await expect(timer).toContainText(/Espera 4\d s/)

    await page.reload()
    await expect(timer).toContainText(/Espera 4\d s/)
    await page.getByLabel('PIN', { exact: true }).fill('258046')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
    await expect(pinScreen(page)).toBeVisible()
    await expect(emergency(page)).toBeEnabled()

    // What is shown goes by this clock.
    await page.clock.setSystemTime(Date.now() + 86_400_000)
    await page.clock.runFor(5_000)
    await expect(timer).toBeHidden()
    // The service counts by its own clock, for which less than a minute has passed.
    await enterPin(page, '258046')
    await expect(timer).toBeVisible()
    await expect(pinScreen(page)).toBeVisible()
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED] })

  test('a locked app opens only its alarm, which goes as soon as there is one', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember()
    await addContact(ana)
    await signIn(page, ana)
    await waitUntilStored(page)
    await setPin(page, '258046')
    await context.setOffline(true)
    await page.goto('/')
    await enterPin(page, '258046')
    await expect(page.getByText('Sin conexión no se puede abrir. «Emergencia» funciona igual.')).toBeVisible()
    await holdEmergency(page)
    await expect(emergencyAnswer(page).getByRole('button', { name: 'Enviar por SMS' })).toBeVisible()
    // The page is closed before it could tell anybody; the next one, locked too, does.
    await page.reload()
    await expect(pinScreen(page)).toBeVisible()
    await context.setOffline(false)
    await expect.poll(async () => (await eventsOf(ana)).length).toBe(1)
    await expect
      .poll(async () => (await ana.client.from('alertas').select('origen, pulsaciones')).data)
      .toEqual([{ origen: 'boton', pulsaciones: 1 }])

    await enterPin(page, '258046')
    await expect(pinScreen(page)).toBeHidden()
    await expect.poll(async () => (await eventsOf(ana)).length).toBe(1)
  })
})

test('the PIN is asked again after the chosen time away, and what she was writing stays', async ({
  page,
  makeMember,
  signIn,
}) => {
  await page.clock.install()
  await signIn(page, await makeMember())
  await setPin(page, '258046')
  const minutos = page.getByLabel('Pedirlo al volver después de')
  await expect(minutos).toHaveValue('1')
  await minutos.selectOption('5 minutos')
  await page.getByRole('link', { name: 'Seguridad' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Agregar contacto' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill('Mi vecina Chayo')

  await setVisible(page, 'hidden')
  await expect(page.locator('body')).toHaveCSS('visibility', 'hidden')
  // The clock goes on by itself too.
  await page.clock.runFor(270_000)
  await setVisible(page, 'visible')
  await expect(page.getByLabel('Nombre')).toBeVisible()

  await setVisible(page, 'hidden')
  await page.clock.runFor(301_000)
  await setVisible(page, 'visible')
  await expect(pinScreen(page)).toBeVisible()
  await expect(page.getByLabel('Nombre')).toHaveCount(0)
  await enterPin(page, '258046')
  await expect(page.getByRole('dialog').getByLabel('Nombre')).toHaveValue('Mi vecina Chayo')
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Setting the phone's clock back does not open it.
  await setVisible(page, 'hidden')
  await page.clock.setSystemTime(Date.now() - 86_400_000)
  await setVisible(page, 'visible')
  await expect(pinScreen(page)).toBeVisible()
})

test.describe('in a browser that wakes its worker', () => {
  test.use({
    serviceWorkers: 'allow',
    permissions: ['geolocation', 'background-sync'],
    expectedErrors: [REFUSED],
  })

  test('a press that a locked page cannot bring: the browser does, by the token of the alarm @whole', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember()
    await addContact(ana)
    await signIn(page, ana)
    await waitUntilStored(page)
    await setPin(page, '258046')
    await page.goto('/')
    await expect(pinScreen(page)).toBeVisible()
    // Of the page alone; what the worker asks goes through.
    await page.route('**/rest/v1/**', (route) => route.abort())
    await holdEmergency(page)
    await expect
      .poll(async () => (await ana.client.from('alertas').select('origen, pulsaciones')).data, {
        timeout: paced(30_000),
      })
      .toEqual([{ origen: 'boton', pulsaciones: 1 }])
  })
})

test.describe('with the card of the day before the PIN', () => {
  test.use({ serviceWorkers: 'allow', savesData: false, expectedErrors: [REFUSED] })

  test('a locked app shows a card alone, also without a network; the PIN is a press away, and the card, held, raises the alarm', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    // Whatever was drawn on the way to what is seen.
    await page.addInitScript(() => {
      const drawn: string[] = []
      Object.assign(window, { drawn })
      new MutationObserver(() => drawn.push(document.body?.innerText ?? '')).observe(document, {
        childList: true,
        subtree: true,
      })
    })
    const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn.join('\n'))
    const card = page.getByRole('button', { name: 'Descubrir: Tu carta' })
    const isCovered = async () => {
      await expect(page.getByRole('heading', { name: 'Carta del día' })).toBeVisible()
      await expect(pinScreen(page)).toHaveCount(0)
      await expect(emergency(page)).toBeHidden()
      await expect(page).toHaveTitle('Mi espacio')
    }
    const ana = await makeMember({ username: 'Marisol' })
    await addContact(ana)
    await signIn(page, ana)
    await setPin(page, '258046')
    await page.getByLabel('Mostrar una carta del tarot en lugar del PIN').check()
    await waitUntilStored(page)

    await page.goto('/perfil')
    await isCovered()
    expect(await drawn()).not.toMatch(/PIN|Amparo|Emergencia/)
    expect(await page.locator('body').innerText()).not.toMatch(/Marisol|Amparo|PIN|mergencia|Salir/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await expect(emergency(page)).toBeInViewport({ ratio: 0.99 })
    await expect(exitButton(page)).toBeInViewport()
    // A phone that slept shows the card again.
    await setVisible(page, 'hidden')
    await setVisible(page, 'visible')
    await isCovered()
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await enterPin(page, '258046')
    await expect(page.getByRole('main').getByText('Marisol', { exact: true })).toBeVisible()

    await test.step('an app that was open', async () => {
      await page.getByLabel('Pedirlo al volver después de').selectOption('0')
      await setVisible(page, 'hidden')
      await setVisible(page, 'visible')
      await isCovered()
    })

    await test.step('without a network', async () => {
      await context.setOffline(true)
      await page.goto('/')
      await isCovered()
      // A tap turns it, and does nothing else.
      await card.click()
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
      await context.setOffline(false)
    })

    await page.goto('/')
    await isCovered()
    await card.hover()
    await page.mouse.down()
    await expect(emergencyAnswer(page)).toBeFocused()
    await page.mouse.up()
    await expect(pinScreen(page)).toBeVisible()
    await expect.poll(async () => (await eventsOf(ana)).length).toBe(1)
  })
})

test.describe('a device that another one closes', () => {
  test.use({ expectedErrors: [/status of 40[013] /] })

  test('a session that was ended elsewhere leaves the PIN on the device: before it nothing is read, not even with her password', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember({ username: 'Marisol' })
    await signIn(page, ana)
    await setPin(page, '258046')
    await page.getByLabel('Pedirlo al volver después de').selectOption('0')
    await setVisible(page, 'hidden')
    await setVisible(page, 'visible')
    await expect(pinScreen(page)).toBeVisible()
    // From another device of hers.
    expect((await ana.client.auth.signOut({ scope: 'global' })).error).toBeNull()
    await expect
      .poll(async () => {
        await setVisible(page, 'hidden')
        await setVisible(page, 'visible')
        return page.evaluate(() => localStorage.getItem('fin'))
      })
      .not.toBeNull()
    await expect(pinScreen(page)).toBeVisible()
    for (const at of ['/login', '/']) {
      await page.goto(at)
      await expect(pinScreen(page)).toBeVisible()
    }
    await enterPin(page, '258046')
    await expect(page.getByRole('heading', { name: 'Tu sesión terminó' })).toBeVisible()
    await signIn(page, ana)
    await expect(page.getByRole('main').getByText('Marisol', { exact: true })).toBeVisible()
  })
})

test('a forgotten PIN ends in signing out, and nothing of hers stays', async ({
  page,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember({ username: 'Marisol' })
  await signIn(page, ana)
  await setPin(page, '258046')
  await page.goto('/')
  await page.getByRole('button', { name: 'Olvidé mi PIN' }).click()
  await signOut(page)
  expect((await rowsOnDevice(page))['espacio/copias']).toBe(0)
  await signIn(page, ana)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marisol')
})

test('a device that keeps nothing says so, and the PIN locks nobody out', async ({
  page,
  makeMember,
  signIn,
}) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await signIn(page, await makeMember(), '/perfil')
  await page.getByRole('button', { name: 'Poner un PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poner un PIN' })
  await dialog.getByLabel('PIN nuevo').fill('258046')
  await dialog.getByLabel('Repite el PIN').fill('258046')
  await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
  await expect(page.getByText('No pudimos guardar tu PIN', { exact: true })).toBeVisible()
  await page.goto('/perfil')
  await expect(page.getByRole('button', { name: 'Poner un PIN' })).toBeVisible()
})

test.describe('on a shared phone', () => {
  test.use({ hasReadAdvice: false })

  test('advice stands above the form, and comes once before installing', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await test.step('before registering', async () => {
      await page.goto('/register?codigo=ABCD2345')
      await page.getByText('¿Alguien más usa este teléfono?').click()
      await expect(page.getByText('Usa un correo que solo tú abras')).toBeVisible()
      await expect(exitButton(page)).toBeInViewport()
      await expectAccessible(page)
      await expect(page.getByLabel('Código de una amiga')).toHaveValue('ABCD2345')
    })

    await test.step('before installing', async () => {
      await page.evaluate(() => localStorage.clear())
      await signIn(page, await makeMember(), '/perfil')
      await expect(page.getByRole('button', { name: 'Poner un PIN' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Instalar' })).toHaveCount(0)
      /** What Chromium does once it finds that the app can be installed. */
      const offer = () =>
        page.evaluate(() => {
          const event = new Event('beforeinstallprompt', { cancelable: true })
          const prompt = () => {
            document.documentElement.dataset.asked = String(
              Number(document.documentElement.dataset.asked ?? 0) + 1,
            )
            return Promise.resolve({ outcome: 'dismissed' })
          }
          window.dispatchEvent(Object.assign(event, { prompt }))
          return event.defaultPrevented
        })
      const asked = page.locator('html')
      expect(await offer()).toBe(true)
      // By the name and picture of her choice.
      await page.getByText('Carta del día').click()
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', /^\/manifest-carta-/)
      await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute(
        'href',
        '/icono-carta-apple.png',
      )
      await page.getByRole('button', { name: 'Instalar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Antes de instalar' })
      await expect(dialog.getByText('El icono queda a la vista')).toBeVisible()
      await expect(asked).not.toHaveAttribute('data-asked')
      await dialog.getByRole('button', { name: 'Instalar' }).click()
      await expect(asked).toHaveAttribute('data-asked', '1')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Instalar' })).toHaveCount(0)

      // The second time it is not asked again.
      await offer()
      await page.getByRole('button', { name: 'Instalar' }).click()
      await expect(asked).toHaveAttribute('data-asked', '2')
    })
  })
})
