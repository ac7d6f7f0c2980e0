import { expect, test } from './fixtures.ts'
import { expectAccessible, toast } from './pages/app.ts'

test('the assistant opens, says what it cannot do yet, takes a name, and closes', { tag: '@long' }, async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember())
  const button = page.getByRole('button', { name: 'Abrir chat con Psicóloga AI' })
  await button.click()
  await expect(toast(page, '🚧 Chat con IA en desarrollo')).toContainText(
    'Esta función estará disponible pronto para conversar.',
  )
  const panel = page.getByRole('dialog', { name: 'Psicóloga AI' })
  await expect(panel.getByText('Chat en desarrollo')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Mensaje' })).toBeDisabled()
  await expect(panel.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  const { height, width } = await panel.locator('> div > div').evaluate((box) => ({
    height: box.getBoundingClientRect().height / innerHeight,
    width: box.getBoundingClientRect().width,
  }))
  expect(height).toBeCloseTo(0.6, 2)
  expect(width).toBeLessThanOrEqual(384)
  await expectAccessible(page)

  const settings = panel.getByRole('button', { name: 'Ajustes del asistente' })
  await settings.click()
  const overlay = page.getByRole('dialog', { name: 'Ajustes del asistente' })
  const name = overlay.getByLabel('Nombre del asistente')
  await expect(name).toHaveValue('Psicóloga AI')
  await overlay.getByRole('button', { name: 'Subir imagen' }).click()
  await expect(toast(page, 'Pronto podrás subir una imagen personalizada.')).toBeVisible()
  await expectAccessible(page)
  await name.fill('Otra')
  await overlay.getByRole('button', { name: 'Cancelar' }).click()
  await expect(overlay).toBeHidden()
  await expect(settings).toBeFocused()
  await settings.click()
  await expect(name).toHaveValue('Psicóloga AI')
  await name.fill('Jacinta')
  await overlay.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Ajustes guardados')).toContainText('Tu asistente ahora se llama Jacinta.')
  await expect(overlay).toBeHidden()
  const renamed = page.getByRole('dialog', { name: 'Jacinta' })
  await renamed.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(renamed).toBeHidden()
  const again = page.getByRole('button', { name: 'Abrir chat con Jacinta' })
  await expect(again).toBeFocused()

  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('assistantConfig')!))).toEqual({
    name: 'Jacinta',
    avatar: '',
  })
  await page.reload()
  await again.click()
  await expect(renamed).toBeVisible()
  // A tap on the backdrop closes it as well.
  await page.mouse.click(10, 10)
  await expect(renamed).toBeHidden()
})
