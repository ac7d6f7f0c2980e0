import type { Page } from '@playwright/test'
import { test as base, expect, type Member } from './fixtures.ts'
import { paced } from './pace.ts'
import { expectAccessible, expectNoSidewaysScroll, expectSaidOnce, REFUSED_LIVE } from './pages/app.ts'
import { copiesOnDevice, entriesOnDevice, waitUntilKept } from './pages/device.ts'
import { makeSala, type Sala } from './sala.ts'

async function write({ client, id }: Member, sala: Sala, ...texts: string[]): Promise<void> {
  for (const contenido of texts) {
    const { error } = await client
      .from('mensajes_sala')
      .insert({ sala_id: sala.id, user_id: id, contenido, tipo: 'texto' })
    expect(error).toBeNull()
  }
}

const log = (page: Page) => page.getByRole('log', { name: 'Mensajes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Escribe un mensaje' })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true })

async function open(page: Page, sala: Sala) {
  await page.goto(addressOf(sala))
  await expectOpen(page, sala)
}

const addressOf = ({ id }: Sala) => `/comunidad/sala/${id}`
const expectOpen = (page: Page, { nombre }: Sala) =>
  expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()

interface SalasFixtures {
  /** A member inside a circle. */
  enter: (page: Page, member: Member, sala: Sala) => Promise<void>
  /** The same in a second browser. */
  another: (member: Member, sala: Sala) => Promise<Page>
}

const test = base.extend<SalasFixtures>({
  enter: async ({ signIn }, use) => {
    await use(async (page, member, sala) => {
      await signIn(page, member, addressOf(sala))
      await expectOpen(page, sala)
    })
  },
  another: async ({ browser, baseURL, enter }, use) => {
    await use(async (member, sala) => {
      const page = await (await browser.newContext({ baseURL })).newPage()
      await enter(page, member, sala)
      return page
    })
  },
})

test('from the hub to a circle, and two women talk', async ({ page, admin, makeMember, signIn, another }) => {
  const sala = await makeSala(admin)
  const ana = await makeMember({ username: 'Ana Sol' })
  const bea = await makeMember({ username: 'Bea Luna' })
  await write(bea, sala, 'Hola a todas')
  await signIn(page, ana, '/comunidad')
  await expect(page.getByRole('heading', { level: 1, name: 'Comunidad' })).toBeVisible()
  const doors = page.getByRole('main').getByRole('navigation', { name: 'Comunidad' }).getByRole('link')
  await expect(doors).toHaveCount(2)
  await doors.filter({ hasText: 'Salas de chat' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Círculos de Confianza' })).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: sala.nombre })
    .getByRole('link', { name: 'Unirme a la sala' })
    .click()
  await expect(page).toHaveURL(`/comunidad/sala/${sala.id}`)
  await expect(log(page).getByText('Hola a todas')).toBeVisible()
  await expect(log(page).getByText('Bea Luna')).toBeVisible()
  await expect(log(page).getByRole('heading', { name: 'Hoy' })).toBeVisible()

  // The send button shows only with text; the two others say that they are not ready.
  await expect(send(page)).toHaveCount(0)
  await field(page).fill('   \u200b ')
  await expect(send(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Adjuntar archivo' }).click()
  await expect(page.getByText('🚧 Función en desarrollo', { exact: true })).toBeVisible()
  const voice = page.getByRole('button', { name: 'Grabar un mensaje de voz' })
  const notice = page.getByRole('region', { name: /Avisos/ }).getByRole('listitem')
  await expect
    .poll(async () => {
      const [said, button] = [await notice.boundingBox(), await voice.boundingBox()]
      return said!.y >= button!.y + button!.height || said!.y + said!.height <= button!.y
    }, 'the notice leaves the buttons free')
    .toBe(true)
  await voice.click()
  await expect(page.getByText('Pronto podrás grabar mensajes de voz.', { exact: true })).toBeVisible()

  const hers = await another(bea, sala)
  await expect(page.getByText('2 aquí ahora')).toBeVisible()
  await field(page).fill('Buenas, aquí Ana')
  await send(page).click()
  await expect(log(hers).getByText('Buenas, aquí Ana')).toBeVisible({ timeout: paced(2_000) })
  await expect(log(hers).getByText('Ana Sol')).toBeVisible()
  await field(hers).fill('¡Qué gusto!')
  await field(hers).press('Enter')
  await expect(log(page).getByText('¡Qué gusto!')).toBeVisible({ timeout: paced(2_000) })
  await expect(log(page).getByText('Buenas, aquí Ana')).toHaveCount(1)

  await expectAccessible(page)
  await hers.context().close()
  await expect(page.getByText('Solo tú por ahora')).toBeVisible()
})

test('the card of a circle says what was last said, and how many are there without saying who', {
  tag: '@phone',
}, async ({ page, admin, makeMember, signIn, another }) => {
  const sala = await makeSala(admin)
  const bea = await makeMember({ username: 'Bea Luna' })
  await write(bea, sala, 'Aquí ando')
  // Other tests make circles too, and only the first ones are listened to.
  await page.route('**/rest/v1/salas_comunidad?*', async (route) => {
    const response = await route.fetch()
    const all = (await response.json()) as Sala[]
    await route.fulfill({ response, json: all.filter(({ id }) => id === sala.id) })
  })
  await signIn(page, await makeMember(), '/comunidad/salas')
  const card = page.getByRole('listitem').filter({ hasText: sala.nombre })
  await expect(card.getByText('Bea Luna:')).toBeVisible()
  await expect(card.getByText('Aquí ando')).toBeVisible()
  await expect(card.getByRole('time')).toBeVisible()
  await expect(card.getByText(/aquí ahora/)).toHaveCount(0)
  const hers = await another(bea, sala)
  await expect(card.getByText('1 aquí ahora', { exact: true })).toBeVisible()
  await hers.context().close()
  await expect(card.getByText(/aquí ahora/), 'she has left').toHaveCount(0)
  // Wherever it is touched.
  await card.click({ position: { x: 40, y: 40 } })
  await expectOpen(page, sala)
})

test('that it is heard how many are there moves nothing in a circle', { tag: '@phone' }, async ({
  page,
  context,
  admin,
  makeMember,
  signIn,
}) => {
  const sala = await makeSala(admin)
  const member = await makeMember()
  await signIn(page, member, '/comunidad/salas')
  const call = (on: Page) => on.getByRole('link', { name: 'Llamada' })
  // A line on which nothing is heard.
  const deaf = await context.newPage()
  await deaf.routeWebSocket(/\/realtime\//, () => {})
  await deaf.goto(`/comunidad/sala/${sala.id}`)
  const { y } = (await call(deaf).boundingBox())!
  await expect(deaf.getByText(/aquí ahora|Solo tú/)).toHaveCount(0)
  await page.goto(`/comunidad/sala/${sala.id}`)
  await expect(page.getByText('Solo tú por ahora')).toBeVisible()
  expect((await call(page).boundingBox())!.y).toBe(y)
})

test.describe('faults', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  test('a member who leaves Amparo in the middle: what she wrote stays, and no longer names her', async ({
    page,
    admin,
    makeMember,
    enter,
  }) => {
    const sala = await makeSala(admin)
    const [ana, bea] = [await makeMember(), await makeMember({ username: 'Beatriz' })]
    await write(bea, sala, 'Me despido de todas')
    await enter(page, ana, sala)
    await expect(log(page).getByText('Beatriz')).toBeVisible()
    await expect(page.getByText('Solo tú por ahora')).toBeVisible()
    expect((await bea.client.rpc('eliminar_mi_cuenta')).error).toBeNull()
    await expect(log(page).getByText('Anónimo')).toBeVisible()
    await expect(log(page).getByText('Beatriz')).toHaveCount(0)

    await field(page).fill('Que te vaya bonito')
    await send(page).click()
    await expect(log(page).getByText('Que te vaya bonito')).toBeVisible()
    await expect(log(page).getByText('Enviando…')).toHaveCount(0)
    await page.reload()
    await expect(log(page).getByText('Me despido de todas')).toBeVisible()
    await expect(log(page).getByText('Anónimo')).toBeVisible()
    await expect(log(page).getByText('Beatriz')).toHaveCount(0)
    await expect(log(page).getByText('Que te vaya bonito')).toHaveCount(1)
  })

  test('a message that does not arrive waits with «Reintentar», and goes once', { tag: '@long' }, async ({
    page,
    admin,
    makeMember,
    enter,
  }) => {
    const sala = await makeSala(admin)
    const ana = await makeMember()
    await enter(page, ana, sala)
    await expect(page.getByText('Solo tú por ahora')).toBeVisible()

    // The message is stored but the answer is lost: trying again must not post it twice.
    let cut = true
    await page.route('**/rest/v1/mensajes_sala?*', async (route) => {
      if (route.request().method() !== 'POST' || !cut) return route.continue()
      cut = false
      await route.fetch()
      await route.abort()
    })
    await field(page).fill('Una sola vez')
    await send(page).click()
    await expect(log(page).getByText('Una sola vez')).toHaveCount(1)
    const stored = async () =>
      (await ana.client.from('mensajes_sala').select('contenido').eq('sala_id', sala.id)).data?.length
    await expect.poll(stored).toBe(1)
    await expect(log(page).getByText('Enviando…')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)

    // The message does not arrive: it stays on screen, also after a reload, until she tries again.
    await page.route('**/rest/v1/mensajes_sala?*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await field(page).fill('No se pierde')
    await send(page).click()
    await expect(page.getByText('No se pudo enviar tu mensaje.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    await expect(log(page).getByText('No se pierde')).toHaveCount(1)
    await expect.poll(stored).toBe(2)
  })

  test('a message written without a network goes by itself when it is back', { tag: '@long' }, async ({
    page,
    context,
    admin,
    makeMember,
    enter,
  }) => {
    const sala = await makeSala(admin)
    const ana = await makeMember()
    await enter(page, ana, sala)
    await expect(page.getByText('Solo tú por ahora')).toBeVisible()
    await context.setOffline(true)
    await field(page).fill('Ya voy llegando')
    await send(page).click()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await expect(
      log(page).getByText(/Se enviará solo si hay conexión antes de las \d\d:\d\d\./),
    ).toBeVisible()
    // Nor does the notice ask her to do it once more.
    await expect(page.getByText('Se enviará cuando vuelva').first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    const stored = async () =>
      (await ana.client.from('mensajes_sala').select('contenido').eq('sala_id', sala.id)).data
    await expect.poll(stored).toEqual([{ contenido: 'Ya voy llegando' }])
  })

  test('what she was writing, and what had not arrived, outlive a reload and the end of her session', {
    tag: '@long',
  }, async ({ page, admin, makeMember, enter }) => {
    const sala = await makeSala(admin)
    const ana = await makeMember()
    await enter(page, ana, sala)
    await expect(page.getByText('Solo tú por ahora')).toBeVisible()
    await field(page).fill('a medias')
    await expect.poll(() => entriesOnDevice(page)).toBe(1)
    await page.reload()
    await expect(field(page)).toHaveValue('a medias')

    // Her session ends elsewhere while she writes: the next message cannot go, and she is led out. Her live connection says so within
    // seconds, so whether it can be renewed is answered only once she has gone on writing.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/auth/v1/token?*', async (route) => {
      await held
      await route.continue()
    })
    await ana.client.auth.signOut({ scope: 'global' })
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('sesion')!) as { expires_at: number }
      localStorage.setItem('sesion', JSON.stringify({ ...session, expires_at: 1 }))
    })
    await field(page).fill('sin sesión')
    await send(page).click()
    await field(page).fill('y sigo')
    release()
    await expect(page).toHaveURL('/landing')
    await expect(page.getByText('Tu sesión terminó', { exact: true })).toBeVisible()

    await enter(page, ana, sala)
    await expect(field(page)).toHaveValue('y sigo')
    await expect(log(page).getByText('sin sesión')).toHaveCount(1)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    await expect(log(page).getByText('sin sesión')).toHaveCount(1)
    const stored = async () =>
      (await admin.client.from('mensajes_sala').select('contenido').eq('sala_id', sala.id)).data
    await expect.poll(stored).toEqual([{ contenido: 'sin sesión' }])
  })

  test('what was written, and deleted, while she had no connection is there when it returns', {
    tag: '@long',
  }, async ({ page, admin, makeMember, enter }) => {
    const sala = await makeSala(admin)
    const bea = await makeMember({ username: 'Bea' })
    await write(bea, sala, 'uno', 'se borra')
    let drop = () => {}
    let closed = false
    await page.routeWebSocket(/realtime/, (socket) => {
      if (closed) return socket.close()
      const server = socket.connectToServer()
      drop = () => {
        closed = true
        server.close()
        socket.close()
      }
    })
    await enter(page, await makeMember(), sala)
    await expect(page.getByText('Solo tú por ahora')).toBeVisible()
    await page.context().setOffline(true)
    drop()
    await expect(page.getByText('Sin conexión.')).toBeVisible()
    await write(bea, sala, 'dos', 'tres')
    await bea.client.from('mensajes_sala').delete().eq('sala_id', sala.id).eq('contenido', 'se borra')
    closed = false
    await page.context().setOffline(false)
    await expect(log(page).locator('article p[dir]')).toHaveText(['uno', 'dos', 'tres'])
    // The socket comes back too.
    await expect(page.getByText(/aquí ahora|Solo tú/)).toBeVisible({ timeout: paced(20_000) })
    await write(bea, sala, 'cuatro')
    await expect(log(page).locator('article p[dir]')).toHaveText(['uno', 'dos', 'tres', 'cuatro'])
  })

  test('rooms that cannot be loaded, a room that is not, a room that is deleted', { tag: '@long' }, async ({
    page,
    admin,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember())
    await page.route('**/rest/v1/salas_comunidad?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.goto('/comunidad/salas')
    await expect(
      page.getByText('No se pudieron cargar las salas. Inténtalo de nuevo más tarde.'),
    ).toBeVisible()
    await expect(page.getByText('Error de conexión', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('link', { name: 'Unirme a la sala' }).first()).toBeVisible()

    for (const id of ['1', crypto.randomUUID()]) {
      await page.goto(`/comunidad/sala/${id}`)
      await expectSaidOnce(page, 'No se pudo encontrar la sala.')
    }

    const sala = await makeSala(admin)
    await page.route('**/rest/v1/salas_comunidad?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.goto(`/comunidad/sala/${sala.id}`)
    await expectSaidOnce(page, 'No se pudo encontrar la sala.')
    await page.unrouteAll()
    await page.route('**/rest/v1/mensajes_sala?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.goto(`/comunidad/sala/${sala.id}`)
    await expectSaidOnce(page, 'No se pudieron cargar los mensajes.')
    await page.unrouteAll()
    await open(page, sala)
    await expect(page.getByText('Solo tú por ahora')).toBeVisible()
    await admin.client.from('salas_comunidad').delete().eq('id', sala.id)
    await expectSaidOnce(page, 'No se pudo encontrar la sala.')
    await page.getByRole('link', { name: 'Volver a las salas' }).click()
    await expect(page.getByRole('heading', { name: 'Círculos de Confianza' })).toBeVisible()
  })
})

test.describe('kept kind', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  test('a block, a report, a removal and a suspension reach every open room at once', async ({
    page,
    admin,
    makeMember,
    enter,
    another,
  }) => {
    const sala = await makeSala(admin)
    const ana = await makeMember({ username: 'Ana Sol' })
    const bea = await makeMember({ username: 'Bea Luna' })
    await write(ana, sala, 'soy ana')
    await write(bea, sala, 'algo feo', 'algo peor')
    await enter(page, ana, sala)
    const hers = await another(bea, sala)
    await expect(page.getByText('2 aquí ahora')).toBeVisible()

    const options = (text: string) =>
      page
        .getByRole('article')
        .filter({ hasText: text })
        .getByRole('button', { name: /^Opciones del mensaje/ })
        .click()
    await options('algo feo')
    await page.getByRole('button', { name: 'Denunciar mensaje' }).click()
    await page.getByRole('button', { name: 'Enviar denuncia' }).click()
    await expect(page.getByText('Elige un motivo.')).toBeVisible()
    await page.getByLabel('Motivo').selectOption('Acoso o insultos')
    await page.getByRole('button', { name: 'Enviar denuncia' }).click()
    await expect(page.getByText('Gracias por avisar', { exact: true })).toBeVisible()
    const { data: queue } = await admin.client.from('cola_de_reportes').select('*').eq('sala_id', sala.id)
    expect(queue).toMatchObject([
      { contenido: 'algo feo', autora: 'Bea Luna', motivos: ['acoso'], sigue: true },
    ])

    // The admin removes it: gone from both rooms.
    await admin.client.from('mensajes_sala').delete().eq('id', queue![0].mensaje_id)
    await expect(log(page).getByText('algo feo')).toHaveCount(0)
    await expect(log(hers).getByText('algo feo')).toHaveCount(0)

    // She suspends its author, who reads why, live.
    const hasta = new Date(Date.now() + 86_400_000).toISOString()
    const { error } = await admin.client
      .from('suspensiones')
      .insert({ user_id: bea.id, motivo: 'Insultos a otra integrante', hasta })
    expect(error).toBeNull()
    await expect(hers.getByText('Motivo: Insultos a otra integrante')).toBeVisible()
    await expect(field(hers)).toHaveCount(0)

    // A block: both vanish from each other's rooms.
    await options('algo peor')
    await page.getByRole('button', { name: 'Bloquear a Bea Luna' }).click()
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
    await expect(log(page).getByText('algo peor')).toHaveCount(0)
    await expect(log(page).getByText('soy ana')).toBeVisible()
    await expect(log(hers).getByText('soy ana')).toHaveCount(0)
    await expect(log(hers).getByText('algo peor')).toBeVisible()

    // And back.
    await page.getByRole('link', { name: 'Volver a las salas' }).click()
    await page.getByRole('button', { name: 'Bloqueadas (1)' }).click()
    await page.getByRole('button', { name: 'Desbloquear a Bea Luna' }).click()
    await expect(log(hers).getByText('soy ana')).toBeVisible()
    await hers.context().close()
  })

  test('hostile texts stay inside their bubble, and her own can be deleted', async ({
    page,
    admin,
    makeMember,
    enter,
  }) => {
    const sala = await makeSala(admin)
    const ana = await makeMember({ username: 'Ana' })
    const gone = await makeMember({ username: 'Se Va' })
    await write(gone, sala, 'me voy pronto')
    await write(
      admin,
      sala,
      '<img src=x onerror=alert(1)><b>negrita</b>',
      '\u202eodatsurt\u202c \u2067x',
      'Mira https://ejemplo.org/a y javascript:alert(1)',
      `z${'\u0335'.repeat(300)}`,
    )
    await enter(page, ana, sala)
    const texts = log(page).locator('article p[dir]')
    await expect(texts.nth(1)).toHaveText('<img src=x onerror=alert(1)><b>negrita</b>')
    await expect(texts.nth(2)).toHaveText('odatsurt x')
    // A link is text until it is tapped.
    await expect(log(page).getByRole('link')).toHaveCount(0)
    await log(page).getByRole('button', { name: 'https://ejemplo.org/a' }).click()
    await expect(page.getByRole('link', { name: 'Abrir ejemplo.org' })).toHaveAttribute(
      'rel',
      /noopener noreferrer/,
    )
    await page.getByRole('button', { name: 'Cerrar' }).click()

    await field(page).fill(`${'💜'.repeat(2001)}`)
    await expect(page.getByText('Tu mensaje es muy largo: le sobran 1 caracteres.')).toBeVisible()
    await expect(send(page)).toBeDisabled()
    await field(page).fill('💜\u0000 \ud83d')
    await field(page).press('Enter')
    await expect(texts).toHaveCount(6)
    await expect(texts.last()).toHaveText('💜 \ufffd')
    await page.getByRole('button', { name: /^Opciones del mensaje de ti/ }).click()
    await page.getByRole('button', { name: 'Borrar mensaje' }).click()
    await expect(texts).toHaveCount(5)
    await expectNoSidewaysScroll(page)
  })

  test('long rooms grow upwards without a jump; new ones wait below; a hundred a second stay usable', {
    tag: '@long',
  }, async ({ page, admin, makeMember, enter }) => {
    const sala = await makeSala(admin)
    const bea = await makeMember({ username: 'Bea' })
    const many = (from: number, count: number, word: string) =>
      bea.client.from('mensajes_sala').insert(
        Array.from({ length: count }, (_, n) => ({
          sala_id: sala.id,
          user_id: bea.id,
          contenido: `${word} ${from + n}`,
          tipo: 'texto',
        })),
      )
    expect((await many(0, 120, 'viejo')).error).toBeNull()
    await enter(page, await makeMember(), sala)
    await expect(log(page).getByText('viejo 119', { exact: true })).toBeInViewport()
    await expect(page.getByText('Solo tú por ahora')).toBeVisible()

    // Upwards: what she reads stays where it is while a page comes in above it.
    const held = log(page).getByText('viejo 72', { exact: true })
    await log(page).evaluate((box) => {
      box.scrollTop = 150
    })
    await expect(log(page).getByText('viejo 40', { exact: true })).toBeAttached()
    await expect(held).toBeInViewport()
    await many(0, 1, 'nuevo')
    await expect(page.getByRole('button', { name: 'Mensajes nuevos' })).toBeVisible()
    await expect(held).toBeInViewport()
    await page.getByRole('button', { name: 'Mensajes nuevos' }).click()
    await expect(log(page).getByText('nuevo 0', { exact: true })).toBeInViewport()

    // A hundred a second for three seconds, in which she writes.
    const storm = (async () => {
      for (let burst = 0; burst < 15; burst += 1) {
        const next = new Promise((resolve) => setTimeout(resolve, 200))
        await many(burst * 20, 20, 'lluvia')
        await next
      }
    })()
    await field(page).fill('sigo aquí', { timeout: paced(2_000) })
    await send(page).click({ timeout: paced(2_000) })
    await expect(log(page).getByText('sigo aquí')).toBeAttached()
    await storm
    await expect(log(page).getByText('lluvia 299', { exact: true })).toBeInViewport()
    expect(await log(page).getByRole('article').count()).toBeLessThanOrEqual(400)
  })
})

test.describe('a circle that she has read', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED_LIVE] })

  test('without a network shows its last messages, and says what becomes of what she writes', async ({
    page,
    context,
    admin,
    makeMember,
    enter,
  }) => {
    const sala = await makeSala(admin)
    const bea = await makeMember({ username: 'Bea Luna' })
    await write(bea, sala, 'Aquí estamos', 'Mañana a las seis')
    await enter(page, await makeMember(), sala)
    await expect(log(page).getByText('Mañana a las seis')).toBeVisible()
    await waitUntilKept(page)
    await expect.poll(async () => (await copiesOnDevice(page)).join()).toContain(`sala ${sala.id}`)
    await context.setOffline(true)
    await page.reload()
    await expectOpen(page, sala)
    await expect(log(page).getByText('Mañana a las seis')).toBeVisible()
    await expect(log(page).getByText('Bea Luna').first()).toBeVisible()
    await expect(page.getByText('Estos son los últimos mensajes que leíste aquí.')).toBeVisible()
    await field(page).fill('Ahí nos vemos')
    await send(page).click()
    await expect(
      log(page).getByText(/Se enviará solo si hay conexión antes de las \d\d:\d\d\./),
    ).toBeVisible()
    await write(bea, sala, 'Llueve')
    await context.setOffline(false)
    await expect(log(page).getByText('Llueve')).toBeVisible()
    await expect(page.getByText('Estos son los últimos mensajes')).toHaveCount(0)
    await expect(log(page).getByText('Todavía no sale')).toHaveCount(0)
  })
})

test('who comes back sees which circle has news, and opens it at the first line that is new', {
  tag: '@phone',
}, async ({ page, admin, makeMember, enter }) => {
  const [sala, quiet] = [await makeSala(admin), await makeSala(admin)]
  const bea = await makeMember({ username: 'Bea Luna' })
  const ana = await makeMember()
  await write(bea, quiet, 'todo tranquilo')
  await write(bea, sala, ...Array.from({ length: 12 }, (_, n) => `leído ${n}`))
  for (const one of [quiet, sala]) {
    await enter(page, ana, one)
    await expect(log(page).locator('article').last()).toBeInViewport()
  }
  await expect(log(page).getByText('leído 11', { exact: true }).first()).toBeInViewport()
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  const card = ({ nombre }: Sala) => page.getByRole('listitem').filter({ hasText: nombre })
  await expect(card(sala)).toBeVisible()
  await expect(page.getByText('Mensajes nuevos')).toHaveCount(0)

  // More than a page of them.
  await write(bea, sala, ...Array.from({ length: 70 }, (_, n) => `nuevo ${n}.`))
  await page.reload()
  await expect(card(sala)).toContainText('Mensajes nuevos')
  await expect(card(quiet)).not.toContainText('Mensajes nuevos')
  await card(sala).getByRole('link', { name: 'Unirme a la sala' }).click()
  await expect(log(page).getByText('Nuevos desde tu última visita')).toBeInViewport()
  await expect(log(page).getByText('nuevo 0.', { exact: true })).toBeInViewport()
  await expect(log(page).getByText('nuevo 69.', { exact: true })).not.toBeInViewport()

  // She leaves before the end: that is still where she was.
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  await expect(card(sala)).toContainText('Mensajes nuevos')
  await card(sala).getByRole('link', { name: 'Unirme a la sala' }).click()
  await expect(log(page).getByText('nuevo 0.', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'Mensajes nuevos' }).click()
  await expect(log(page).getByText('nuevo 69.', { exact: true })).toBeInViewport()
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  await expect(card(sala)).toBeVisible()
  await expect(page.getByText('Mensajes nuevos')).toHaveCount(0)
})
