import type { Page } from '@playwright/test'
import { expect, type Member, test } from './fixtures.ts'
import { expectAccessible, REFUSED, toast } from './pages/app.ts'
import { waitUntilKept } from './pages/device.ts'

async function downloadsOf(member: Member): Promise<number> {
  const { count, error } = await member.client.from('descargas_libros').select('*', { count: 'exact' })
  expect(error).toBeNull()
  return count!
}

/** Opens the page once the service worker has cached the app, so that it also opens offline. */
async function settled(page: Page) {
  await waitUntilKept(page)
}

test.describe('the library', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('records a download once, before the file opens; what was downloaded opens without a connection', {
    tag: '@whole',
  }, async ({ page, context, makeMember, signIn }) => {
    const member = await makeMember()
    await signIn(page, member)
    await settled(page)
    await page.goto('/biblioteca')
    const week = page.getByRole('region', { name: 'Esta semana' })
    const buttons = week.getByRole('button', { name: /^Descargar/ })
    await expect(buttons.first()).toBeVisible()
    expect(await buttons.count()).toBeGreaterThanOrEqual(2)
    await expect(week.getByText('Libro sin archivo (demo)')).toBeVisible()
    await expect(week.getByText('Su archivo llega pronto.')).toBeVisible()
    await expectAccessible(page)

    const order: string[] = []
    await page.route('**/rest/v1/descargas_libros*', async (route) => {
      const response = await route.fetch()
      order.push('recorded')
      await route.fulfill({ response })
    })
    context.on('request', (request) => {
      if (request.url().endsWith('.pdf')) order.push('asked for the file')
    })
    const name = (await buttons.first().getAttribute('aria-label'))!.slice('Descargar «'.length, -1)
    let goOn = () => {}
    const hasLooked = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/*.pdf', async (route) => {
      await hasLooked
      await route.continue()
    })
    const opened = page.waitForEvent('popup')
    await buttons.first().dblclick()
    const tab = await opened
    await expect(week.getByRole('progressbar')).toBeVisible()
    goOn()
    const kept = week.getByRole('link', { name: `Abrir «${name}»` })
    await expect(kept).toBeVisible()
    expect(order.slice(0, 2)).toEqual(['recorded', 'asked for the file'])
    expect(await downloadsOf(member)).toBe(1)
    await expect.poll(() => tab.isClosed() || tab.url().endsWith('.pdf')).toBe(true)
    await expect(kept).toHaveAttribute('target', '_blank')

    await context.setOffline(true)
    await page.reload()
    const device = page.getByRole('region', { name: 'En este dispositivo' })
    const link = device.getByRole('link', { name })
    await expect(link).toBeVisible()
    const start = await page.evaluate(
      async (href) => (await (await fetch(href)).text()).slice(0, 5),
      (await link.getAttribute('href'))!,
    )
    expect(start).toBe('%PDF-')
    await expectAccessible(page)
    await device.getByRole('button', { name: `Quitar «${name}» de este dispositivo` }).click()
    await expect(device).toHaveCount(0)
    expect(await page.evaluate(async () => (await (await caches.open('lecturas')).keys()).length)).toBe(0)
  })

  test('@phone @long says each failure in its own words, and opens nothing that was not recorded', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const member = await makeMember()
    await signIn(page, member)
    const fail = (table: string) =>
      page.route(`**/rest/v1/${table}*`, (route) => route.fulfill({ status: 400, body: '{}' }))

    await fail('rpc/get_current_week')
    await page.goto('/biblioteca')
    await expect(page.getByRole('alert')).toContainText('No se pudo obtener la semana actual.')
    await page.unroute('**/rest/v1/rpc/get_current_week*')
    await fail('biblioteca_libros')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('alert')).toContainText('No se pudieron cargar los libros.')
    await page.unroute('**/rest/v1/biblioteca_libros*')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    const button = page.getByRole('button', { name: /^Descargar/ }).first()
    await expect(button).toBeVisible()

    await fail('descargas_libros')
    const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await expect(toast(page, 'No se pudo registrar la descarga. Inténtalo de nuevo.')).toBeVisible()
    await expect.poll(() => tab.isClosed()).toBe(true)
    await expect(button).toBeEnabled()
    expect(await downloadsOf(member)).toBe(0)

    await page.route('**/rest/v1/biblioteca_libros*', (route) => route.fulfill({ json: [] }))
    await page.reload()
    await expect(page.getByText('No hay libros disponibles para esta semana. ¡Vuelve pronto!')).toBeVisible()
  })
})
