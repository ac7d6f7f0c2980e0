import type { Browser, Locator, Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, REFUSED_LIVE, toast } from '../pages/app.ts'
import { entriesOnDevice } from '../pages/device.ts'

/** Unique by letters alone: the privacy check would take eight digits for a phone number. */
const unique = (words: string) =>
  `${words} ${crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`

const form = (page: Page) => page.getByRole('region', { name: 'Comparte tu historia' })
const mine = (page: Page) => page.getByRole('region', { name: 'Tus historias' })
const openMine = (page: Page) => page.getByRole('button', { name: /^Tus historias/ }).click()
const all = (page: Page) => page.getByRole('region', { name: 'Historias', exact: true })

async function write(page: Page, titulo: string, contenido: string) {
  await form(page).getByLabel('Título').fill(titulo)
  await form(page).getByLabel('Tu historia').fill(contenido)
}

const send = (page: Page) => form(page).getByRole('button', { name: 'Enviar para revisión' }).click()

/** Goes through the pages of the list until a story is there; other tests publish too. */
async function readOn(page: Page, post: Locator) {
  const more = page.getByRole('button', { name: 'Ver más historias' })
  await expect(async () => {
    if (await post.isHidden()) await more.click({ timeout: 500 })
    await expect(post).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** The admin in a browser of her own, at her queue. */
async function atRevision(
  browser: Browser,
  baseURL: string | undefined,
  signIn: (page: Page, member: Member, at?: string) => Promise<void>,
  admin: Member,
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await signIn(page, admin, '/admin/revision')
  await expect(page.getByRole('heading', { level: 1, name: 'Revisión' })).toBeVisible()
  return page
}

/** Something of the queue, taken by her who is there. */
async function take(page: Page, id: string) {
  const one = page.locator(`#cosa-${id}`)
  await one.getByRole('button', { name: /^Tomar y leer/ }).click()
  return one
}

test.use({ expectedErrors: [REFUSED_LIVE] })

test('an anonymous story, from writing to publication and withdrawal', async ({
  page,
  browser,
  baseURL,
  admin,
  makeMember,
  signIn,
}) => {
  const title = unique('La maleta')
  const desk = await atRevision(browser, baseURL, signIn, admin)
  const ana = await makeMember({ username: 'Ana Secreta' })
  await signIn(page, ana, '/comunidad/blog')
  await write(page, title, 'Un martes cualquiera hice mi maleta.')
  await send(page)
  await expect(page.getByText('✅ Historia enviada', { exact: true })).toBeVisible()
  await expect(form(page).getByLabel('Título')).toHaveValue('')
  const own = mine(page).getByRole('listitem').filter({ hasText: title })
  await expect(mine(page).getByText('1 en revisión')).toBeVisible()
  await openMine(page)
  await expect(own.getByText('En revisión')).toBeVisible()
  await page.reload()
  await openMine(page)
  await expect(own.getByText('En revisión')).toBeVisible()

  // It reaches the admin's queue without a reload, its words once she takes it, and it does not name its author even to her.
  const { data: mia } = await ana.client.from('historias').select('id').eq('es_mia', true).single()
  const one = await take(desk, mia!.id)
  await expect(one.getByRole('heading', { name: title })).toBeVisible()
  await expect(desk.getByText('Ana Secreta')).toHaveCount(0)

  // Rejected, with words that the author sees without a reload.
  await one.getByRole('button', { name: 'No publicar' }).click()
  await one.getByRole('button', { name: 'No publicar' }).click()
  await expect(one.getByText('Escribe lo que ella va a leer.')).toBeVisible()
  await one.getByLabel('Palabras para ella').fill('Cuéntanos un poco más.')
  await one.getByRole('button', { name: 'No publicar' }).click()
  await expect(one).toHaveCount(0)
  await expect(own.getByText('No publicada: Cuéntanos un poco más.')).toBeVisible()

  // Changed and sent again.
  await own.getByRole('button', { name: `Editar y enviar de nuevo «${title}»` }).click()
  await own.getByLabel('Tu historia').fill('Un martes cualquiera hice mi maleta y no miré atrás.')
  await own.getByRole('button', { name: 'Enviar para revisión' }).click()
  await expect(own.getByText('En revisión')).toBeVisible()
  await take(desk, mia!.id)
  await expect(one.getByText('no miré atrás')).toBeVisible()
  await expectAccessibleInBothThemes(desk)
  await one.getByRole('button', { name: 'Publicar', exact: true }).click()
  await expect(own.getByText('Publicada', { exact: true })).toBeVisible()

  // Another member reads it, newest first and without an author.
  const reader = await (await browser.newContext({ baseURL })).newPage()
  await signIn(reader, await makeMember(), '/comunidad/blog')
  const post = all(reader).getByRole('article').filter({ hasText: title })
  await readOn(reader, post)
  await expect(post.getByText('Anónima')).toBeVisible()
  await expect(post.getByRole('button', { name: 'Me gusta: 0' })).toBeVisible()
  await expect(reader.getByText('Ana Secreta')).toHaveCount(0)
  await expect(mine(reader)).toHaveCount(0)

  // Once withdrawn, nobody can read it.
  await own.getByRole('button', { name: `Retirar «${title}»` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(own).toHaveCount(0)
  await reader.reload()
  await expect(all(reader).getByText('Aquí tu historia tiene lugar')).toBeVisible()
  await expect(post).toHaveCount(0)
  await desk.context().close()
  await reader.context().close()
})

test('what leads to her is pointed out on the device; danger brings help; neither keeps her from sending', async ({
  page,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  // She need not wait for what others wrote: on a bad signal it is long on its way.
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/rest/v1/historias?*profiles*', async (route) => {
    await arrived
    await route.continue()
  })
  await signIn(page, ana, '/comunidad/blog')
  const tell = page.getByRole('button', { name: 'Contar la mía' })
  await expect(tell).toBeInViewport()
  await expect(form(page)).not.toBeInViewport()
  await tell.click()
  await expect(form(page).getByLabel('Título')).toBeFocused()
  arrive()
  await expect(all(page).locator('[data-placeholder]')).toHaveCount(0)
  await expect(form(page).getByRole('heading')).toBeInViewport()
  await expect(tell, 'covers nothing of the form').toBeHidden()
  const title = unique('Salida')
  await write(page, title, 'Me amenazó de muerte. Vivo en la calle Juárez 140, mi cel es 55 1234 5678.')
  const help = page.getByRole('region', { name: 'Ayuda inmediata' })
  await expect(help.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
  await expect(help.getByRole('link', { name: 'Tu Espacio Seguro' })).toHaveAttribute('href', '/seguridad')

  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/historias')) asked += 1
  })
  await send(page)
  const traces = page.getByRole('region', { name: 'Antes de enviar, míralo otra vez' })
  await expect(traces).toBeFocused()
  await expect(traces.getByRole('listitem')).toHaveText([
    'Un teléfono: «55 1234 5678»',
    'Una dirección: «calle Juárez 140»',
  ])
  expect(asked).toBe(0)
  await expectAccessibleInBothThemes(page)

  // She changes it, and keeps the rest as it is.
  await traces.getByRole('button', { name: 'Cambiar el texto' }).click()
  await expect(form(page).getByLabel('Tu historia')).toBeFocused()
  await form(page).getByLabel('Tu historia').fill('Me amenazó de muerte. Vivo en la calle Juárez 140.')
  await send(page)
  await expect(traces.getByRole('listitem')).toHaveCount(1)
  await traces.getByRole('button', { name: 'Enviar así' }).click()
  await expect(mine(page).getByText('1 en revisión')).toBeVisible()
  expect(asked).toBeGreaterThan(0)
  await expect(help).toHaveCount(0)
})

test('a story that another device changed or withdrew: what she wrote here stays, and nothing is overwritten unread', async ({
  page,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  const title = unique('Dos teléfonos')
  await ana.client.from('historias').insert({ titulo: title, contenido: 'Al principio.' })
  const stored = async () =>
    (await ana.client.from('historias').select('titulo, contenido').eq('es_mia', true)).data
  // No word of the other device comes by itself: what she sends says so first.
  await page.routeWebSocket(/\/realtime\//, () => {})
  await signIn(page, ana, '/comunidad/blog')
  await openMine(page)
  const change = async (words: string) => {
    await mine(page)
      .getByRole('button', { name: `Editar «${title}»` })
      .click()
    await mine(page).getByLabel('Tu historia').fill(words)
  }
  const sendMine = () => mine(page).getByRole('button', { name: 'Enviar para revisión' }).click()

  await change('Desde aquí.')
  const there = await ana.client
    .from('historias')
    .update({ contenido: 'Desde el otro.' })
    .eq('titulo', title)
    .select('id')
  expect(there.data).toHaveLength(1)
  await sendMine()
  await expect(toast(page, 'No se pudo enviar tu historia.')).toContainText('Cambió mientras escribías.')
  await expect(mine(page).getByRole('alert')).toContainText('Desde el otro.')
  await expect(mine(page).getByLabel('Tu historia')).toHaveValue('Desde aquí.')
  expect(await stored()).toEqual([{ titulo: title, contenido: 'Desde el otro.' }])
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  // She has read both, and decides.
  await sendMine()
  await expect(toast(page, '✅ Historia enviada')).toBeVisible()
  await expect(mine(page).getByLabel('Tu historia')).toHaveCount(0)
  expect(await stored()).toEqual([{ titulo: title, contenido: 'Desde aquí.' }])

  await expect.poll(() => entriesOnDevice(page)).toBe(0)
  await change('Palabras que solo están aquí.')
  await expect.poll(() => entriesOnDevice(page)).toBe(1)
  expect((await ana.client.from('historias').delete().eq('titulo', title).select('id')).data).toHaveLength(1)
  await sendMine()
  await expect(toast(page, 'No se pudo enviar tu historia.')).toContainText(
    'Se retiró en otra pestaña o dispositivo.',
  )
  await expect(mine(page).getByText('Si lo envías, va como una historia nueva.')).toBeVisible()
  await page.reload()
  await expect(mine(page).getByLabel('Tu historia')).toHaveValue('Palabras que solo están aquí.')
  await expectAccessibleInBothThemes(page)
  await mine(page).getByRole('button', { name: 'Descartar' }).click()
  await toast(page, 'Borrador descartado').getByRole('button', { name: 'Deshacer' }).click()
  expect(await stored()).toEqual([])
  await sendMine()
  await expect(toast(page, '✅ Historia enviada')).toBeVisible()
  await expect(mine(page).getByText('En revisión', { exact: true })).toBeVisible()
  await expect(mine(page).getByLabel('Tu historia')).toHaveCount(0)
  expect(await stored()).toEqual([{ titulo: title, contenido: 'Palabras que solo están aquí.' }])
})

test('what comes while a finger is down does not move what it is on', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember({ username: 'Ana Sol' })
  const publish = async (titulo: string) => {
    const { data: story } = await ana.client
      .from('historias')
      .insert({ titulo, contenido: 'Con mi nombre.', anonima: false })
      .select('id')
      .single()
    await admin.client.from('historias').update({ estado: 'publicada' }).eq('id', story!.id)
  }
  const [una, otra] = [unique('Una'), unique('Otra')]
  await publish(una)
  await page.clock.install()
  await signIn(page, admin, '/admin/revision')
  await page.getByRole('button', { name: 'Historias ya leídas' }).click()
  const hide = page.getByRole('button', { name: `Ocultar «${una}»` })
  await page.getByLabel('Mostrar').scrollIntoViewIfNeeded()
  await hide.hover()

  // Another one is published by somebody else of the team; the list that has it comes once the finger is down.
  let tellAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  let letGo = () => {}
  const down = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/rest\/v1\/historias\?.*publicada_en/, async (route) => {
    const response = await route.fetch()
    if (!(await response.text()).includes(otra)) return route.fulfill({ response })
    tellAsked()
    await down
    await route.fulfill({ response })
  })
  await publish(otra)
  // What begins to wait makes the lists be asked for again.
  await ana.client.from('historias').insert({ titulo: unique('Espera'), contenido: 'Por leer.' })
  await asked
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  const heading = page.getByRole('heading', { name: una })
  await hide.hover()
  await page.mouse.down()
  // Not before: until then the others of the team may move it, and the pointer scrolls to it.
  const at = await heading.boundingBox()
  const came = page.waitForResponse(/\/rest\/v1\/historias\?.*publicada_en/)
  letGo()
  await (await came).finished()
  await page.clock.runFor(500)
  expect(await heading.boundingBox()).toEqual(at)
  await page.mouse.up()
  await page.clock.resume()
  await expect(page.getByRole('dialog', { name: `¿Ocultar «${una}»?` })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByRole('heading', { name: otra })).toBeVisible()
  await ana.client.from('historias').delete().eq('es_mia', true)
})

test('the team removes a reported message, pauses its author and hides a published story', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const [ana, bea] = [
    await makeMember({ username: 'Ana Sol' }),
    await makeMember({ username: unique('Bea') }),
  ]
  const { data: sala } = await admin.client
    .from('salas_comunidad')
    .insert({ nombre: unique('Prueba'), icono: 'cafe_virtual' })
    .select('id, nombre')
    .single()
  const { data: message } = await bea.client
    .from('mensajes_sala')
    .insert({ sala_id: sala!.id, user_id: bea.id, contenido: 'algo feo', tipo: 'texto' })
    .select('id')
    .single()
  const title = unique('Publicada')
  const { data: story } = await ana.client
    .from('historias')
    .insert({ titulo: title, contenido: 'Con mi nombre.', anonima: false })
    .select('id')
    .single()
  await admin.client.from('historias').update({ estado: 'publicada' }).eq('id', story!.id)

  // Home tells her that something waits.
  await signIn(page, admin)
  await page.getByRole('link', { name: /^Administración\s*\d+ por revisar$/ }).click()
  await page.getByRole('link', { name: /^Revisión/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Revisión' })).toBeVisible()
  await ana.client
    .from('reportes_sala')
    .insert({ mensaje_id: message!.id, motivo: 'acoso', detalle: 'No es la primera vez' })
  const reported = await take(page, message!.id)
  await expect(reported.getByText('algo feo')).toBeVisible()
  await expect(reported.getByText('Cuentan: No es la primera vez')).toBeVisible()
  // Not even of what is signed is she told whose it is.
  await expect(page.getByText(bea.username)).toHaveCount(0)

  await reported.getByRole('button', { name: 'Falta o pausa' }).click()
  await page.getByLabel('Motivo').fill('Insultos a otra integrante')
  await page.getByLabel('Durante').selectOption('3')
  await page.getByRole('button', { name: 'Pausar', exact: true }).click()
  await expect(toast(page, 'Decisión guardada')).toBeVisible()
  const { data: pause } = await bea.client.from('suspensiones').select('motivo').single()
  expect(pause).toEqual({ motivo: 'Insultos a otra integrante' })
  await reported.getByRole('button', { name: 'Retirar mensaje' }).click()
  await reported.getByLabel('Palabras para ella').fill('Lo quitamos: insulta a otra.')
  await reported.getByRole('button', { name: 'Retirar mensaje' }).click()
  await expect(reported).toHaveCount(0)
  expect((await ana.client.from('mensajes_sala').select('id').eq('id', message!.id)).data).toEqual([])

  await page.getByRole('button', { name: 'Integrantes en pausa' }).click()
  await page.getByRole('button', { name: `Levantar la pausa de ${bea.username}` }).click()
  await expect(page.getByRole('button', { name: `Levantar la pausa de ${bea.username}` })).toHaveCount(0)
  expect((await bea.client.from('suspensiones').select('id')).data).toEqual([])

  await page.getByRole('button', { name: 'Historias ya leídas' }).click()
  await page.getByRole('button', { name: `Ocultar «${title}»` }).click()
  await page
    .getByRole('button', { name: 'Nombra a otra persona. Cuéntalo sin su nombre y envíala de nuevo.' })
    .click()
  await page.getByRole('button', { name: 'Ocultar', exact: true }).last().click()
  await expect(page.getByRole('button', { name: `Ocultar «${title}»` })).toHaveCount(0)
  const { data: hidden } = await ana.client
    .from('historias')
    .select('estado, motivo')
    .eq('id', story!.id)
    .single()
  expect(hidden).toMatchObject({
    estado: 'oculta',
    motivo: expect.stringMatching(/^Nombra a otra persona/),
  })
  expect((await bea.client.from('historias').select('id').eq('id', story!.id)).data).toEqual([])
})
