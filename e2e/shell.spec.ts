import type { Page } from '@playwright/test'
import { screens } from '../scripts/lib/screens.mjs'
import { expect, test } from './fixtures.ts'
import { paced } from './pace.ts'
import { pressSignOut, signOut } from './pages/account.ts'
import {
  answerNeutralPage,
  enterRoom,
  exitButton,
  expectAccessible,
  expectClear,
  expectNoSidewaysScroll,
  goWithin,
  neutralPage,
  REFUSED,
  toast,
  watchShifts,
} from './pages/app.ts'
import { storedSession, waitUntilKept } from './pages/device.ts'

const visitorPaths = ['/landing', '/login', '/register', '/pricing', '/legal']
/** No two neighbours have one title: a header that stays would be seen. */
const memberTitles: [path: string, title: string][] = [
  ['/seguridad', 'Seguridad'],
  ['/comunidad/sala/1', 'Amparo'],
  ['/seguridad/apoyo-y-refugios', 'Apoyo y Refugios'],
  ['/bienestar', 'Bienestar'],
  ['/directorio-terapeutas', 'Amparo'],
  ['/comunidad', 'Comunidad'],
  ['/comunidad/blog', 'Blog'],
  ['/agenda', 'Amparo'],
  ['/comunidad/salas', 'Salas de Chat'],
  ['/aprendizaje', 'Aprendizaje'],
  ['/referidos', 'Amparo'],
  ['/prevencion', 'Prevención'],
  ['/holistica', 'Zona Holística'],
  ['/legal', 'Amparo'],
  ['/biblioteca', 'Biblioteca'],
  ['/podcast', 'Escucha'],
  ['/pricing', 'Amparo'],
  ['/diario-emocional', 'Diario Emocional'],
  ['/perfil', 'Mi Perfil'],
  ['/sexualidad', 'Sexualidad Consciente'],
]

/** Rooms of which much comes later. */
const STILL = [
  '/seguridad',
  '/seguridad',
  '/agenda',
  '/comunidad',
  '/perfil',
  '/biblioteca',
  '/referidos',
  '/seguridad/apoyo-y-refugios',
]

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

test.describe('the gate', { tag: '@phone' }, () => {
  test('lets visitors see their five pages', async ({ page, baseURL }) => {
    for (const path of visitorPaths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(`${baseURL}${path}`)
    }
  })

  test('sends visitors from anywhere else to /landing', async ({ page, baseURL }) => {
    for (const path of ['/', '/seguridad', '/diario-emocional', '/perfil', '/coberturas', '/no/existe']) {
      await page.goto(path)
      await expect(page).toHaveURL(`${baseURL}/landing`)
    }
  })

  test('sends members from any unknown path home', async ({ page, baseURL, makeMember, signIn }) => {
    await signIn(page, await makeMember())
    for (const path of ['/landing', '/login', '/register', '/coberturas', '/comunidad/chat', '/no/existe']) {
      await page.goto(path)
      await expect(page).toHaveURL(`${baseURL}/`)
    }
  })

  test('shows the full-screen spinner until the first session is known', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/config.json', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/?code=00000000-0000-4000-8000-000000000000')
    await expect(page.getByRole('status')).toHaveText('Cargando…')
    release()
    await expect(page).toHaveURL(/\/landing$/)
  })
})

test.describe('walking the house', () => {
  test('@phone six tabs, a header with its title on every room, none on Home; nothing moves once it is drawn', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const moved = await watchShifts(page)
    await signIn(page, await makeMember())
    const tabs = page.getByRole('navigation', { name: 'Principal', exact: true }).filter({ visible: true })
    await expect(tabs.getByRole('link')).toHaveText([
      'Inicio',
      'Seguridad',
      'Comunidad',
      'Holística',
      'Sexualidad',
      'Perfil',
    ])
    await expect(page.getByRole('banner').getByRole('link', { name: /ir al inicio/ })).toHaveCount(0)
    await expect(tabs.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page')

    await tabs.getByRole('link', { name: 'Comunidad' }).click()
    await expect(tabs.getByRole('link', { name: 'Comunidad' })).toHaveAttribute('aria-current', 'page')
    await expect(tabs.getByRole('link', { name: 'Inicio' })).not.toHaveAttribute('aria-current')

    for (const [path, title] of memberTitles) {
      await goWithin(page, path)
      await expect(page.getByRole('banner').getByText(title, { exact: true })).toBeVisible()
    }

    // As a page of its own, for the first time and again (docs/decisions/0314).
    for (const path of STILL) {
      await page.goto(path)
      await expect(tabs).toBeVisible()
      await expect(page.getByText('Cargando…')).toHaveCount(0)
      expect(await moved()).toEqual([])
    }
    await page
      .getByRole('banner')
      .getByRole('link', { name: /ir al inicio/ })
      .click()
    await expect(page).toHaveURL(/\/$/)
  })

  test('desktop has the sidebar with nine items and the second list', {
    tag: '@desktop',
  }, async ({ page, makeMember, signIn }) => {
    test.skip(isPhone(page), 'the sidebar begins at 768 pixels')
    await signIn(page, await makeMember())
    const main = page.getByRole('navigation', { name: 'Principal', exact: true }).filter({ visible: true })
    await expect(main.getByRole('link')).toHaveText([
      'Inicio',
      'Seguridad',
      'Sexualidad',
      'Comunidad',
      'Diario',
      'Biblioteca',
      'Bienestar',
      'Holística',
      'Perfil',
    ])
    const more = page.getByRole('complementary').getByRole('navigation', { name: 'También' })
    await expect(more.getByRole('link')).toHaveText([
      'Diario Emocional',
      'Biblioteca',
      'Escucha',
      'Coberturas',
      'Bienestar',
    ])
    // As any path that is not there.
    await more.getByRole('link', { name: 'Escucha' }).click()
    await expect(page).toHaveURL(/\/podcast$/)
    await more.getByRole('link', { name: 'Coberturas' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.setViewportSize({ width: 767, height: 800 })
    await expect(page.getByRole('complementary')).toBeHidden()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('complementary')).toBeVisible()
  })

  test.describe('on a wide screen', () => {
    // A circle and a call that are not there.
    test.use({ expectedErrors: [REFUSED] })

    /** One word in the middle of the page, and nothing beside it. */
    const NOTICES =
      /^\/(cuenta\/(confirmada|enlace-vencido|correo)|payment-success|camino|confianza|alerta)\b/

    test('every room, and all that stands in it, begins at one edge', { tag: '@long' }, async ({
      page,
      makeMember,
      signIn,
    }) => {
      test.skip(isPhone(page), 'a telephone has one column')
      test.setTimeout(180_000)
      /** Where the title and each part of the room begin, in pixels; what stands beside another part begins there. */
      const edges = () =>
        page.locator('main').evaluate((main) => {
          const parts = [...main.querySelectorAll('h1, .mx-casa > *')]
            .filter((part) => part.checkVisibility())
            .map((part) => part.getBoundingClientRect())
            // Words for a screen reader alone stand nowhere.
            .filter(({ width }) => width > 1)
          const rows = parts.filter(
            (part) =>
              !parts.some(
                (other) => other.right <= part.left && other.top < part.bottom && other.bottom > part.top,
              ),
          )
          return [...new Set(rows.map(({ left }) => Math.round(left)))]
        })
      await signIn(page, await makeMember())
      const [edge, ...others] = await edges()
      expect(others, 'of Home').toEqual([])
      const rooms = screens().member.filter((path) => !NOTICES.test(path))
      expect(rooms.length).toBeGreaterThan(20)
      const found: Record<string, number[]> = {}
      for (const path of rooms) {
        await enterRoom(page, path)
        await expect(page.locator('main h1').first()).toBeAttached()
        await expect
          .poll(edges, { timeout: paced(3_000) })
          .toEqual([edge])
          .catch(async () => {
            found[path] = await edges()
          })
      }
      expect(found).toEqual({})
    })

    test('a page of visitors, beside which there is no sidebar, stands in the middle', {
      tag: '@desktop',
    }, async ({ page }) => {
      test.skip(isPhone(page), 'a telephone has one column')
      for (const path of ['/legal', '/pricing', '/confiabilidad']) {
        await page.goto(path)
        const room = page.locator('main .mx-casa')
        await expect(room).toBeVisible()
        const beside = await room.evaluate((one) => {
          const { left, right } = one.getBoundingClientRect()
          return [Math.round(left), Math.round(document.documentElement.clientWidth - right)]
        })
        expect(beside[0], path).toBe(beside[1])
        // Plans stand in two columns, as wide as any room; a text is as wide as it can be read.
        expect(beside[0], path).toBeGreaterThan(path === '/pricing' ? 50 : 100)
      }
    })

    test('the library stands in columns: what is always there beside the week', { tag: '@desktop' }, async ({
      page,
      makeMember,
      signIn,
    }) => {
      test.skip(isPhone(page), 'a telephone has one column')
      await signIn(page, await makeMember(), '/biblioteca')
      const week = page.getByRole('region', { name: 'Esta semana' })
      const booklets = page.getByRole('region', { name: 'Cuadernos para un momento difícil' })
      await expect(week.getByRole('listitem').nth(1)).toBeVisible()
      const [list, beside, first, second] = await Promise.all(
        [week, booklets, week.getByRole('listitem').nth(0), week.getByRole('listitem').nth(1)].map((one) =>
          one.boundingBox(),
        ),
      )
      expect(beside!.x).toBeGreaterThan(list!.x + list!.width)
      expect(beside!.y).toBeLessThanOrEqual(first!.y)
      expect(second!.y, 'two books beside each other').toBe(first!.y)
      const [room] = await page.locator('main .mx-casa > header').all()
      const { x, width } = (await room!.boundingBox())!
      expect(beside!.x + beside!.width, 'the width is used').toBeCloseTo(x + width, 0)
    })

    test('the community shows below its doors what was told last, and where somebody wrote, but not what', {
      tag: '@desktop',
    }, async ({ page, makeMember, signIn }) => {
      test.skip(isPhone(page), 'a telephone does not ask for it: the next test')
      const sala = (name: string, created_at: string) => ({
        id: crypto.randomUUID(),
        nombre: name,
        descripcion: 'De prueba',
        icono: 'amor_propio',
        created_at,
      })
      const [quiet, talked] = [sala('Nadie todavía', '2026-02-01'), sala('Se conversa', '2026-01-01')]
      const said = { contenido: 'Solo entre nosotras', creado_en: new Date().toISOString(), profiles: null }
      await page.route('**/rest/v1/salas_comunidad?*', (route) =>
        route.fulfill({
          json: route.request().url().includes('mensajes_sala')
            ? [
                { id: quiet.id, mensajes_sala: [] },
                { id: talked.id, mensajes_sala: [said] },
              ]
            : [quiet, talked],
        }),
      )
      await signIn(page, await makeMember(), '/comunidad')
      const circulos = page.getByRole('region', { name: 'Dónde se conversa' })
      await expect(circulos.getByRole('listitem')).toHaveText([
        /^Se conversa.*Último mensaje: /,
        /^Nadie todavía.*Todavía nadie ha escrito aquí\.$/,
      ])
      await expect(page.getByText('Solo entre nosotras')).toHaveCount(0)
      await expect(circulos.getByRole('link', { name: /^Se conversa/ })).toHaveAttribute(
        'href',
        `/comunidad/sala/${talked.id}`,
      )
      const historias = page.getByRole('region', { name: 'Lo último que contaron' })
      // Whichever they are: others publish meanwhile.
      await expect(historias.getByRole('listitem').getByRole('link').first()).toBeVisible()
      await historias.getByRole('link', { name: 'Leer las historias' }).click()
      await expect(page.getByRole('heading', { name: 'Historias', exact: true })).toBeFocused()
    })
  })

  test('a telephone asks for nothing of what the community shows on a wide screen', {
    tag: '@phone',
  }, async ({ page, makeMember, signIn }) => {
    await signIn(page, await makeMember())
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/rest\/v1\/(historias|salas_comunidad)/.test(request.url())) asked.push(request.url())
    })
    await enterRoom(page, '/comunidad')
    await expect(page.getByRole('link', { name: /^Círculos de Confianza/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('region', { name: 'Dónde se conversa' })).toHaveCount(0)
    expect(asked).toEqual([])
  })

  test('Home greets her by name and leads to the four rooms and to every other one', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember({ username: 'María Ángeles' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /Buen(os días|as tardes|as noches),\s*María Ángeles/,
    )
    const tiles = page.getByRole('navigation', { name: 'Rincones principales' })
    await expect(tiles.getByRole('link', { name: /Seguridad/ })).toHaveAttribute('href', '/seguridad')
    await expect(tiles.getByRole('link', { name: /Zona holística/ })).toHaveAttribute('href', '/holistica')
    await expect(tiles.getByRole('link', { name: /Comunidad/ })).toHaveAttribute('href', '/comunidad')
    await expect(tiles.getByRole('link', { name: /Mi diario/ })).toHaveAttribute('href', '/diario-emocional')

    const reachable = await page
      .getByRole('link')
      .filter({ visible: true })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const path of [
      '/agenda',
      '/referidos',
      '/directorio-terapeutas',
      '/aprendizaje',
      '/prevencion',
      '/pricing',
      '/bienestar',
      '/biblioteca',
      '/podcast',
    ]) {
      expect(reachable).toContain(path)
    }
  })

  test('Home says what there is today, and no word of hers before she asks', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    const member = await makeMember()
    const { error } = await member.client
      .from('agenda_personal')
      .insert({ user_id: member.id, titulo: 'Abogada', tipo: 'cita', fecha: '2199-12-31', hora: '17:05' })
    expect(error).toBeNull()
    const moved = await watchShifts(page)
    await signIn(page, member)
    const hoy = page.getByRole('region', { name: 'Hoy' })
    const cita = hoy.getByRole('button', { name: /17:05/ })
    await expect(cita).toBeVisible()
    await expect(hoy.getByRole('link', { name: /Falta algo/ })).toHaveAttribute('href', '/seguridad')
    await expect(hoy.getByRole('link', { name: /Círculos\s*Conócelos/ })).toBeVisible()
    await expect(page.getByText('Abogada')).toHaveCount(0)
    expect(await moved(), 'its room was kept').toEqual([])
    await cita.click()
    await expect(hoy.getByRole('link', { name: /Abogada/ })).toHaveAttribute('href', '/agenda')

    await hoy.getByRole('button', { name: 'Muy mal', exact: true }).click()
    await expect(hoy.getByText('Anotado, solo aquí.')).toBeVisible()
    await expect(hoy.getByRole('button', { name: 'Cambiar' })).toBeFocused()
    await expect(hoy.getByRole('button', { name: 'Muy mal' })).toHaveCount(0)
    await expectAccessible(page)
    await goWithin(page, '/bienestar')
    await expect(page.getByRole('radio', { name: 'Muy mal' })).toBeChecked()
  })

  test('a new room takes the focus and a title that tells nobody anything', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember())
    await page.getByRole('link', { name: 'Mi diario' }).click()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveTitle('Notas · Mi espacio')
  })

  test('a room whose code cannot be fetched offers to try again', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await page.route('**/assets/Perfil-*.js', (route) => route.abort())
    await signIn(page, await makeMember())
    await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click()
    await expect(page.getByText('No pudimos abrir esta página.')).toBeVisible()
    await page.unroute('**/assets/Perfil-*.js')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('button', { name: 'Cerrar sesión', exact: true })).toBeVisible()
  })
  test.use({ expectedErrors: [/Failed to load resource|dynamically imported module/] })
})

test.describe('the profile', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('shows her name and plan, and the way to plans, referrals and agenda', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember({ username: 'Lucía' }), '/perfil')
    const main = page.getByRole('main')
    await expect(main.getByText('Lucía', { exact: true })).toBeVisible()
    await expect(main.getByText('Plan Básico')).toBeVisible()
    await expect(main.getByRole('link', { name: /Planes/ })).toHaveAttribute('href', '/pricing')
    await expect(main.getByRole('link', { name: /Invita y Gana/ })).toHaveAttribute('href', '/referidos')
    await expect(main.getByRole('link', { name: /Mi agenda/ })).toHaveAttribute('href', '/agenda')
  })

  test('says «No se pudo cargar tu perfil.» and tries again', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await page.route('**/rest/v1/profiles**', (route) =>
      route.fulfill({ status: 403, json: { code: '42501' } }),
    )
    await signIn(page, await makeMember({ username: 'Lucía' }), '/perfil')
    await expect(toast(page, 'No se pudo cargar tu perfil.')).toBeVisible()
    await page.unroute('**/rest/v1/profiles**')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('main').getByText('Plan Básico')).toBeVisible()
  })

  test('signing out leaves nothing of hers on the device', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
    baseURL,
  }) => {
    await signIn(page, await makeMember())
    await page.goto('/perfil')
    await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await signOut(page)
    expect(await storedSession(page)).toBeNull()
    // From far down in her profile to the numbers that help, at the top, with another shell around them.
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL(`${baseURL}/landing`)
  })

  test('signing out says first what only this device has, and offers it as a file', {
    tag: '@phone',
  }, async ({ page, makeMember, signIn }) => {
    await signIn(page, await makeMember(), '/bienestar')
    await page.getByRole('radio', { name: 'Regular' }).click()
    await goWithin(page, '/perfil')
    await pressSignOut(page)
    const asks = page.getByRole('dialog', { name: '¿Cerrar sesión?' })
    await expect(asks.getByRole('listitem')).toHaveText(['tu ánimo'])
    const download = page.waitForEvent('download')
    await asks.getByRole('button', { name: 'Guardarlo en un archivo' }).click()
    expect((await download).suggestedFilename()).toBe('mis-notas.txt')
    await expectAccessible(page)
    await asks.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page).toHaveURL(/\/perfil$/)
    await signOut(page)
  })

  test('signing out without a connection says so, and she is out on this device all the same', {
    tag: '@phone',
  }, async ({ page, makeMember, signIn }) => {
    await signIn(page, await makeMember(), '/perfil')
    await page.route('**/auth/v1/logout**', (route) => route.abort())
    await pressSignOut(page)
    await expect(page.getByText('Error al cerrar sesión', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/landing$/)
    expect(await storedSession(page)).toBeNull()
  })
})

test.describe('the legal page', { tag: '@phone' }, () => {
  test('shows the latest policy to anybody: title, version, long date, text', async ({ page }) => {
    await page.goto('/legal')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Términos de uso y aviso de privacidad')
    // Its own day, wherever she is: by the clock of Mexico the midnight of Greenwich is the evening before.
    await expect(
      page.getByText('Versión 1.1, publicada el 24 de noviembre de 2026', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page.getByRole('table').first()).toBeVisible()
    // What the operator has to say is a setting, and its absence a sentence: no text waits to be filled in.
    await expect(page.getByText('Quien opera esta instalación todavía no dice aquí quién es')).toBeVisible()
    await expect(page.getByRole('article')).not.toContainText(/pendiente|\[/i)
  })

  test('is on paper what it says, without bars, way out or assistant', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember(), '/legal')
    const title = page.getByRole('heading', { level: 1 })
    const bars = page
      .getByRole('navigation')
      .or(page.getByRole('button', { name: /Salir rápido|^Abrir chat/ }))
    await expect(title).toBeVisible()
    await expect(bars.filter({ visible: true })).not.toHaveCount(0)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(title).toBeVisible()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(bars.filter({ visible: true })).toHaveCount(0)
    // Ink on white, whatever the theme.
    expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
    // All of it: what is drawn only near the screen, Chromium prints with paragraphs missing, and moves what is pressed below it.
    const parts = page.locator('.texto > *')
    expect(await parts.count()).toBeGreaterThan(12)
    expect(
      await parts.evaluateAll((all) => all.map((one) => getComputedStyle(one).contentVisibility)),
    ).not.toContain('auto')
  })

  test('says when it cannot be loaded, and when there is none', { tag: '@long' }, async ({ page }) => {
    await page.route('**/rest/v1/politicas_legales**', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto('/legal')
    const failed = 'No se pudieron cargar las políticas legales.'
    await expect(page.getByRole('region', { name: /Avisos/ }).getByRole('listitem')).toContainText(failed)
    await page.route('**/rest/v1/politicas_legales**', (route) => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText('No se encontró ninguna política legal publicada.')).toBeVisible()
  })
})

test.describe('hostile HTML', { tag: '@phone' }, () => {
  // The parser's document inherits the page's policy, which reports what it refuses there.
  test.use({ expectedErrors: [/violates the following Content Security Policy directive/] })

  test('a policy that holds code runs none of it', async ({ page }) => {
    const ran = 'window.__ran = true'
    const hostile = [
      `<script>${ran}</script>`,
      `<img src=x onerror="${ran}">`,
      `<svg onload="${ran}"><script>${ran}</script></svg>`,
      `<math><mi//xlink:href="javascript:${ran}"></mi></math>`,
      `<iframe srcdoc="<script>parent.${ran}</script>"></iframe>`,
      `<a href="javascript:${ran}">uno</a>`,
      `<a href=" jAvAsCrIpT:${ran}">dos</a>`,
      `<a href="java\tscript:${ran}">tres</a>`,
      `<a href="data:text/html,<script>${ran}</script>">cuatro</a>`,
      `<p style="position:fixed;inset:0" onclick="${ran}" class="fixed" id="root">cinco</p>`,
      `<form action="https://malo.example"><input name="clave"><button>seis</button></form>`,
      `<template><script>${ran}</script></template>`,
      `<details open ontoggle="${ran}">siete</details>`,
      `<base href="https://malo.example/"><link rel="stylesheet" href="https://malo.example/a.css">`,
      `<a href="https://ejemplo.mx/">bueno</a> <a href="tel:911">911</a>`,
      `<noscript><p title="</noscript><img src=x onerror=${ran}>">`,
    ].join('')
    await page.route('**/rest/v1/politicas_legales**', (route) =>
      route.fulfill({
        json: [{ titulo: 'Prueba', version: '9', contenido: hostile, publicada_en: '2026-01-01T12:00:00Z' }],
      }),
    )
    await page.goto('/legal')
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { name: 'Prueba' })).toBeVisible()
    await expect(
      article.locator('script, img, svg, iframe, form, input, button, template, base, link, [style], [id]'),
    ).toHaveCount(0)
    await expect(article.locator('a[href]')).toHaveText(['bueno', '911'])
    await article.getByText('uno', { exact: true }).click()
    await article.getByText('cinco', { exact: true }).click()
    expect(await page.evaluate(() => '__ran' in window)).toBe(false)
  })
})

test('a session that the service has ended leads to the landing page and says so', { tag: '@phone' }, async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember())
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('sesion')!)
    localStorage.setItem(
      'sesion',
      JSON.stringify({ ...session, expires_at: 1, refresh_token: 'aaaaaaaaaaaa' }),
    )
  })
  await page.goto('/perfil')
  await expect(page).toHaveURL(/\/landing$/)
  await expect(page.getByText('Tu sesión terminó', { exact: true })).toBeVisible()
  expect(await storedSession(page)).toBeNull()
})

test.describe('plans', () => {
  test('a visitor sees them, and choosing one asks her in', { tag: ['@phone', '@long'] }, async ({
    page,
    baseURL,
  }) => {
    await page.goto('/pricing')
    await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
    await expect(page.getByText('$79 MXN / mes')).toBeVisible()
    await expect(page.getByText('$199 MXN / mes')).toBeVisible()
    await expect(page.getByText('Más Popular')).toBeVisible()
    await page.getByText('Comunidad completa').click()
    await expect(page.getByRole('radio', { name: /^Básico/ })).toBeChecked()
    await page.getByRole('button', { name: /Suscribirme/ }).click()
    await expect(page.getByText('Debes iniciar sesión', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${baseURL}/login`)
  })

  test('a member is told that payment is not set up', { tag: ['@phone', '@long'] }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember(), '/pricing')
    await page.getByRole('button', { name: /Suscribirme/ }).click()
    await expect(page.getByText('Configuración de Stripe pendiente', { exact: true })).toBeVisible()
  })
})

test.describe('toasts', { tag: '@phone' }, () => {
  const shown = (page: Page) => page.getByRole('region', { name: /Avisos/ }).getByRole('listitem')

  test('one at a time, five seconds, and the clock waits while she reads', async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    const submit = page.getByRole('button', { name: 'Iniciar sesión' })
    await expect(submit).toBeVisible()
    await page.waitForLoadState('networkidle')
    // From here on only the test moves the page's clock, however slow the machine is.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await submit.click()
    await submit.click()
    await expect(shown(page)).toHaveCount(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(4_900)
    await expect(shown(page)).toHaveCount(1)
    await page.clock.runFor(200)
    await expect(shown(page)).toHaveCount(0)

    await submit.click()
    await shown(page).hover()
    await page.clock.runFor(20_000)
    await expect(shown(page)).toHaveCount(1)
  })

  test('covers neither the number of help nor the way out at the end of a page', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto('/login')
    const help = page.getByRole('link', { name: 'En una emergencia, marca 911' })
    const top = async (one: typeof help) => (await one.boundingBox())!
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(shown(page)).toHaveCount(1)
    await help.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    for (const one of [help, exitButton(page)]) {
      await expect(async () => {
        const [notice, free] = [await top(shown(page)), await top(one)]
        const apart = notice.y >= free.y + free.height || free.y >= notice.y + notice.height
        expect(apart, JSON.stringify([notice, free])).toBe(true)
      }).toPass({ timeout: paced(3_000) })
    }
  })

  test('covers neither the way out nor the cross of a dialog, wherever that is scrolled to', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember(), '/seguridad')
    await page.getByRole('button', { name: 'Agregar contacto' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Agregar contacto' })
    await dialog.getByRole('button', { name: 'Guardar contacto' }).click()
    await expect(shown(page)).toHaveCount(1)
    // Its clock waits while it has the focus, wherever it is moved to; a pointer stays where it is.
    await shown(page).getByRole('button', { name: 'Cerrar aviso' }).focus()
    // Where a dialog does not fill the screen, its head is lower.
    for (const height of [568, 740, 860]) {
      await page.setViewportSize({ width: 320, height })
      for (const top of [0, 40, 1_000]) {
        await dialog.evaluate((element, to) => element.scrollTo(0, to), top)
        for (const name of ['Salir rápido', 'Cerrar']) {
          const way = dialog.getByRole('button', { name, exact: true })
          await expect(way).toBeInViewport({ ratio: 1 })
          await expect(async () => {
            const [notice, free] = [(await shown(page).boundingBox())!, (await way.boundingBox())!]
            const apart = notice.y >= free.y + free.height || free.y >= notice.y + notice.height
            expect(apart, JSON.stringify([height, top, notice, free])).toBe(true)
          }).toPass({ timeout: paced(3_000) })
        }
      }
    }
  })

  for (const [width, height] of [
    [320, 568],
    [360, 740],
  ] as const)
    test(`covers neither the panic button, the emergency call nor the way out: ${width} by ${height}`, async ({
      page,
      makeMember,
      signIn,
    }) => {
      await page.setViewportSize({ width, height })
      await signIn(page, await makeMember(), '/seguridad')
      await expect(page.getByRole('button', { name: /^Botón de pánico/ })).toBeVisible()
      await page.getByRole('button', { name: /^Abrir chat con/ }).click()
      await expect(shown(page)).toHaveCount(1)
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(shown(page)).toHaveCount(1)
      for (const one of [
        page.getByRole('button', { name: /^Botón de pánico/ }),
        page.getByRole('link', { name: 'Llamar al 911' }),
        exitButton(page),
      ]) {
        await expect(one).toBeInViewport({ ratio: 1 })
        await expectClear(page, one)
      }
    })

  test('one that comes under a finger takes no press that began before it', async ({ page }) => {
    await page.goto('/login')
    const submit = page.getByRole('button', { name: 'Iniciar sesión' })
    await submit.click()
    const { x, y, width, height } = (await shown(page).boundingBox())!
    await shown(page).getByRole('button', { name: 'Cerrar aviso' }).click()
    await expect(shown(page)).toHaveCount(0)
    const at = [x + width / 3, y + height / 2] as const
    await page.evaluate(([left, top]) => {
      const below = document.createElement('button')
      below.style.cssText = `position: fixed; left: ${left - 10}px; top: ${top - 10}px; width: 20px; height: 20px`
      below.addEventListener('click', () => Object.assign(below, { textContent: 'sí' }))
      below.id = 'debajo'
      document.body.append(below)
    }, at)
    await page.mouse.move(...at)
    await page.mouse.down()
    // An answer comes meanwhile: of what was pressed before, or of another device.
    await submit.evaluate((button: HTMLButtonElement) => button.form!.requestSubmit())
    await page.mouse.up()
    await expect(page.locator('#debajo')).toHaveText('sí')
    await expect(shown(page)).toHaveCount(1)
    // It also comes where the finger stays down.
    await shown(page).getByRole('button', { name: 'Cerrar aviso' }).click()
    await expect(shown(page)).toHaveCount(0)
    await page.mouse.move(...at)
    await page.mouse.down()
    await submit.evaluate((button: HTMLButtonElement) => button.form!.requestSubmit())
    await expect(shown(page)).toHaveCount(1)
    await page.mouse.up()
  })

  test.describe('of a call that failed', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })

    test('is not over the button that tries again, wherever the page is scrolled to', async ({
      page,
      context,
      makeMember,
      signIn,
    }) => {
      await page.setViewportSize({ width: 320, height: 568 })
      await context.route('**/rest/v1/directorio_terapeutas?*', (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      await signIn(page, await makeMember(), '/directorio-terapeutas')
      await expect(shown(page)).toHaveCount(1, { timeout: paced(15_000) })
      const again = page.getByRole('button', { name: 'Reintentar' })
      for (const top of [0, 60, 120, 180]) {
        await page.evaluate((to) => window.scrollTo(0, to), top)
        await expect(async () => {
          const [notice, free] = [(await shown(page).boundingBox())!, (await again.boundingBox())!]
          const apart = notice.y >= free.y + free.height || free.y >= notice.y + notice.height
          expect(apart, JSON.stringify([top, notice, free])).toBe(true)
        }).toPass({ timeout: paced(3_000) })
      }
    })
  })

  test('F8 moves the focus to it, Escape takes it away', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(shown(page)).toHaveCount(1)
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Avisos/ }).getByRole('list')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(shown(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(shown(page)).toHaveCount(0)
  })

  test('a swipe of 50 pixels takes it away, a shorter one does not', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    const box = (await shown(page).boundingBox())!
    const [x, y] = [box.x + 30, box.y + 20]
    const swipe = async (distance: number) => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (distance * step) / 10, y)
      await page.mouse.up()
    }
    await swipe(40)
    await expect(shown(page)).toHaveCount(1)
    await swipe(70)
    await expect(shown(page)).toHaveCount(0)
  })
})

test.describe('quick exit', () => {
  test('covers the screen at once and stays away from the back button', { tag: '@desktop' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
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

  test('lets her come back by the front door', { tag: '@phone' }, async ({ page, makeMember, signIn }) => {
    await answerNeutralPage(page)
    await signIn(page, await makeMember({ username: 'Lucía' }))
    await exitButton(page).click()
    await expect(neutralPage(page)).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
  })

  test('answers to Shift pressed three times, even while she types', async ({ page }) => {
    await answerNeutralPage(page)
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').focus()
    // Capital letters, as they are typed: no press of Shift alone.
    for (const letter of 'ANA') await page.keyboard.press(`Shift+${letter}`)
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('ANA')
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift')
    await expect(neutralPage(page)).toBeVisible()
  })

  test('does not answer to a Shift held for the mouse, for the wheel or for the keyboard', async ({
    page,
  }) => {
    await answerNeutralPage(page)
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

  test('does not answer to Escape, nor to a Shift that comes too late', { tag: '@phone' }, async ({
    page,
  }) => {
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

  test.describe('without a connection', () => {
    test.use({ serviceWorkers: 'allow' })

    test('leads to a neutral page of our own', { tag: '@phone' }, async ({ page, context, baseURL }) => {
      await page.goto('/landing')
      await page.evaluate(() => navigator.serviceWorker.ready)
      await expect
        .poll(() =>
          page.evaluate(async () => Boolean(await caches.match('/medidas.html', { ignoreSearch: true }))),
        )
        .toBe(true)
      await page.reload()
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Salir rápido' }).click()
      await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
      await expect(page).toHaveURL(`${baseURL}/medidas.html`)
      await expect(page).toHaveTitle('Medidas de cocina')
    })

    test('a visitor finds a page of our own, with the number of help', { tag: '@phone' }, async ({
      page,
      context,
    }) => {
      await page.goto('/landing')
      await page.evaluate(() => navigator.serviceWorker.ready)
      await expect
        .poll(() =>
          page.evaluate(async () => Boolean(await caches.match('/antes.js', { ignoreSearch: true }))),
        )
        .toBe(true)
      await page.reload()
      await context.setOffline(true)
      // The worker that DevTools knows may have been ended meanwhile, and the one that is begun for this visit does not hear of it at once.
      await expect(async () => {
        await page.goto('/')
        await expect(page.getByRole('heading', { name: 'No hay conexión' })).toBeVisible({
          timeout: paced(1_000),
        })
      }).toPass()
      await expect(page).toHaveTitle('Mi espacio')
      await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Salir rápido' }).click()
      await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
      await context.setOffline(false)
      await page.goto('/')
      await expect(page).toHaveURL(/\/landing$/)
    })
  })

  test.describe('where the device believes that there is a network', () => {
    test.use({ expectedErrors: [REFUSED] })

    test('never ends on a page of the browser', { tag: '@phone' }, async ({ page, context, baseURL }) => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await context.route(/^https?:/, (route) => route.abort('internetdisconnected'))
      await page.getByRole('button', { name: 'Salir rápido' }).click()
      await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
      await expect(page).toHaveURL(`${baseURL}/medidas.html`)
    })

    test('nor where the house answers and the page outside does not', { tag: '@phone' }, async ({
      page,
      context,
      baseURL,
    }) => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await context.route(
        (url) => url.origin !== baseURL,
        (route) => route.abort('namenotresolved'),
      )
      await page.getByRole('button', { name: 'Salir rápido' }).click()
      await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
      await expect(page).toHaveURL(`${baseURL}/medidas.html`)
    })

    test('waits for a page outside that is slow, where the house answers', { tag: '@phone' }, async ({
      page,
      context,
    }) => {
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
      const house = page.waitForResponse('**/robots.txt')
      await exitButton(page).click()
      await Promise.all([house, isAsked])
      await page.clock.runFor(2_500)
      await expect(page).toHaveURL(/\/login$/)
      answer()
      await expect(neutralPage(page)).toBeVisible()
    })

    test('can be left before the first screen is drawn', { tag: '@phone' }, async ({ page, context }) => {
      await context.route(/\/assets\/.*\.js$/, () => {})
      await page.goto('/login', { waitUntil: 'commit' })
      await expect(page.getByRole('link', { name: '911' })).toBeVisible()
      await page.getByRole('link', { name: 'Salir rápido' }).click()
      await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
    })
  })

  test.describe('where the pages may not ask outside', () => {
    test.use({ expectedErrors: [/Content Security Policy/] })

    test('the word of the house must do', { tag: '@phone' }, async ({ page }) => {
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
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow', savesData: false })

  test('a member who has been here opens the house', { tag: '@phone' }, async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember({ username: 'Lucía' }))
    await waitUntilKept(page)
    await page.reload()
    await context.setOffline(true)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
    await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click()
    await expect(page.getByRole('button', { name: 'Cerrar sesión', exact: true })).toBeVisible()
  })

  test('a cut connection on the very first visit leaves a page that works later', { tag: '@phone' }, async ({
    page,
    context,
  }) => {
    // The rooms of visitors come one after another: whoever asks for the next one has the one before.
    const next = page.waitForRequest(/\/assets\/Register-/)
    await page.goto('/landing')
    await next
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Qué gusto verte' })).toBeVisible()
  })
})
test.use({ expectedErrors: [REFUSED] })

test.describe('accessibility', () => {
  /** By every rule in the light theme; the dark one changes colours alone, and is a question of contrast. */
  const check = async (page: Page, path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, (axe) =>
      axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
    )
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, (axe) => axe.withRules(['color-contrast']))
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('the pages of visitors', { tag: ['@phone', '@long'] }, async ({ page }) => {
    for (const path of [...visitorPaths, '/cuenta/confirmada', '/cuenta/enlace-vencido'])
      await check(page, path)
  })

  test('the first rooms of members', { tag: ['@phone', '@long'] }, async ({ page, makeMember, signIn }) => {
    await signIn(page, await makeMember({ username: 'María Ángeles Fernández-Villas' }))
    for (const path of ['/', '/perfil', '/agenda', '/pricing']) await check(page, path)
  })

  test('the page follows the theme of the device', { tag: '@phone' }, async ({ page }) => {
    for (const [colorScheme, colour] of [
      ['dark', 'rgb(23, 15, 36)'],
      ['light', 'rgb(252, 248, 243)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/login')
      await expect(page.locator('html')).toHaveCSS('background-color', colour)
    }
  })
})

test('login works by keyboard alone', async ({ page, makeMember }) => {
  const member = await makeMember()
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const stops: string[] = []
  for (let stop = 0; stop < 7; stop += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
    stops.push(name.trim())
    if (stop === 2) await page.keyboard.type(member.email)
    if (stop === 3) await page.keyboard.type(member.password)
  }
  expect(stops).toEqual([
    'Volver a la página de bienvenida',
    'Salir rápido',
    '',
    '',
    'Mostrar lo que escribo',
    'Iniciar sesión',
    '¿Olvidaste tu contraseña?',
  ])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.username)
})
