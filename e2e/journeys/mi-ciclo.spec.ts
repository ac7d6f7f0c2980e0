import { expect, test } from '../fixtures.ts'
import { expectAccessible, goWithin } from '../pages/app.ts'

test('her own history: today in a tap, what another app kept, the day on the wellbeing page, and none of it leaves the device', async ({
  page,
  makeMember,
  signIn,
}) => {
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  )
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  await page.clock.install({ time: new Date('2028-03-01T12:00:00-06:00') })
  await signIn(page, await makeMember(), '/bienestar')
  await page.getByRole('main').getByRole('link', { name: 'Mi ciclo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mi ciclo' })).toBeAttached()
  await expect(page).not.toHaveTitle(/ciclo/i)

  const drip = [
    'date,bleeding.value,bleeding.exclude,pain.cramps',
    '2028-01-04,2,false,true',
    '2028-01-05,1,false,',
    '2028-02-01,3,false,',
  ].join('\n')
  await page
    .getByLabel('Archivo con tu ciclo')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(drip) })
  await expect(page.getByText('De drip: 2 inicios y 3 días con apuntes.')).toBeVisible()
  await expect(page.getByText('Día 30 de tu ciclo')).toHaveCount(0)
  await page.getByRole('button', { name: 'Anotarlo' }).click()
  await expect(page.getByRole('heading', { name: 'Día 30 de tu ciclo' })).toBeVisible()
  await expect(page.getByText('¿Llegó?')).toBeVisible()

  await page.getByRole('button', { name: 'Empezó hoy' }).click()
  await page.getByRole('button', { name: 'Cólicos', exact: true }).click()
  // 28 and 29 days: 29 from today, four to each side.
  await expect(page.getByText('hacia el 30 mar (del 26 mar al 3 abr)')).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Día 1 de tu periodo' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cólicos', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await goWithin(page, '/bienestar')
  await expect(page.getByRole('listitem').filter({ hasText: 'Ciclo menstrual' })).toContainText(
    'Día 1según lo que anotaste',
  )
  // Which days of the month have an entry of the diary is asked for: the month is in that.
  const own = sent.filter((each) => !each.includes('/diario_personal?select=fecha&'))
  expect(own.filter((each) => /2028-0[123]-\d\d(?!T)|colicos|inicio 2028/.test(each))).toEqual([])

  await goWithin(page, '/ciclo')
  await page.getByRole('button', { name: 'Borrar todo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar todo' }).click()
  await expect(page.getByText('Anota cuándo empezó tu último periodo')).toBeVisible()
})
