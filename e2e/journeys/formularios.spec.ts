import type { Locator, Page, Route } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { closeToast, expectNoSidewaysScroll, REFUSED_LIVE } from '../pages/app.ts'
import { entriesOnDevice } from '../pages/device.ts'

/*
 * Forms of each mechanism, through every way in which a request fails: a form in a dialog, one whose draft is kept in the queue, and one that
 * starts something in the service. What all forms share is tested in `app/src/components/form/Form.test.tsx` and `app/src/lib/offline/queue.test.ts`.
 */

const LONG = 'Ñandúgarabatoslarguísimos'.repeat(8).slice(0, 110)

const FORMS: {
  name: string
  at: string
  within: (page: Page) => Locator
  open?: (page: Page) => Promise<void>
  fields: Record<string, string>
  button: string
  request: RegExp
  success: string
  /** How often it is stored. */
  stored: (her: Member) => PromiseLike<{ data: unknown[] | null }>
}[] = [
  {
    name: 'a contact',
    at: '/seguridad',
    within: (page) => page.getByRole('dialog'),
    open: (page) => page.getByRole('button', { name: 'Agregar contacto' }).first().click(),
    fields: { Nombre: 'Rosa', Teléfono: '55 1234 5678' },
    button: 'Guardar contacto',
    request: /\/contactos_emergencia/,
    success: 'Contacto agregado',
    stored: ({ client }) => client.from('contactos_emergencia').select('id'),
  },
  {
    name: 'a story',
    at: '/comunidad/blog',
    within: (page) => page.getByRole('region', { name: 'Comparte tu historia' }),
    fields: { Título: LONG, 'Tu historia': LONG },
    button: 'Enviar para revisión',
    request: /\/historias/,
    success: 'Historia enviada',
    stored: ({ client }) => client.from('historias').select('id').eq('es_mia', true),
  },
  {
    name: '«¿Llegaste?»',
    at: '/seguridad',
    within: (page) => page.getByRole('dialog'),
    open: (page) => page.getByRole('button', { name: 'Pregúntame si llegué' }).click(),
    fields: { '¿A dónde vas? (opcional)': LONG, 'Una nota (opcional)': LONG },
    button: 'Activar',
    request: /\/rpc\/iniciar_llegada/,
    success: 'Activo hasta',
    stored: ({ client }) => client.from('llegadas').select('id'),
  },
]

const FAILURES: Readonly<Record<string, (route: Route) => unknown>> = {
  'the network is cut': (route) => route.abort('connectionfailed'),
  'the service fails': (route) => route.fulfill({ status: 500, json: { message: 'roto', code: 'XX000' } }),
  'the session is refused': (route) => route.fulfill({ status: 401, json: { message: 'no', code: '' } }),
  'nothing answers': () => {},
}

test.use({ expectedErrors: [REFUSED_LIVE] })

for (const { name, at, within, open, fields, button, request, success, stored } of FORMS)
  test(`${name}: nothing typed is lost and nothing is claimed however it fails, and it arrives once`, async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    test.slow()
    const her = await makeMember()
    await signIn(page, her, at)
    const form = within(page)
    const send = form.getByRole('button', { name: button, exact: true })
    let answer: (route: Route) => unknown = (route) => route.fallback()
    await context.route(request, (route) =>
      ['GET', 'HEAD'].includes(route.request().method()) ? route.fallback() : answer(route),
    )
    const expectStored = async () => {
      for (const [label, text] of Object.entries(fields))
        await expect(form.getByLabel(label, { exact: true }), label).toHaveValue(text)
      await expect(page.getByText(success)).toHaveCount(0)
    }

    await open?.(page)
    for (const [label, text] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(text)
    for (const [what, how] of Object.entries(FAILURES))
      await test.step(what, async () => {
        answer = how
        await send.click()
        // She hears within ten seconds how it ended.
        const notice = page.getByRole('region', { name: /Avisos/ }).getByRole('listitem')
        await expect(notice.or(form.getByRole('alert')).first()).toBeVisible({ timeout: paced(15_000) })
        await expect(send).toBeEnabled()
        await expect(send).not.toHaveAttribute('aria-busy', 'true')
        await expectStored()
        await expectNoSidewaysScroll(page)
        await closeToast(page)
      })
    await test.step('the page is loaded again', async () => {
      // What she typed; nothing of it is on its way any more, which the next page would bring by itself.
      await expect.poll(() => entriesOnDevice(page)).toBe(1)
      await page.reload()
      await open?.(page)
      await expectStored()
    })
    await test.step('the answer is lost, and she presses again', async () => {
      answer = async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      }
      const lost = page.waitForEvent('requestfailed', (failed) => request.test(failed.url()))
      await send.click()
      await lost
      answer = (route) => route.fallback()
      // Another connection may have told her meanwhile that it is there.
      await expect(async () => {
        if ((await page.getByText(success).count()) === 0) await send.click({ timeout: 1_000 })
        await expect(page.getByText(success).first()).toBeVisible({ timeout: 2_000 })
      }).toPass()
      expect((await stored(her)).data).toHaveLength(1)
    })
  })
