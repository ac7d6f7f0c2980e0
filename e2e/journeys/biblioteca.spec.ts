import { expect, test } from '../fixtures.ts'
import { expectAccessible, REFUSED } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'

test.use({ expectedErrors: [REFUSED] })

test('the library records a download once, before the file opens; what was downloaded opens without a connection', {
  tag: '@whole',
}, async ({ page, context, makeMember, signIn }) => {
  const member = await makeMember()
  await signIn(page, member)
  await waitUntilStored(page)
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
  expect((await member.client.from('descargas_libros').select('*', { count: 'exact' })).count).toBe(1)
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
