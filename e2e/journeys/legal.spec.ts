import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { test as withOwnServer } from '../ownServer.ts'
import { expectAccessible, expectNoSidewaysScroll, toast } from '../pages/app.ts'

/** The table of attacks that the database's own test goes through. */
const ATAQUES = [
  ...readFileSync(path.join(import.meta.dirname, '../../supabase/tests/html_limpio.sql'), 'utf8').matchAll(
    /\$ataque\$(.*?)\$ataque\$/gs,
  ),
].map(([, html]) => html!)

/**
 * Pastes as a word processor puts it on the clipboard.
 * @returns what of it stands in the text then that no text of law is made of
 */
const paste = (place: Locator, html: string) =>
  place.evaluate((box, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    return [...box.querySelectorAll('*')]
      .filter(
        (element) =>
          !element.matches(
            'p, a[title], strong, h2, table, tbody, tr, td, br, .tableWrapper, .ProseMirror-separator',
          ) || [...element.attributes].some(({ name }) => /^(on|src|href|style)/.test(name)),
      )
      .map(({ outerHTML }) => outerHTML)
  }, html)

test.describe('code in a text', () => {
  test.use({ expectedErrors: [/violates the following Content Security Policy directive/] })

  test('sixty attacks run nowhere: neither as they are shown nor as they are stored', async ({
    page,
    admin,
    signIn,
  }) => {
    expect(ATAQUES.length).toBeGreaterThanOrEqual(60)
    // As versions of long ago, which the administradora reads in the list of texts.
    await page.route('**/rest/v1/politicas_legales?select=*', (route) =>
      route.fulfill({
        json: [`<p>hoy</p>`, ...ATAQUES].map((html, at) => ({
          id: crypto.randomUUID(),
          titulo: 'Prueba',
          version: `v${at}`,
          contenido: `${html}<p>fin</p>`,
          publicada_en: '2001-01-01T00:00:00Z',
          menor: false,
          que_cambio: null,
          revision: 1,
        })),
      }),
    )
    await signIn(page, admin, '/admin/legal')
    await page.getByRole('button', { name: 'Leer la versión v1', exact: true }).click()
    await expect(page.locator('li .texto')).toBeVisible()
    const shown = await page.evaluate(async (count) => {
      const frame = () => new Promise(requestAnimationFrame)
      const found: { strange: string[]; attributes: string[] }[] = []
      for (let at = 1; at <= count; at++) {
        const trigger = [...document.querySelectorAll('button')].find(
          (button) => (button.ariaLabel ?? button.textContent) === `Leer la versión v${at}`,
        )!
        const box = () => trigger.closest('li')!.querySelector('.texto')
        if (!box()) trigger.click()
        while (!box()) await frame()
        const all = [...box()!.querySelectorAll('*')]
        found.push({
          strange: all
            .filter((element) => !element.matches('div, p, a, b, table, tbody, tr, td, section, h2'))
            .map(({ localName }) => localName),
          attributes: all
            .flatMap((element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`))
            .filter(
              (attribute) =>
                !/^(href=(https?:|mailto:|tel:|\/|#)|rel=|aria-label=Tabla|tabindex=0|class=-mx-4)/.test(
                  attribute,
                ),
            ),
        })
        trigger.click()
      }
      return found
    }, ATAQUES.length)
    expect(shown.map((found, at) => ({ html: ATAQUES[at], ...found }))).toEqual(
      ATAQUES.map((html) => ({ html, strange: [], attributes: [] })),
    )

    // Pasted: what the editor takes of it, and what it would send.
    await page.getByRole('button', { name: 'Escribir una versión nueva' }).click()
    const text = page.getByRole('textbox', { name: 'Texto' })
    for (const html of ATAQUES) {
      await text.press('Control+a')
      expect(await paste(text, `${html}<p>fin</p>`), html).toEqual([])
    }
    expect(await page.evaluate(() => '__ran' in window)).toBe(false)
    await page.getByRole('button', { name: 'Descartar mis cambios' }).click()

    const rows = ATAQUES.map((html) => ({ contenido: `<p>inicio</p>${html}` }))
    const stored = await admin.client.from('borradores_legales').insert(rows).select('id, contenido')
    expect(stored.error).toBeNull()
    expect(stored.data).toHaveLength(ATAQUES.length)
    for (const { contenido } of stored.data!) {
      expect(contenido).not.toMatch(/<(?!\/?(p|a|b|h2|table|tbody|tr|td)\b)|<[^>]*\son|<[^>]*script:|style=/i)
    }
    const ids = stored.data!.map(({ id }) => id)
    expect((await admin.client.from('borradores_legales').delete().in('id', ids)).error).toBeNull()
  })
})

test('anybody reads the legal page; on paper it is what it says, and a visitor who reads it while registering loses nothing that she typed', async ({
  page,
  makeMember,
  signIn,
}) => {
  await test.step('title, version, date and text', async () => {
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

  await test.step('from the form of registration', async () => {
    await page.goto('/register')
    await page.getByLabel('Nombre').fill('Ana')
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'términos de uso y el aviso de privacidad' }).click(),
    ])
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Términos de uso y aviso de privacidad')
    for (const part of [
      'Cualquiera que tenga el enlace',
      'El servicio de avisos del navegador',
      'derechos ARCO',
    ])
      await expect(tab.getByText(part).first()).toBeVisible()
    await expect(tab.getByText(/Pendiente/)).toHaveCount(0)
    await expectAccessible(tab)
    await tab.close()
    await expect(page.getByLabel('Nombre')).toHaveValue('Ana')
  })

  await test.step('on paper', async () => {
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
})

withOwnServer(
  'a later version is asked about once, and never before what keeps her safe',
  async ({ page, admin, makeMember, signIn }) => {
    const ella = await makeMember()
    const { error } = await ella.client.from('contactos_emergencia').insert({
      user_id: ella.id,
      nombre: 'Mamá',
      telefono: '+525512345678',
      prioridad: 1,
      activo: true,
    })
    expect(error).toBeNull()
    await signIn(page, ella, '/agenda')
    await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeVisible()

    const version = `2.${Date.now() % 1_000_000}`
    const published = await admin.client.rpc('publicar_politica', {
      cual: crypto.randomUUID(),
      titulo: 'Términos nuevos',
      version,
      contenido: '<p>Lo que <strong>cambió</strong>.</p>',
      que_cambio: 'Guardamos menos tiempo tus mensajes.',
    })
    expect(published.error).toBeNull()

    const question = page.getByRole('heading', { name: 'Cambió nuestro aviso legal' })
    await page.goto('/agenda')
    await expect(question).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeHidden()
    await expect(page.getByText(`Versión ${version}, publicada el`)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Qué cambió' })).toHaveText(/Guardamos menos tiempo/)
    await expect(
      page.getByText(
        'Responsable de tus datos: Casa Abierta, A. C., Calle 5, Oaxaca. Su correo: ayuda@ejemplo.mx',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Leer el texto completo' }).click()
    await expect(page.getByText('Lo que cambió.')).toBeVisible()
    await expectAccessible(page)

    // Help stays reachable from here and from the tabs, and works.
    await page.getByRole('link', { name: /Ir a Seguridad/ }).click()
    await expect(page.getByRole('button', { name: /pánico/i }).first()).toBeVisible()
    await expect(page.getByText('Mamá').first()).toBeVisible()
    for (const path of ['/', '/seguridad/apoyo-y-refugios', '/perfil', '/legal', '/soporte']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expect(question, path).toHaveCount(0)
    }

    await page.goto('/agenda')
    await page.getByRole('button', { name: 'Acepto y continúo' }).click()
    await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeVisible()
    await page.goto('/referidos')
    await expect(page.getByRole('heading', { name: 'Invita y Gana' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(question).toHaveCount(0)

    // An account registered from now on has accepted it by that.
    const nueva = await makeMember()
    expect((await nueva.client.rpc('politica_pendiente')).data).toBeNull()
  },
)

const WORD = `<html><head><style>p.MsoNormal{margin:0cm}</style></head><body><!--StartFragment-->
<h1 style='mso-margin-top-alt:auto'><b>Pegado</b><o:p></o:p></h1>
<p class=MsoNormal style='line-height:115%'><span style='font-family:"Calibri",sans-serif;color:red'>Con <b>fuerza</b><o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>Uno<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>Dos<o:p></o:p></p>
<!--EndFragment--></body></html>`

withOwnServer.describe('two volunteers', () => {
  // Of two who correct at once the second one is refused, and told.
  withOwnServer.use({ expectedErrors: [/status of 409/] })

  withOwnServer(
    'a text is written by keyboard, pasted, scheduled, corrected by two, withdrawn and published; a small correction asks nobody',
    async ({ page, admin, makeMember, signIn }) => {
      const ella = await makeMember()
      const eva = await makeMember()
      expect(
        (await admin.client.from('convocatorias').insert({ correo: eva.email, papel: 'editora' })).error,
      ).toBeNull()
      const { data: convocatoria } = await eva.client.from('convocatorias').select('id').single()
      expect((await eva.client.rpc('aceptar_convocatoria', { cual: convocatoria!.id })).error).toBeNull()

      await signIn(page, admin, '/admin/legal')
      await page.getByRole('button', { name: 'Escribir una versión nueva' }).click()
      const number = page.getByRole('textbox', { name: 'Versión' })
      const version = await number.inputValue()
      expect(version).toMatch(/^\d+\.\d+$/)
      const text = page.getByRole('textbox', { name: 'Texto' })
      await text.press('Control+a')
      await page.keyboard.press('Delete')
      await page.keyboard.press('Control+Alt+2')
      await page.keyboard.type('Novedades')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Guardamos ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('menos')
      await page.keyboard.press('Control+b')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByLabel('A dónde lleva').fill('hola')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Escribe una página, un correo o un teléfono.')).toBeVisible()
      await page.getByRole('dialog').getByLabel('A dónde lleva').fill('www.ejemplo.mx')
      await page.keyboard.press('Enter')
      await expect(text).toBeFocused()
      await page.keyboard.press('Enter')
      await paste(text, WORD)
      // The toolbar is one stop before the text; the arrows go along it.
      await page.keyboard.press('Enter')
      await page.keyboard.type('Tres')
      await page.keyboard.press('Shift+Tab')
      await expect(page.getByRole('toolbar').getByRole('button').first()).toBeFocused()
      for (let at = 0; at < 6; at++) await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('button', { name: 'Lista con números' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(text.locator('ol > li')).toHaveText(['Uno', 'Dos', 'Tres'])
      await expect(text.getByRole('heading', { level: 2 })).toHaveText(['Novedades', 'Pegado'])
      await page.getByRole('textbox', { name: 'Qué cambió' }).fill('Guardamos menos.')
      await page.getByLabel('Vigente desde').fill('2099-01-01T10:00')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: 'Programar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Programar' }).click()
      await expect(toast(page, 'Versión programada')).toBeVisible()
      await expectAccessible(page)

      const waiting = async () =>
        (await eva.client.rpc('politicas_programadas')).data as { id: string; contenido: string }[]
      const [programada] = await waiting()
      expect(programada!.contenido).toBe(
        [
          '<h2>Novedades</h2>',
          '<p>Guardamos <strong>menos</strong></p>',
          '<p><a href="https://www.ejemplo.mx">https://www.ejemplo.mx</a></p>',
          '<h2>Pegado</h2>',
          '<p>Con <strong>fuerza</strong></p>',
          '<ol>\n<li>Uno</li>\n<li>Dos</li>\n<li>Tres</li>\n</ol>',
        ].join('\n'),
      )
      const seen = () => ella.client.from('politicas_legales').select('version').eq('version', version)
      expect((await seen()).data).toEqual([])

      // Two volunteers correct it: the second one is shown what the first one did, and then decides.
      await page.getByRole('button', { name: `Corregir la versión ${version}` }).click()
      const title = page.getByRole('textbox', { name: 'Título' })
      await title.fill('Mi título')
      const hers = {
        cual: programada!.id,
        visto: 1,
        titulo: 'El de Eva',
        version,
        contenido: '<p>De Eva</p>',
        que_cambio: 'De Eva.',
        entra_en: '2099-02-02T10:00:00Z',
      }
      expect((await eva.client.rpc('corregir_programada', hers)).error).toBeNull()
      const save = async () => {
        await page.getByRole('button', { name: 'Guardar corrección' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
      }
      await save()
      await expect(page.getByText('Alguien lo cambió mientras lo editabas.')).toBeVisible()
      await expect(page.getByText('Título ahora: El de Eva')).toBeVisible()
      await expect(title).toHaveValue('Mi título')
      await save()
      await expect(toast(page, 'Versión corregida')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Programadas' })).toContainText('Mi título')

      await page.getByRole('button', { name: `Retirar la versión ${version}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
      await expect(toast(page, 'Versión retirada')).toBeVisible()
      expect(await waiting()).toEqual([])

      // It is the team's draft again, and goes out today.
      await page.getByRole('button', { name: `Seguir con el borrador ${version}` }).click()
      await page.getByLabel('Vigente desde').fill('')
      await page.getByRole('button', { name: 'Publicar', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
      await expect(toast(page, 'Versión publicada')).toBeVisible()
      expect((await seen()).data).toEqual([{ version }])
      const asked = async () => (await ella.client.rpc('politica_pendiente')).data as string | null
      expect(await asked()).toBe(programada!.id)
      expect((await ella.client.rpc('politica_cambios')).data).toMatchObject([
        { version, que_cambio: 'Guardamos menos.' },
      ])
      // The team's pages do not wait for the admin's own answer; others do.
      await page.goto('/agenda')
      await expect(page.getByRole('heading', { name: 'Cambió nuestro aviso legal' })).toBeVisible()
      await page.goto('/admin/legal')
      await expect(page.getByRole('heading', { name: 'En vigor' })).toBeVisible()

      expect(
        (await ella.client.from('aceptaciones_legales').insert({ politica_id: programada!.id })).error,
      ).toBeNull()
      await page.getByRole('button', { name: 'Corregir algo pequeño' }).click()
      await expect(number).toHaveValue(`${version}.1`)
      await text.press('Control+End')
      await page.keyboard.type(' y cuatro')
      await page.getByRole('button', { name: /Qué cambia respecto de lo vigente: \d+ línea/ }).click()
      await expect(page.getByText('Tres y cuatro').last()).toBeVisible()
      await page.getByRole('button', { name: 'Publicar', exact: true }).click()
      await expect(page.getByRole('dialog')).toContainText('A nadie se le pregunta nada.')
      await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click()
      await expect(toast(page, 'Versión publicada')).toBeVisible()
      expect(await asked()).toBeNull()
    },
  )
})
