import { expect, test } from '../fixtures.ts'
import { enterPage, expectAccessible, goWithin, REFUSED, watchShifts } from '../pages/app.ts'

const _visitorPaths = ['/landing', '/login', '/register', '/pricing', '/legal']
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

test.use({ expectedErrors: [REFUSED] })

test('Home greets her, says what there is today and no word of hers before she asks, and leads everywhere', async ({
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
  expect(await moved(), 'its space was reserved').toEqual([])
  await cita.click()
  await expect(hoy.getByRole('link', { name: /Abogada/ })).toHaveAttribute('href', '/agenda')

  await hoy.getByRole('button', { name: 'Muy mal', exact: true }).click()
  await expect(hoy.getByText('Anotado, solo aquí.')).toBeVisible()
  await expect(hoy.getByRole('button', { name: 'Cambiar' })).toBeFocused()
  await expect(hoy.getByRole('button', { name: 'Muy mal' })).toHaveCount(0)
  await expectAccessible(page)
  await goWithin(page, '/bienestar')
  await expect(page.getByRole('radio', { name: 'Muy mal' })).toBeChecked()
  await test.step('the tabs, and the title of every screen', async () => {
    const tabs = page.getByRole('navigation', { name: 'Principal', exact: true }).filter({ visible: true })
    await expect(tabs.getByRole('link')).toHaveText([
      'Inicio',
      'Seguridad',
      'Comunidad',
      'Holística',
      'Sexualidad',
      'Perfil',
    ])
    for (const [path, title] of memberTitles) {
      await goWithin(page, path)
      await expect(page.getByRole('banner').getByText(title, { exact: true })).toBeVisible()
    }
    await page
      .getByRole('banner')
      .getByRole('link', { name: /ir al inicio/ })
      .click()
    await expect(page).toHaveURL(/\/$/)
    await expect(tabs.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: 'Mi diario' }).click()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveTitle('Notas · Mi espacio')
  })

  await test.step('a phone asks for nothing of what the community shows on a wide screen', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/rest\/v1\/(historias|salas_comunidad)/.test(request.url())) asked.push(request.url())
    })
    await enterPage(page, '/comunidad')
    await expect(page.getByRole('link', { name: /^Círculos de Confianza/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('region', { name: 'Dónde se conversa' })).toHaveCount(0)
    expect(asked).toEqual([])
  })
})

test('on a wide screen: the sidebar, the library in columns, what the community shows beside its links, pages of visitors in the middle', {
  tag: '@desktop',
}, async ({ page, makeMember, signIn }) => {
  await test.step('pages of visitors', async () => {
    for (const path of ['/legal', '/pricing', '/confiabilidad']) {
      await page.goto(path)
      const content = page.locator('main .mx-casa')
      await expect(content).toBeVisible()
      const beside = await content.evaluate((one) => {
        const { left, right } = one.getBoundingClientRect()
        return [Math.round(left), Math.round(document.documentElement.clientWidth - right)]
      })
      expect(beside[0], path).toBe(beside[1])
      // Plans stand in two columns, as wide as any page; a text is as wide as it can be read.
      expect(beside[0], path).toBeGreaterThan(path === '/pricing' ? 50 : 100)
    }
  })

  await test.step('the sidebar', async () => {
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

  await test.step('the library', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/biblioteca')
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
    const [header] = await page.locator('main .mx-casa > header').all()
    const { x, width } = (await header!.boundingBox())!
    expect(beside!.x + beside!.width, 'the width is used').toBeCloseTo(x + width, 0)
  })

  await test.step('the community', async () => {
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
    await page.goto('/comunidad')
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

test('the login works by keyboard alone', { tag: '@desktop' }, async ({ page, makeMember }) => {
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
