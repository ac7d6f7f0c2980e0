import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { test as base, expect, type Member, stopClock } from './fixtures.ts'

const ZOCALO = { latitude: 19.4326, longitude: -99.1332, accuracy: 38 }
const LUCIA = { nombre: 'Lucía', telefono: '+525512345678', prioridad: 1 }
const BEA = { nombre: 'Bea', telefono: '+573001234567', prioridad: 2 }
/** What no screen may say after a panic: nobody has received anything (record 240). */
const FALSE_CLAIM = /enviad|entregad|avisad/i
const ABORTED = /Failed to load resource|ERR_|Failed to fetch|fetching the script/

type NewContact = { nombre: string; telefono: string; prioridad: number }

interface SeguridadFixtures {
  /** A member with these contacts, inside /seguridad, and its page once everything on it has come. */
  enter: (contacts: NewContact[], options?: { member?: Member }) => Promise<Member>
}

const test = base.extend<SeguridadFixtures>({
  enter: async ({ page, context, makeMember }, use) => {
    // The messaging app is not ours: the link to it is tested, not the app.
    await context.route(/^https:\/\/wa\.me\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' }),
    )
    await use(async (contacts, { member } = {}) => {
      const her = member ?? (await makeMember())
      for (const contact of contacts) await addContact(her, contact)
      await openSessionOf(her, page)
      await page.goto('/seguridad')
      await expect(panicButton(page)).toBeVisible()
      if (contacts.length > 0) await expect(page.getByText(contacts[0]!.nombre).first()).toBeVisible()
      else await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible()
      return her
    })
  },
})

async function addContact(member: Member, contact: NewContact) {
  const { error } = await member.client
    .from('contactos_emergencia')
    .insert({ user_id: member.id, ...contact, activo: true })
  expect(error).toBeNull()
}

/** A device as the login screen leaves it; the way through that screen is tried once, in the first test. */
async function openSessionOf(member: Member, page: Page) {
  const { data } = await member.client.auth.getSession()
  const config = await (await page.request.get('/config.json')).text()
  await page.goto('/medidas.html')
  await page.evaluate(
    ([session, settings]) => {
      localStorage.setItem('config', settings)
      localStorage.setItem('sesion', session)
    },
    [JSON.stringify(data.session), config] as const,
  )
}

const panicButton = (page: Page) => page.getByRole('button', { name: 'Botón de pánico' })
const whatsappLink = (page: Page, name = 'Lucía') =>
  page.getByRole('link', { name: `Abrir WhatsApp y enviar a ${name}` })
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function whatsappOf(link: Locator) {
  const url = new URL((await link.getAttribute('href'))!)
  return { number: url.pathname.slice(1), host: url.host, text: url.searchParams.get('text')! }
}

async function eventsOf(member: Member) {
  const { data, error } = await member.client.from('eventos_peligro').select('*').eq('user_id', member.id)
  expect(error).toBeNull()
  return data!
}

const eventCount = (member: Member) => async () => (await eventsOf(member)).length

/** A browser whose location answers as told, from before the page runs. */
async function scriptLocation(
  page: Page,
  answer: 'never' | 'denied' | 'unavailable' | 'null island' | 'NaN',
) {
  await page.addInitScript((how) => {
    const reply = (yes: PositionCallback, no?: PositionErrorCallback | null) => {
      const position = (latitude: number, longitude: number) =>
        ({ coords: { latitude, longitude, accuracy: 10 }, timestamp: Date.now() }) as GeolocationPosition
      const refuse = (code: number) => no?.({ code, message: '' } as GeolocationPositionError)
      if (how === 'denied') refuse(1)
      if (how === 'unavailable') refuse(2)
      if (how === 'null island') yes(position(0, 0))
      if (how === 'NaN') yes(position(Number.NaN, 7))
    }
    Geolocation.prototype.getCurrentPosition = reply
    Geolocation.prototype.watchPosition = (yes, no) => {
      reply(yes, no)
      return 1
    }
  }, answer)
}

/** Until the page has been told the granted place; Chromium tells a place that does not change only once. */
async function warmUp(page: Page) {
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: Number.POSITIVE_INFINITY })
      }),
  )
}

/** Milliseconds on the page's own clock from the next click to a link into WhatsApp. */
function msFromPressToLink(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const onClick = ({ timeStamp }: MouseEvent) => {
          const look = () => {
            if (document.querySelector('a[href^="https://wa.me/"]')) resolve(performance.now() - timeStamp)
          }
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
        }
        document.addEventListener('click', onClick, { capture: true, once: true })
      }),
  )
}

async function expectNoFalseClaim(page: Page) {
  expect(await page.locator('body').innerText()).not.toMatch(FALSE_CLAIM)
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`),
  ).toEqual([])
}

/** From now on every request for tables ends like this. */
async function breakTables(context: BrowserContext, how: 'cut' | 'hang' | number) {
  await context.route('**/rest/v1/**', async (route) => {
    if (how === 'cut') await route.abort('internetdisconnected')
    else if (typeof how === 'number') {
      await route.fulfill({ status: how, json: { code: 'PGRST301', message: 'JWT expired' } })
    }
    // A request that hangs is simply never answered.
  })
}

test.describe('with her place allowed', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'] })

  test('from registering to a message ready to send', async ({ page, context, mailFor, makeMember }) => {
    await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
    await page.clock.install()
    const email = `nueva-${crypto.randomUUID()}@ejemplo.mx`
    const password = 'jacarandas en flor'

    await page.goto('/register')
    await page.getByLabel('Nombre').fill('Ana')
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByLabel('Identidad de género').selectOption('no binario')
    await stopClock(page)
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    const restricted = toast(page, 'Acceso Restringido')
    await expect(restricted).toContainText('exclusivamente para mujeres')
    await page.clock.runFor(6_900)
    await expect(restricted).toBeVisible()
    await page.clock.runFor(200)
    await expect(restricted).toBeHidden()
    await page.clock.resume()

    await page.getByLabel('Identidad de género').selectOption('mujer cis')
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await expect(toast(page, 'Registro exitoso')).toBeVisible()
    await expect.poll(async () => (await mailFor(email)).length).toBe(1)
    const [mail] = await mailFor(email)
    // In another browser, as on a computer where she reads her mail: the phone is not told.
    await page.request.post(mail!.links[0]!, { form: { accion: 'confirmar' } })

    await page.goto('/login')
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/')

    await page
      .getByRole('link', { name: /^Seguridad/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Tu Espacio Seguro' })).toBeVisible()
    await page.getByRole('button', { name: 'Agregar contacto' }).click()
    await page.getByLabel('Nombre').fill('Lucía')
    await page.getByLabel('Teléfono').fill('55 1234 5678')
    await page.getByRole('button', { name: 'Guardar contacto' }).click()
    await expect(toast(page, 'Contacto agregado')).toBeVisible()
    await expect(page.getByRole('link', { name: /Llamar a Lucía, \+52 55 1234 5678/ })).toBeVisible()

    await stopClock(page)
    await panicButton(page).click()
    await expect(whatsappLink(page)).toBeFocused()
    const { host, number, text } = await whatsappOf(whatsappLink(page))
    expect([host, number]).toEqual(['wa.me', '525512345678'])
    expect(text).toContain('https://www.google.com/maps?q=19.4326,-99.1332')
    expect(text).toContain('a unos 40 m')
    await expectNoFalseClaim(page)
    const ready = toast(page, 'presiona enviar')
    await expect(ready).toBeVisible()
    await page.clock.runFor(8_900)
    await expect(ready).toBeVisible()
    await page.clock.runFor(200)
    await expect(ready).toBeHidden()
    await page.clock.resume()
    await expectAccessible(page)

    const her = await page.evaluate(() => JSON.parse(localStorage.getItem('sesion')!))
    const bea = await makeMember({ username: 'Bea' })
    const { anonKey } = await (await page.request.get('/config.json')).json()
    const eventsAs = async (token: string) => {
      const response = await page.request.get(`/rest/v1/eventos_peligro?user_id=eq.${her.user.id}`, {
        headers: { apikey: anonKey, authorization: `Bearer ${token}` },
      })
      expect(response.status()).toBe(200)
      return (await response.json()) as Record<string, unknown>[]
    }
    await expect.poll(async () => (await eventsAs(her.access_token)).length).toBe(1)
    expect(await eventsAs(her.access_token)).toMatchObject([
      {
        user_id: her.user.id,
        latitud: 19.4326,
        longitud: -99.1332,
        mensaje: 'Botón de pánico presionado',
        enviado: true,
        canal: 'whatsapp',
        precision_m: 38,
      },
    ])
    expect(await eventsAs((await bea.client.auth.getSession()).data.session!.access_token)).toEqual([])
  })

  test('opens WhatsApp within the tap when her place is known', async ({ page, context, enter }) => {
    const ana = await enter([LUCIA])
    await warmUp(page)
    const opened = context.waitForEvent('page')
    await panicButton(page).click()

    const { number, text } = await whatsappOf(whatsappLink(page))
    expect(number).toBe('525512345678')
    expect((await opened).url()).toContain(`https://wa.me/525512345678?text=`)
    expect(text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByRole('heading', { name: 'Falta un paso' })).toBeVisible()
    await expectNoFalseClaim(page)
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ estado: 'abierto', canal: 'whatsapp' }])
  })

  test('a blocked pop-up leaves a real link', async ({ page, enter }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.clock.install()
    const ana = await enter([LUCIA])
    await warmUp(page)
    await panicButton(page).click()
    await expect(page.getByRole('heading', { name: 'Listo para enviar' })).toBeVisible()
    await expect(toast(page, 'Tu mensaje está listo')).toContainText('presiona enviar')
    await expect(whatsappLink(page)).toHaveAttribute('target', '_blank')
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ estado: 'preparado' }])

    // Pressing again is about the same alert, and makes no second event of it.
    await page.clock.runFor(3_000)
    await panicButton(page).click()
    await expect(whatsappLink(page)).toBeFocused()
    // What she opens after the event has arrived moves it one step forwards.
    await whatsappLink(page).click()
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ estado: 'abierto', canal: 'whatsapp' }])
    await page.reload()
    await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
    expect(await eventsOf(ana)).toHaveLength(1)
  })

  test('two taps are one alert', { tag: '@phone' }, async ({ page, context, enter }) => {
    const ana = await enter([LUCIA])
    await warmUp(page)
    let opened = 0
    context.on('page', () => opened++)
    await panicButton(page).dblclick()
    await expect(whatsappLink(page)).toBeVisible()
    await expect.poll(eventCount(ana)).toBe(1)
    expect(opened).toBe(1)
  })

  test.describe('without a network', () => {
    test.use({ expectedErrors: [ABORTED] })

    test('the network cut at the press: the event arrives once it is back, exactly once', async ({
      page,
      context,
      enter,
    }) => {
      const ana = await enter([LUCIA, BEA])
      await warmUp(page)
      await context.setOffline(true)
      await panicButton(page).click()

      const sms = page.getByRole('link', { name: 'Enviar por SMS a Lucía' })
      await expect(sms).toBeFocused()
      await expect(sms).toHaveAttribute('href', /^sms:\+525512345678[?&]body=.*19\.4326%2C-99\.1332/)
      expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
      await expect(page.getByRole('link', { name: 'Enviar por SMS a Bea' })).toBeVisible()
      await expect(page.getByText(/está en tu dispositivo y subirá a tu cuenta/)).toBeVisible()
      await expectNoFalseClaim(page)
      expect(await eventsOf(ana)).toEqual([])
      await sms.click()
      await expect(
        page.getByText('Presiona enviar en tus mensajes para que le llegue a Lucía.'),
      ).toBeVisible()

      await context.setOffline(false)
      await expect(page.getByText('ya está en tu cuenta')).toBeVisible()
      await expect.poll(eventCount(ana)).toBe(1)
      await page.reload()
      await expect(panicButton(page)).toBeVisible()
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(page.getByText('Lucía').first()).toBeVisible()
      expect(await eventsOf(ana)).toMatchObject([
        { latitud: 19.4326, longitud: -99.1332, enviado: true, estado: 'abierto', canal: 'sms' },
      ])
    })

    test('offline since before the app was opened', async ({ page, context, enter }) => {
      const ana = await enter([LUCIA])
      // The service worker stores `/` last: once it is there, the whole app is (see sw.js).
      await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/')))).toBe(true)
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
      await expect(page.getByText('Lucía', { exact: true })).toBeVisible()
      await panicButton(page).click()
      await expect(page.getByRole('link', { name: 'Enviar por SMS a Lucía' })).toHaveAttribute(
        'href',
        /^sms:\+525512345678[?&]body=.*19\.4326%2C-99\.1332/,
      )
      await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
      expect(await eventsOf(ana)).toEqual([])
      await context.setOffline(false)
      await expect.poll(eventCount(ana)).toBe(1)
    })

    test('a full device delivers all the same, and says what is not kept', { tag: '@phone' }, async ({
      page,
      context,
      enter,
    }) => {
      await page.addInitScript(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      const ana = await enter([LUCIA])
      await context.setOffline(true)
      await panicButton(page).click()
      await expect(page.getByText(/no tiene espacio para el registro/)).toBeVisible()
      await expectNoFalseClaim(page)
      await context.setOffline(false)
      await expect.poll(eventCount(ana)).toBe(1)
    })
  })

  test.describe('when the service fails', { tag: '@phone' }, () => {
    test.use({ expectedErrors: [ABORTED] })

    for (const how of [500, 401, 'hang', 'cut'] as const) {
      test(`the alert does not wait for it (${how})`, async ({ page, context, enter }) => {
        const ana = await enter([LUCIA])
        await breakTables(context, how)
        // Only the device remembers her contacts now.
        await page.reload()
        await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
        await warmUp(page)

        const took = msFromPressToLink(page)
        await panicButton(page).click()
        // Far below the time limits of requests for tables; the proof `panic` measures the real time.
        expect(await took).toBeLessThan(4_000)
        expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
        expect(await eventsOf(ana)).toEqual([])

        await context.unroute('**/rest/v1/**')
        await page.reload()
        await expect.poll(eventCount(ana)).toBe(1)
      })
    }

    test('a session that has run out: the message opens, the event waits for a new one', async ({
      page,
      context,
      enter,
    }) => {
      const ana = await enter([LUCIA])
      await context.route('**/auth/v1/token*', (route) => route.abort('connectionreset'))
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('sesion')!)
        localStorage.setItem('sesion', JSON.stringify({ ...session, expires_at: 1_700_000_000 }))
      })
      await page.reload()
      await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
      await warmUp(page)
      await panicButton(page).click()
      expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
      await expect(page.getByText(/subirá a tu cuenta/)).toBeVisible()
      expect(await eventsOf(ana)).toEqual([])

      await context.unroute('**/auth/v1/token*')
      await page.reload()
      await expect.poll(eventCount(ana)).toBe(1)
    })

    test('an answer that is lost makes no second event', async ({ page, context, enter }) => {
      const ana = await enter([LUCIA])
      let lost = 0
      await context.route('**/rest/v1/eventos_peligro*', async (route) => {
        await route.fetch()
        lost++
        await route.abort('connectionreset')
      })
      await panicButton(page).click()
      await expect.poll(() => lost).toBeGreaterThan(0)
      await context.unroute('**/rest/v1/eventos_peligro*')

      let answered = 0
      page.on('response', (response) => {
        if (response.url().includes('eventos_peligro') && response.ok()) answered++
      })
      await page.reload()
      await expect.poll(() => answered).toBeGreaterThan(0)
      expect(await eventsOf(ana)).toHaveLength(1)
    })

    test('an event never leaves under another account', async ({ page, context, enter, makeMember }) => {
      const ana = await enter([LUCIA])
      const bea = await makeMember({ username: 'Bea' })
      await breakTables(context, 'cut')
      await panicButton(page).click()
      await expect(page.getByText(/subirá a tu cuenta/)).toBeVisible()
      // Ana's page is closed before the service answers again, or it would rightly deliver the event itself.
      await openSessionOf(bea, page)
      await context.unroute('**/rest/v1/**')

      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('eventos_peligro')) asked.push(request.postData() ?? '')
      })
      await page.goto('/seguridad')
      await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible()
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.reload()
      await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible()
      expect(asked).toEqual([])
      expect([...(await eventsOf(ana)), ...(await eventsOf(bea))]).toEqual([])

      await openSessionOf(ana, page)
      await page.goto('/')
      await expect.poll(eventCount(ana)).toBe(1)
    })

    test('no contacts on the device and no service: she can still write to anybody', async ({
      page,
      context,
      makeMember,
    }) => {
      const ana = await makeMember()
      await openSessionOf(ana, page)
      await breakTables(context, 500)
      await page.goto('/seguridad')
      await panicButton(page).click()
      await expect(toast(page, 'Error al cargar contactos')).toBeVisible()
      const anybody = page.getByRole('link', { name: 'Elegir a quién escribir en WhatsApp' })
      expect((await whatsappOf(anybody)).text).toContain('maps?q=19.4326,-99.1332')
      await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
    })
  })

  test('two contacts at 1: the oldest; the others are one tap away', { tag: '@phone' }, async ({
    page,
    enter,
  }) => {
    await enter([LUCIA, { ...BEA, prioridad: 1 }, { nombre: 'Línea', telefono: '*765', prioridad: 3 }])
    await panicButton(page).click()
    await expect(whatsappLink(page, 'Lucía')).toBeVisible()
    const bea = page.getByRole('link', { name: 'Escribir a Bea por WhatsApp' })
    expect((await whatsappOf(bea)).number).toBe('573001234567')
    await expect(page.getByRole('link', { name: 'Llamar a Línea', exact: true })).toHaveAttribute(
      'href',
      'tel:%2A765',
    )
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
  })

  test('nobody at 1: the specified notice, and everybody else one tap away', { tag: '@phone' }, async ({
    page,
    enter,
  }) => {
    const ana = await enter([BEA])
    await panicButton(page).click()
    await expect(toast(page, 'Contacto no encontrado')).toBeVisible()
    const bea = page.getByRole('link', { name: 'Escribir a Bea por WhatsApp' })
    await expect(bea).toBeFocused()
    expect((await whatsappOf(bea)).text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toBeVisible()
    await expectNoFalseClaim(page)
    await expectAccessible(page)
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ contacto_id: null, canal: null }])
  })

  test('works by keyboard alone', async ({ page, enter }) => {
    await enter([LUCIA])
    await panicButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(whatsappLink(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Enviar por SMS a Lucía' })).toBeFocused()
    await page.getByRole('button', { name: 'Cerrar la alerta' }).press('Space')
    await expect(whatsappLink(page)).toBeHidden()
    await expect(panicButton(page)).toBeFocused()
  })

  test('signing out leaves none of her contacts or places on the device', async ({ page, enter }) => {
    await enter([LUCIA])
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    await panicButton(page).click()
    await expect(page.getByText('ya está en tu cuenta')).toBeVisible()
    const kept = () =>
      page.evaluate(async () => {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open('espacio')
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        const read = (store: string) =>
          new Promise<unknown[]>((resolve) => {
            const request = db.transaction(store).objectStore(store).getAll()
            request.onsuccess = () => resolve(request.result)
          })
        const rows = [...(await read('copias')), ...(await read('cola'))]
        db.close()
        return {
          rows: rows.length,
          readable: JSON.stringify(rows.map((row) => Object.values(row as object).map(String))),
          sharing: localStorage.getItem('locationSharing'),
        }
      })
    const before = await kept()
    expect(before.rows).toBeGreaterThan(0)
    expect(before.readable).not.toMatch(/Lucía|5512345678|19\.43/)
    expect(before.sharing).toBe('true')

    await page.goto('/perfil')
    await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    await expect(page).toHaveURL(/\/landing$/)
    await expect.poll(kept).toMatchObject({ rows: 0, sharing: null })
  })
})

test.describe('without a place', () => {
  for (const [answer, reason] of [
    ['denied', 'bloqueado'],
    ['unavailable', 'no encontró'],
    ['null island', 'no encontró'],
    ['NaN', 'no encontró'],
  ] as const) {
    test(`the message is offered without it (${answer})`, {
      tag: answer === 'denied' ? [] : '@phone',
    }, async ({ page, enter }) => {
      await scriptLocation(page, answer)
      const ana = await enter([LUCIA])
      await panicButton(page).click()
      await expect(toast(page, 'Error de ubicación')).toContainText(reason)
      const { number, text } = await whatsappOf(whatsappLink(page))
      expect(number).toBe('525512345678')
      expect(text).toContain('No pude obtener mi ubicación')
      expect(text).not.toContain('maps')
      await expect(whatsappLink(page)).toBeFocused()
      await expectNoFalseClaim(page)
      await expect.poll(() => eventsOf(ana)).toMatchObject([{ latitud: null, longitud: null, enviado: true }])
    })
  }

  test('one that never comes is waited for four seconds, and every step is said', async ({ page, enter }) => {
    await scriptLocation(page, 'never')
    await page.clock.install()
    await enter([LUCIA])
    await panicButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Buscando tu ubicación…' })).toBeAttached()
    await panicButton(page).click()
    await page.clock.runFor(4_000)
    await expect(page.getByRole('status').filter({ hasText: 'Listo para enviar' })).toBeAttached()
    await expect(whatsappLink(page)).toBeFocused()
    await expect(toast(page, 'Error de ubicación')).toContainText('tardó demasiado')
    await expectAccessible(page)
  })

  test.describe('that comes late', () => {
    test.use({ permissions: ['geolocation'] })

    test('the link takes it in as long as she has not opened it', { tag: '@phone' }, async ({
      page,
      enter,
    }) => {
      await page.addInitScript((place) => {
        Geolocation.prototype.getCurrentPosition = () => {}
        Geolocation.prototype.watchPosition = (yes) => {
          window.addEventListener('place', () => {
            yes({ coords: place, timestamp: Date.now() } as GeolocationPosition)
          })
          return 1
        }
      }, ZOCALO)
      await page.clock.install()
      await enter([LUCIA])
      await panicButton(page).click()
      await page.clock.runFor(4_000)
      expect((await whatsappOf(whatsappLink(page))).text).not.toContain('maps')

      await page.evaluate(() => window.dispatchEvent(new Event('place')))
      await expect(page.getByText('Con tu ubicación: a unos 40 m')).toBeVisible()
      expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
    })
  })

  test('one that is still being looked for when she goes elsewhere', { tag: '@phone' }, async ({
    page,
    context,
    enter,
  }) => {
    await scriptLocation(page, 'never')
    await page.clock.install()
    const ana = await enter([LUCIA])
    await panicButton(page).click()
    await page.getByRole('link', { name: 'Perfil' }).click()
    await expect(page).toHaveURL(/\/perfil$/)
    await page.clock.runFor(4_000)
    const opened = context.waitForEvent('page')
    await toast(page, 'Error de ubicación').getByRole('button', { name: 'Abrir WhatsApp' }).click()
    expect((await opened).url()).toContain('https://wa.me/525512345678?text=')
    await expect.poll(eventCount(ana)).toBe(1)
  })

  test('a reload in the middle loses nothing', { tag: '@phone' }, async ({ page, enter }) => {
    await scriptLocation(page, 'never')
    await page.clock.install()
    const ana = await enter([LUCIA])
    await panicButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Buscando tu ubicación…' })).toBeAttached()
    await page.reload()
    await expect(panicButton(page)).toBeVisible()
    await page.clock.runFor(60_000)
    await expect.poll(eventCount(ana)).toBe(1)
    expect(await eventsOf(ana)).toMatchObject([{ latitud: null, mensaje: 'Botón de pánico presionado' }])
  })
})

test.describe('her contacts', () => {
  const openForm = async (page: Page) => {
    await page.getByRole('button', { name: 'Agregar contacto' }).click()
    await expect(page.getByRole('heading', { name: 'Agregar contacto' })).toBeVisible()
  }
  const contactsOf = async ({ client, id }: Member) =>
    (
      await client
        .from('contactos_emergencia')
        .select('nombre, telefono, prioridad, activo')
        .eq('user_id', id)
    ).data

  test('are refused while anything is missing', { tag: '@phone' }, async ({ page, enter }) => {
    const ana = await enter([])
    await openForm(page)
    const missing = toast(page, '❌ Faltan datos')
    for (const [nombre, telefono] of [
      ['', ''],
      ['Lucía', '  '],
      ['   ', '5512345678'],
    ] as const) {
      await page.getByLabel('Nombre').fill(nombre)
      await page.getByLabel('Teléfono').fill(telefono)
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(missing).toContainText('Por favor, completa el nombre y el teléfono.')
    }
    await expectAccessible(page)
    expect(await contactsOf(ana)).toEqual([])
  })

  test('need a number that can be one', { tag: '@phone' }, async ({ page, enter }) => {
    const ana = await enter([])
    await openForm(page)
    await page.getByLabel('Nombre').fill('Lucía')
    for (const [telefono, says] of [
      ['la de siempre', 'solo el número'],
      ['555 1234', 'faltan cifras'],
      ['5512345678901234', 'sobran cifras'],
      ['+999 123 456 789', 'código de país'],
    ] as const) {
      await page.getByLabel('Teléfono').fill(telefono)
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(page.getByText(says)).toBeVisible()
    }
    expect(await contactsOf(ana)).toEqual([])

    await page.getByLabel('Teléfono').fill('1234567890')
    await page.getByRole('button', { name: 'Guardar contacto' }).click()
    await page.getByRole('button', { name: 'Guardar de todos modos' }).click()
    await expect(toast(page, 'Contacto agregado')).toBeVisible()
    expect(await contactsOf(ana)).toMatchObject([{ telefono: '+521234567890', prioridad: 1, activo: true }])
  })

  test('are listed by priority, saved in international form, and short codes as they are', async ({
    page,
    enter,
  }) => {
    const ana = await enter([BEA])
    for (const [nombre, telefono, prioridad] of [
      ['Sol', '044 55 8765 4321', '1'],
      ['Línea', '079', '5'],
    ] as const) {
      await openForm(page)
      await page.getByLabel('Nombre').fill(nombre)
      await page.getByLabel('Teléfono').fill(telefono)
      await expect(page.getByLabel('Prioridad')).toHaveValue('1')
      await page.getByLabel('Prioridad').selectOption(prioridad)
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(page.getByRole('heading', { name: 'Agregar contacto' })).toBeHidden()
    }
    await expect(page.getByRole('link', { name: /^Llamar a (Sol|Bea|Línea)/ })).toHaveText([
      '+52 55 8765 4321',
      '+57 300 1234567',
      '079',
    ])
    expect(await contactsOf(ana)).toEqual(
      expect.arrayContaining([
        { nombre: 'Sol', telefono: '+525587654321', prioridad: 1, activo: true },
        { nombre: 'Línea', telefono: '079', prioridad: 5, activo: true },
      ]),
    )
  })

  test('are deleted softly, and come back when that was a slip', async ({ page, enter }) => {
    const ana = await enter([LUCIA])
    await page.getByRole('button', { name: 'Eliminar a Lucía' }).click()
    await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Contactos de confianza' })).toBeFocused()
    expect(await contactsOf(ana)).toMatchObject([{ nombre: 'Lucía', activo: false }])

    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByRole('button', { name: 'Eliminar a Lucía' })).toBeVisible()
    expect(await contactsOf(ana)).toMatchObject([{ activo: true }])
  })

  test.describe('when the service fails', { tag: '@phone' }, () => {
    test.use({ expectedErrors: [ABORTED] })

    test('neither adding nor deleting pretends to have worked', async ({ page, context, enter }) => {
      const ana = await enter([LUCIA])
      await breakTables(context, 500)
      await page.getByRole('button', { name: 'Eliminar a Lucía' }).click()
      await expect(toast(page, '❌ Error al eliminar')).toContainText(
        'No se pudo eliminar el contacto. Inténtalo de nuevo.',
      )
      await expect(page.getByRole('button', { name: 'Eliminar a Lucía' })).toBeVisible()

      await openForm(page)
      await page.getByLabel('Nombre').fill('Bea')
      await page.getByLabel('Teléfono').fill('+57 300 123 4567')
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(toast(page, '❌ Error al agregar')).toContainText(
        'No se pudo guardar el contacto. Inténtalo de nuevo.',
      )
      await expect(page.getByLabel('Nombre')).toHaveValue('Bea')
      expect(await contactsOf(ana)).toMatchObject([{ nombre: 'Lucía', activo: true }])
    })

    test('a list that cannot be loaded never looks empty', async ({ page, context, makeMember }) => {
      const ana = await makeMember()
      await openSessionOf(ana, page)
      await breakTables(context, 401)
      await page.goto('/seguridad')
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expect(page.getByText('Aún no tienes a nadie aquí')).toBeHidden()
      await context.unroute('**/rest/v1/**')
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible()
    })
  })

  test("are nobody else's, whatever a request says", { tag: '@phone' }, async ({ makeMember }) => {
    const [ana, bea] = [await makeMember(), await makeMember({ username: 'Bea' })]
    await addContact(ana, LUCIA)
    const forged = { user_id: ana.id, nombre: 'Él', telefono: '+525599999999', prioridad: 1, activo: true }
    expect((await bea.client.from('contactos_emergencia').insert(forged)).error?.code).toBe('42501')
    expect((await bea.client.from('contactos_emergencia').select()).data).toEqual([])
    await bea.client.from('contactos_emergencia').update({ activo: false }).eq('user_id', ana.id)
    expect(await contactsOf(ana)).toMatchObject([{ nombre: 'Lucía', activo: true }])
    const event = { user_id: ana.id, mensaje: 'Botón de pánico presionado', enviado: true }
    expect((await bea.client.from('eventos_peligro').insert(event)).error?.code).toBe('42501')
    expect(await eventsOf(ana)).toEqual([])
  })
})

test('the room as a whole', async ({ page, enter }) => {
  await enter([])
  await expectAccessible(page)

  const sizes = await page
    .getByRole('main')
    .locator('button, a')
    .evaluateAll((controls) =>
      controls.map((control) => {
        const { width, height } = control.getBoundingClientRect()
        return { name: control.textContent, width, height }
      }),
    )
  const largest = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]
  expect(largest?.name).toContain('Botón de pánico')
  // The switch is 32 pixels high and takes taps on 48: its label and a margin around it belong to it.
  expect(sizes.filter(({ name, height }) => name && height < 44)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )

  await page.getByRole('button', { name: 'Asistencia Premium' }).click()
  await expect(toast(page, '🚧 Función en desarrollo')).toContainText('función aún no está implementada')
  await page.getByRole('button', { name: 'Descargar cobertura' }).click()
  await expect(toast(page, '🚧 Función en desarrollo')).toContainText('aún no está implementada')
  await expect(page.getByRole('link', { name: /Asistencia Amparo/ })).toHaveAttribute('href', 'tel:911')

  await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
  await expect(toast(page, 'Contacto no encontrado')).toBeVisible()
  await expect(page.getByText('Desactivado', { exact: true })).toBeVisible()
})

test.describe('«Acompáñame»', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'], expectedErrors: [ABORTED] })

  test('opens a message with a link that shows where she is, until she ends it', async ({
    page,
    context,
    browser,
    enter,
  }) => {
    await enter([BEA])
    await warmUp(page)
    await page.getByLabel('Durante').selectOption('4 horas')
    const opened = context.waitForEvent('page')
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    const sent = new URL((await opened).url())
    expect(sent.pathname).toBe('/573001234567')
    const text = sent.searchParams.get('text')!
    expect(text).toMatch(/^Hola, voy en camino y quiero que me acompañes\. .+ llámame\.\n/)
    const link = /https?:\S+$/.exec(text)![0]
    expect(link).toMatch(/\/camino\/[\w-]{43}$/)
    await expect(toast(page, 'Modo Acompañamiento Activado')).toContainText('presiona enviar')
    await expectNoFalseClaim(page)
    expect(await page.evaluate(() => localStorage.getItem('locationSharing'))).toBe('true')
    await expect(page.getByText('Tu última ubicación en el enlace')).toBeVisible()

    // Her contact, on a device of her own and without an account.
    const elsewhere = await browser.newContext({ permissions: [] })
    const contact = await elsewhere.newPage()
    await contact.clock.install()
    await contact.goto(link)
    await expect(contact.getByText('Está compartiendo su ubicación')).toBeVisible()
    await expect(contact.getByText('a unos 40 m')).toBeVisible()
    await expect(contact.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute(
      'href',
      'https://www.google.com/maps?q=19.4326,-99.1332',
    )
    await expect(contact.getByText('Ana Prueba')).toBeHidden()
    await expectAccessible(contact)
    await elsewhere.setOffline(true)
    await contact.clock.runFor(3 * 60_000)
    await expect(contact.getByText(/^Sin señal desde hace \d min$/)).toBeVisible()
    await expect(contact.getByText('No pudimos preguntar de nuevo')).toBeVisible()
    await elsewhere.setOffline(false)
    await contact.clock.runFor(11_000)
    await expect(contact.getByText('Está compartiendo su ubicación')).toBeVisible()

    // It stays on every screen and after a reload, and covers nothing that she may need.
    await page.goto('/')
    await page.getByRole('button', { name: 'Salir rápido' }).filter({ visible: true }).click({ trial: true })
    await page.goto('/perfil')
    await page.getByRole('link', { name: /Compartes tu ubicación hasta las \d\d:\d\d/ }).click()
    await expect(page.getByText('Activado', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    await expect(toast(page, 'Modo Acompañamiento Desactivado')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('locationSharing'))).toBe('false')

    await expect(async () => {
      await contact.clock.runFor(11_000)
      await expect(contact.getByText('Ya no comparte su ubicación')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(contact.getByRole('link', { name: 'Ver en el mapa' })).toBeHidden()
    await contact.goto(link.slice(0, -4))
    await expect(contact.getByText('Este enlace no muestra nada')).toBeVisible()
    await elsewhere.close()
  })
})

test.describe('the drill', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'], expectedErrors: [ABORTED] })

  test('walks the steps of an alert, says what is missing, records nothing @phone', async ({
    page,
    context,
    enter,
  }) => {
    const ana = await enter([LUCIA])
    await page.getByRole('button', { name: 'Probar sin alertar' }).click()
    const drill = page.getByRole('dialog')
    await expect(drill.getByText('Todo listo: una alerta tuya saldría completa.')).toBeVisible()
    await expect(drill.getByText('El mensaje sería para Lucía.')).toBeVisible()
    const { number, text } = await whatsappOf(drill.getByRole('link', { name: /SIMULACRO para Lucía/ }))
    expect(number).toBe('525512345678')
    expect(text).toMatch(/^SIMULACRO: /)
    expect(text).toMatch(/\(SIMULACRO: .+\)$/)
    expect(text).toContain('maps?q=19.4326,-99.1332')
    await expectAccessible(page)
    await drill.getByRole('button', { name: 'Cerrar' }).click()

    await page.evaluate(() => {
      Geolocation.prototype.getCurrentPosition = (_yes, no) =>
        no?.({ code: 1, message: '' } as GeolocationPositionError)
    })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Probar sin alertar' }).click()
    await expect(drill.getByText('Esto no habría funcionado del todo:')).toBeVisible()
    await expect(drill.getByRole('list').filter({ hasText: 'Permisos, Ubicación' })).not.toHaveCount(0)
    await expect(drill.getByText(/saldría por SMS/)).toBeVisible()
    await expect(drill.getByRole('link', { name: /SIMULACRO/ })).toHaveAttribute('href', /^sms:.*SIMULACRO/)
    await context.setOffline(false)
    expect(await eventsOf(ana)).toEqual([])
  })
})

test.describe('the safe call', () => {
  test.use({ expectedErrors: [ABORTED] })

  test('rings offline, is answered, speaks half a second later and ends @phone', async ({
    page,
    context,
    enter,
  }) => {
    await page.addInitScript(() => {
      const sounds: { seconds: number; loop: boolean }[] = []
      Object.assign(window, { sounds })
      const start = AudioBufferSourceNode.prototype.start
      AudioBufferSourceNode.prototype.start = function (...when) {
        sounds.push({ seconds: this.buffer!.duration, loop: this.loop })
        start.apply(this, when)
      }
    })
    const sounds = () =>
      page.evaluate(() => (window as unknown as { sounds: { seconds: number; loop: boolean }[] }).sounds)
    await page.clock.install()
    await enter([])
    await page.getByLabel('Quién llama').fill('Tía Rosa')
    await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/')))).toBe(true)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByLabel('Quién llama')).toHaveValue('Tía Rosa')

    await stopClock(page)
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    const call = page.getByRole('dialog')
    await expect(call).toContainText('Tía Rosa')
    await expect(call).toContainText('Llamada entrante…')
    await expect.poll(sounds).toMatchObject([{ loop: true }])
    const notice = toast(page, 'Contesta cuando quieras')
    await page.clock.runFor(6_900)
    await expect(notice).toBeVisible()
    await page.clock.runFor(200)
    await expect(notice).toBeHidden()

    await call.getByRole('button', { name: 'Contestar' }).click()
    await page.clock.runFor(490)
    expect(await sounds()).toHaveLength(1)
    await page.clock.runFor(20)
    await expect.poll(async () => (await sounds()).length).toBe(2)
    expect((await sounds())[1]!.seconds).toBeGreaterThan(60)
    await page.clock.runFor(2_000)
    await expect(call).toContainText('00:02')
    await page.clock.resume()
    await expectAccessible(page)
    await call.getByRole('button', { name: 'Colgar' }).click()
    await expect(call).toBeHidden()
    await expect(page.getByRole('button', { name: 'Recibir llamada' })).toBeFocused()

    await page.evaluate(() => {
      AudioContext.prototype.decodeAudioData = () => Promise.reject(new Error('no codec'))
    })
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    await expect(toast(page, 'Error de audio')).toBeVisible()
    await expect(call).toBeHidden()
  })
})
