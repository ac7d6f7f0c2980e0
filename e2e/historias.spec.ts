import type { Browser, Locator, Page } from '@playwright/test'
import { expect, type Member, test } from './fixtures.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, REFUSED_LIVE, toast } from './pages/app.ts'

/** Unique by letters alone: the privacy check would take eight digits for a phone number. */
const unique = (words: string) =>
  `${words} ${crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`

const form = (page: Page) => page.getByRole('region', { name: 'Comparte tu historia' })
const mine = (page: Page) => page.getByRole('region', { name: 'Tus historias' })
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

test('on a telephone what others wrote is one tap away', { tag: '@phone' }, async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember(), '/comunidad/blog')
  const title = page.getByRole('heading', { name: 'Historias', exact: true })
  await expect(title).not.toBeInViewport()
  await page.getByRole('link', { name: 'Leer las historias' }).click()
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
})

// A helper fills in fields sooner than a hand: right after they are drawn, and before the app has done anything else.
test('what is filled in as the form appears stays in every field', async ({ page, makeMember, signIn }) => {
  await page.addInitScript(() => {
    const words: [string, string][] = [
      ['input[maxlength="200"]', 'Título escrito enseguida'],
      ['main form textarea', 'Un texto escrito enseguida.'],
    ]
    const fill = async () => {
      for (const [field, text] of words) {
        const element = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field)
        if (!element) continue
        // As a hand or a password manager does. What a script sets on the element itself, React takes for its own.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!.call(element, text)
        element.dispatchEvent(new Event('input', { bubbles: true }))
        element.dispatchEvent(new Event('change', { bubbles: true }))
        await Promise.resolve()
      }
    }
    const drawn = new MutationObserver(() => {
      if (!document.querySelector(words[0]![0])) return
      drawn.disconnect()
      void fill()
    })
    drawn.observe(document, { subtree: true, childList: true })
  })
  await signIn(page, await makeMember(), '/comunidad/blog')
  await expect(form(page).getByLabel('Tu historia')).toHaveValue('Un texto escrito enseguida.')
  await expect(form(page).getByLabel('Título')).toHaveValue('Título escrito enseguida')
})

test('the blog as it stands for whoever comes first, and what it asks for', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember(), '/comunidad/blog')
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()

  // The two seed posts, with author, title, text and two counts that do nothing; kept as specified.
  for (const title of ['Aquí tu historia tiene lugar', 'Contar sin ponerte en riesgo']) {
    const post = all(page)
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title }) })
    await expect(post.getByText('Equipo Amparo')).toBeVisible()
    await post.getByRole('button', { name: 'Me gusta: 0' }).click()
    await post.getByRole('button', { name: 'Comentarios: 0' }).click()
    await expect(post.getByRole('button', { name: 'Me gusta: 0' })).toBeVisible()
  }
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('blogPosts')!) as object[])
  expect(kept).toHaveLength(2)

  await expect(form(page).getByLabel('Publicar como anónima')).toBeChecked()
  await expect(
    page.getByText('Todos los textos son revisados por nuestro equipo antes de publicarse.'),
  ).toBeVisible()
  await write(page, '  ', 'Algo \u200b')
  await send(page)
  await expect(page.getByText('❌ Campos vacíos', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Por favor, escribe un título y el contenido de tu historia.', { exact: true }),
  ).toBeVisible()
  await expect(mine(page)).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
})

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

test('an anonymous story, from writing to publication', { tag: '@phone' }, async ({
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
  await expect(own.getByText('En revisión')).toBeVisible()
  await page.reload()
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

test.describe('with care', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  test('what leads to her is pointed out on the device; danger brings help; neither keeps her from sending', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember()
    await signIn(page, ana, '/comunidad/blog')
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
    await expect(mine(page).getByText('En revisión')).toBeVisible()
    expect(asked).toBeGreaterThan(0)
    await expect(help).toHaveCount(0)
  })

  test('what she wrote outlives a lost network, a reload and the end of her session; it arrives once', {
    tag: '@long',
  }, async ({ page, context, makeMember, signIn }) => {
    const ana = await makeMember()
    await signIn(page, ana, '/comunidad/blog')
    const title = unique('Sin red')
    await write(page, title, 'Empecé a escribir en el camión.')
    await form(page).getByLabel('Publicar como anónima').uncheck()

    await context.setOffline(true)
    await send(page)
    await expect(page.getByText('No se pudo enviar tu historia.', { exact: true })).toBeVisible()
    await expect(form(page).getByLabel('Título')).toHaveValue(title)
    await context.setOffline(false)

    // Her session ends elsewhere: she is led out, comes back, and finds every word.
    await ana.client.auth.signOut({ scope: 'global' })
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('sesion')!) as { expires_at: number }
      localStorage.setItem('sesion', JSON.stringify({ ...session, expires_at: 1 }))
    })
    await page.goto('/comunidad/blog')
    await expect(page).toHaveURL('/landing')
    await signIn(page, ana, '/comunidad/blog')
    await expect(form(page).getByLabel('Título')).toHaveValue(title)
    await expect(form(page).getByLabel('Tu historia')).toHaveValue('Empecé a escribir en el camión.')
    await expect(form(page).getByLabel('Publicar como anónima')).not.toBeChecked()

    // The story is stored but the answer is lost; what she sends then replaces it.
    let cut = true
    await page.route('**/rest/v1/historias*', async (route) => {
      if (route.request().method() !== 'POST' || !cut) return route.continue()
      cut = false
      await route.fetch()
      await route.abort()
    })
    await send(page)
    await expect(page.getByText('No se pudo enviar tu historia.', { exact: true })).toBeVisible()
    await form(page).getByLabel('Tu historia').fill('Empecé a escribir en el camión, y terminé en casa.')
    await send(page)
    await expect(page.getByText('✅ Historia enviada', { exact: true })).toBeVisible()
    await ana.client.auth.signInWithPassword({ email: ana.email, password: ana.password })
    const { data } = await ana.client
      .from('historias')
      .select('titulo, contenido, anonima')
      .eq('es_mia', true)
    expect(data).toEqual([
      { titulo: title, contenido: 'Empecé a escribir en el camión, y terminé en casa.', anonima: false },
    ])
  })

  test('what she writes on while a story is being sent stays, and goes into the same story', {
    tag: '@long',
  }, async ({ page, makeMember, signIn }) => {
    const ana = await makeMember()
    await signIn(page, ana, '/comunidad/blog')
    const title = unique('Sigo escribiendo')
    await write(page, title, 'El principio.')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/rest/v1/historias*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await send(page)
    await form(page).getByLabel('Tu historia').fill('El principio. Y lo que faltaba.')
    release()
    await expect(toast(page, '✅ Historia enviada, sin lo último que escribiste')).toBeVisible()
    await expect(form(page).getByLabel('Tu historia')).toHaveValue('El principio. Y lo que faltaba.')
    await send(page)
    await expect(page.getByText('✅ Historia enviada', { exact: true })).toBeVisible()
    await expect(form(page).getByLabel('Título')).toHaveValue('')
    const { data } = await ana.client.from('historias').select('titulo, contenido').eq('es_mia', true)
    expect(data).toEqual([{ titulo: title, contenido: 'El principio. Y lo que faltaba.' }])
  })

  test('a story that an earlier page left on its way is hers to discard or change before it goes', {
    tag: '@long',
  }, async ({ page, makeMember, signIn }) => {
    const ana = await makeMember()
    const title = unique('La red se fue')
    let line: 'silent' | 'down' | 'up' = 'silent'
    let asked = 0
    await page.route('**/rest/v1/historias*', async (route) => {
      if (route.request().method() !== 'POST' || line === 'up') return route.continue()
      asked += 1
      // Silent: the page goes before there is an answer.
      if (line === 'down') await route.abort('internetdisconnected')
    })
    const leaveOneBehind = async () => {
      line = 'silent'
      const before = asked
      await send(page)
      await expect.poll(() => asked).toBeGreaterThan(before)
      line = 'down'
      await page.reload()
      await expect(form(page).getByText('Se está enviando', { exact: true })).toBeVisible()
      await expect(form(page).getByLabel('Título')).toHaveValue(title)
    }
    const networkReturns = async () => {
      line = 'up'
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
    }
    const stored = async () =>
      (await ana.client.from('historias').select('titulo, contenido').eq('es_mia', true)).data

    await signIn(page, ana, '/comunidad/blog')
    await write(page, title, 'Me llamo Rosario.')
    await leaveOneBehind()
    await form(page).getByRole('button', { name: 'Descartar' }).click()
    await toast(page, 'Borrador descartado').getByRole('button', { name: 'Deshacer' }).click()
    // The draft is back, and nothing else.
    await expect(form(page).getByLabel('Título')).toHaveValue(title)
    await expect(form(page).getByText('Se está enviando')).toHaveCount(0)

    await leaveOneBehind()
    await form(page).getByLabel('Tu historia').fill('No digo mi nombre.')
    await expect(form(page).getByText('Se está enviando')).toHaveCount(0)
    await networkReturns()
    await page.reload()
    await expect(form(page).getByLabel('Tu historia')).toHaveValue('No digo mi nombre.')
    expect(await stored()).toEqual([])

    // What she leaves as it is goes when it can, and then is no draft any more.
    await leaveOneBehind()
    await networkReturns()
    await expect(mine(page).getByText('En revisión')).toBeVisible()
    await expect(form(page).getByLabel('Título')).toHaveValue('')
    expect(await stored()).toEqual([{ titulo: title, contenido: 'No digo mi nombre.' }])
  })

  test('a story of hers that another device changed or withdrew: what she wrote here stays, and nothing is overwritten unread', {
    tag: '@long',
  }, async ({ page, makeMember, signIn }) => {
    const ana = await makeMember()
    const title = unique('Dos teléfonos')
    await ana.client.from('historias').insert({ titulo: title, contenido: 'Al principio.' })
    const stored = async () =>
      (await ana.client.from('historias').select('titulo, contenido').eq('es_mia', true)).data
    // No word of the other device comes by itself: what she sends says so first.
    await page.routeWebSocket(/\/realtime\//, () => {})
    await signIn(page, ana, '/comunidad/blog')
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

    await change('Palabras que solo están aquí.')
    expect((await ana.client.from('historias').delete().eq('titulo', title).select('id')).data).toHaveLength(
      1,
    )
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
    await expect(mine(page).getByText('En revisión')).toBeVisible()
    await expect(mine(page).getByLabel('Tu historia')).toHaveCount(0)
    expect(await stored()).toEqual([{ titulo: title, contenido: 'Palabras que solo están aquí.' }])
  })

  test('a story that another device has decided on is not decided on again', { tag: '@long' }, async ({
    page,
    admin,
    makeMember,
    signIn,
  }) => {
    const title = unique('Dos escritorios')
    const ana = await makeMember()
    await ana.client.from('historias').insert({ titulo: title, contenido: 'Una sola decisión.' })
    const { data: suya } = await ana.client.from('historias').select('id').eq('es_mia', true).single()
    await signIn(page, admin, '/admin/revision')
    const one = await take(page, suya!.id)
    await one.getByRole('button', { name: 'No publicar' }).click()
    await one.getByLabel('Palabras para ella').fill('Trae un nombre.')
    // The other device publishes it; what she writes here does not vanish with it.
    const decided = await admin.client.rpc('decidir', {
      ...{ clase: 'historia', cosa: suya!.id, version: '1', que: 'publicar', razon: 'adecuada' },
    })
    expect(decided.error).toBeNull()
    await expect(one.getByLabel('Palabras para ella')).toHaveValue('Trae un nombre.')
    await one.getByRole('button', { name: 'No publicar' }).click()
    await expect(toast(page, 'No se pudo decidir')).toContainText('Ya lo decidiste: se publicó.')
    await expect(one).toHaveCount(0)
    const { data } = await ana.client.from('historias').select('estado, motivo').eq('es_mia', true)
    expect(data).toEqual([{ estado: 'publicada', motivo: null }])

    // Nor does what she writes about one that was read before.
    await page.getByRole('button', { name: 'Historias ya leídas' }).click()
    await page.getByRole('button', { name: `Ocultar «${title}»` }).click()
    const dialog = page.getByRole('dialog')
    const motivo = dialog.getByLabel('Motivo')
    await motivo.fill('Todavía trae un nombre.')
    const hidden = await admin.client
      .from('historias')
      .update({ estado: 'oculta', motivo: 'Ofrece algo.' })
      .eq('id', suya!.id)
    expect(hidden.error).toBeNull()
    // What begins to wait makes the lists be asked for again.
    await ana.client.from('historias').insert({ titulo: unique('Otra'), contenido: 'Por leer.' })
    await expect(dialog.getByRole('alert')).toContainText('Lo que escribiste sigue aquí.')
    await expect(motivo).toHaveValue('Todavía trae un nombre.')
    await dialog.getByRole('button', { name: 'Ocultar', exact: true }).click()
    await expect(toast(page, 'No se pudo guardar la decisión')).toContainText('la historia está oculta')
    await expect(motivo).toHaveValue('Todavía trae un nombre.')
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page.getByRole('button', { name: `Ocultar «${title}»` })).toHaveCount(0)
    await ana.client.from('historias').delete().eq('es_mia', true)
  })

  test('what comes while a finger is down does not move what it is on; it is drawn right after the press', async ({
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

  test('a reported message is removed and its author paused from the queue; a published story is hidden', async ({
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

  test('many stories come in pages, in one order, while more are published', { tag: '@long' }, async ({
    page,
    admin,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember({ username: 'Ana Sol' })
    const word = unique('Serie')
    const ids: string[] = []
    const publish = async (many: number) => {
      const rows = Array.from({ length: many }, () => ({
        id: crypto.randomUUID(),
        titulo: word,
        contenido: 'x',
        anonima: false,
      }))
      expect((await ana.client.from('historias').insert(rows)).error).toBeNull()
      const more = rows.map(({ id }) => id)
      // One statement, one moment: the order among them is that of their ids.
      expect(
        (await admin.client.from('historias').update({ estado: 'publicada' }).in('id', more)).error,
      ).toBeNull()
      return more.sort()
    }
    ids.push(...(await publish(13)))
    const served: string[] = []
    page.on('response', async (response) => {
      if (!/\/historias\?.*estado=eq\.publicada/.test(response.url())) return
      for (const { id, titulo } of (await response.json()) as { id: string; titulo: string }[])
        if (titulo === word) served.push(id)
    })
    // Once its live connection stands, the page asks for its lists again, and would rightly show the new ones.
    await page.routeWebSocket(/realtime/, () => {})
    await signIn(page, await makeMember(), '/comunidad/blog')
    const posts = all(page)
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: word }) })
    await readOn(page, posts.first())
    await expect(posts.first().getByText('Ana Sol')).toBeVisible()
    await publish(2)
    await expect(async () => {
      if ((await posts.count()) < 13)
        await page.getByRole('button', { name: 'Ver más historias' }).click({ timeout: 500 })
      await expect(posts).toHaveCount(13, { timeout: 500 })
    }).toPass()
    // The page may show a story before the test has read the response that it came in.
    await expect.poll(() => [...new Set(served)].filter((id) => ids.includes(id))).toEqual(ids)
  })
})
