import type { Page } from '@playwright/test'
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

test('it is on every screen, and covers neither the panic button nor the tabs nor what a room ends with', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember())
  const button = page.getByRole('button', { name: 'Abrir chat con Psicóloga AI' })
  const apart = async (other: ReturnType<Page['locator']>) => {
    const [a, b] = [(await button.boundingBox())!, (await other.boundingBox())!]
    const overlap = a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    expect(overlap, 'they overlap').toBe(false)
  }
  const size = page.viewportSize()!
  await page.setViewportSize({ width: size.width, height: Math.min(size.height, 560) })
  for (const path of ['/', '/perfil', '/seguridad/apoyo-y-refugios']) {
    await page.goto(path)
    await expect(button).toBeInViewport()
    const tabs = page.getByRole('navigation', { name: 'Principal', exact: true }).filter({ visible: true })
    await apart(tabs)
  }

  await page.goto('/seguridad')
  const panic = page.getByRole('button', { name: /pánico/i })
  await expect(panic).toBeVisible()
  for (let from = 0; from < 1200; from += 100) {
    await page.evaluate((top) => scrollTo(0, top), from)
    await apart(panic)
  }
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport()

  await page.goto('/comunidad/salas')
  await page
    .getByRole('link', { name: /Unirme a la sala/ })
    .first()
    .click()
  const field = page.getByPlaceholder('Escribe un mensaje...')
  await field.fill('Hola')
  await apart(field)
  await apart(page.getByRole('button', { name: 'Enviar', exact: true }))
})
