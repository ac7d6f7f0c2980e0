import { expect, test } from '../fixtures.ts'
import { expectAccessible, goWithin, toast } from '../pages/app.ts'

test('the calculator counts, shows it in words, and sends nothing; the device remembers the date until she erases it', async ({
  page,
  makeMember,
  signIn,
}) => {
  // The app goes on asking for what is hers (an open alert, a new token): none of it may carry a day of her cycle.
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  )
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  await page.clock.install({ time: new Date('2028-02-20T12:00:00-06:00') })
  await signIn(page, await makeMember(), '/sexualidad')
  const date = page.getByLabel('Inicio de tu último periodo')
  await expect(date).toHaveAttribute('min', '1900-01-01')
  await expect(date).toHaveAttribute('max', '2028-02-20')
  await expect(page.getByText('no es un método anticonceptivo')).toBeVisible()

  await page.getByRole('button', { name: 'Calcular' }).click()
  await expect(toast(page, 'Fecha requerida')).toBeVisible()
  await expect(toast(page, 'Por favor selecciona la fecha de inicio de tu último periodo.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tu ciclo' })).toHaveCount(0)

  for (const outside of ['2028-02-21', '1899-12-31']) {
    await date.fill(outside)
    await page.getByRole('button', { name: 'Calcular' }).click()
    await expect(page.getByText('Elige un día entre el 1 de enero de 1900 y hoy.')).toBeVisible()
  }

  await date.fill('2028-02-10')
  await page.getByRole('button', { name: 'Calcular' }).click()
  const result = page.getByRole('region', { name: 'Tu ciclo' })
  await expect(result.getByRole('heading', { name: 'Tu ciclo estimado' })).toBeFocused()
  await expect(result.getByRole('definition')).toHaveText([
    '10 de febrero de 2028',
    'del 20 de febrero de 2028 al 25 de febrero de 2028',
    '24 de febrero de 2028',
    '9 de marzo de 2028',
  ])
  await expect(
    result.getByRole('img', { name: /próximo periodo el 9 de marzo de 2028; hoy es el día 11/ }),
  ).toBeVisible()
  await result.getByRole('button', { name: /24 de febrero de 2028, ovulación estimada/ }).click()
  await expect(result.getByText('jueves, 24 de febrero de 2028: ovulación estimada.')).toBeVisible()
  await result.getByRole('button', { name: 'Mes siguiente' }).click()
  await expect(result.getByRole('button', { name: /9 de marzo de 2028, próximo periodo/ })).toBeVisible()
  expect(sent.filter((each) => /2028-0(2-10|2-24|2-25|3-09)/.test(each))).toEqual([])

  await expectAccessible(page)
  // The device remembers it, here as on the page of wellbeing; and here it is erased.
  await page.reload()
  await expect(date).toHaveValue('2028-02-10')
  await expect(result.getByRole('heading', { name: 'Tu ciclo estimado' })).not.toBeFocused()
  await result.getByRole('button', { name: 'Borrar esta fecha' }).click()
  await expect(result).toHaveCount(0)
  await goWithin(page, '/bienestar')
  await expect(page.getByRole('link', { name: 'Calcular mi ciclo' })).toBeVisible()
  await goWithin(page, '/sexualidad')
  await expect(page.getByRole('button', { name: 'Calcular' })).toBeVisible()
  await expect(date).toHaveValue('')
  await expect(result).toHaveCount(0)
})
