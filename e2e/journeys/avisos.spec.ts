import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { exitButton, expectClear } from '../pages/app.ts'

test.use({ expectedErrors: [/Failed to load resource/], viewport: { width: 320, height: 568 } })

const shown = (page: Page) => page.getByRole('region', { name: /Avisos/ }).getByRole('listitem')

test('a notice covers neither the panic button nor the number, quick exit, the cross of a dialog or the button that tries again', async ({
  page,
  makeMember,
  signIn,
  context,
}) => {
  await test.step('at the end of a page', async () => {
    await page.goto('/login')
    const help = page.getByRole('link', { name: 'En una emergencia, marca 911' })
    const top = async (one: typeof help) => (await one.boundingBox())!
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(shown(page)).toHaveCount(1)
    await help.scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    for (const one of [help, exitButton(page)]) {
      await expect(async () => {
        const [notice, free] = [await top(shown(page)), await top(one)]
        const apart = notice.y >= free.y + free.height || free.y >= notice.y + notice.height
        expect(apart, JSON.stringify([notice, free])).toBe(true)
      }).toPass({ timeout: paced(3_000) })
    }
  })

  await test.step('of a dialog', async () => {
    await signIn(page, await makeMember(), '/seguridad')
    await page.getByRole('button', { name: 'Agregar contacto' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Agregar contacto' })
    await dialog.getByRole('button', { name: 'Guardar contacto' }).click()
    await expect(shown(page)).toHaveCount(1)
    // Its clock waits while it has the focus, wherever it is moved to; a pointer stays where it is.
    await shown(page).getByRole('button', { name: 'Cerrar aviso' }).focus()
    // Where a dialog does not fill the screen, its head is lower.
    for (const height of [568, 740, 860]) {
      await page.setViewportSize({ width: 320, height })
      for (const top of [0, 40, 1_000]) {
        await dialog.evaluate((element, to) => element.scrollTo(0, to), top)
        for (const name of ['Salir rápido', 'Cerrar']) {
          const way = dialog.getByRole('button', { name, exact: true })
          await expect(way).toBeInViewport({ ratio: 1 })
          await expect(async () => {
            const [notice, free] = [(await shown(page).boundingBox())!, (await way.boundingBox())!]
            const apart = notice.y >= free.y + free.height || free.y >= notice.y + notice.height
            expect(apart, JSON.stringify([height, top, notice, free])).toBe(true)
          }).toPass({ timeout: paced(3_000) })
        }
      }
    }
  })

  await test.step('on her safety', async () => {
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto('/seguridad')
    await expect(page.getByRole('button', { name: /^Botón de pánico/ })).toBeVisible()
    await page.getByRole('button', { name: /^Abrir chat con/ }).click()
    await expect(shown(page)).toHaveCount(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(shown(page)).toHaveCount(1)
    for (const one of [
      page.getByRole('button', { name: /^Botón de pánico/ }),
      page.getByRole('link', { name: 'Llamar al 911' }),
      exitButton(page),
    ]) {
      await expect(one).toBeInViewport({ ratio: 1 })
      await expectClear(page, one)
    }
  })

  await test.step('of a call that failed', async () => {
    await context.route('**/rest/v1/directorio_terapeutas?*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await page.goto('/directorio-terapeutas')
    await expect(shown(page)).toHaveCount(1, { timeout: paced(15_000) })
    const again = page.getByRole('button', { name: 'Reintentar' })
    for (const top of [0, 60, 120, 180]) {
      await page.evaluate((to) => window.scrollTo(0, to), top)
      await expect(async () => {
        const [notice, free] = [(await shown(page).boundingBox())!, (await again.boundingBox())!]
        const apart = notice.y >= free.y + free.height || free.y >= notice.y + notice.height
        expect(apart, JSON.stringify([top, notice, free])).toBe(true)
      }).toPass({ timeout: paced(3_000) })
    }
  })
})

test('a notice that comes under a finger takes no press that began before it', async ({ page }) => {
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Iniciar sesión' })
  await submit.click()
  const { x, y, width, height } = (await shown(page).boundingBox())!
  await shown(page).getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(shown(page)).toHaveCount(0)
  const at = [x + width / 3, y + height / 2] as const
  await page.evaluate(([left, top]) => {
    const below = document.createElement('button')
    below.style.cssText = `position: fixed; left: ${left - 10}px; top: ${top - 10}px; width: 20px; height: 20px`
    below.addEventListener('click', () => Object.assign(below, { textContent: 'sí' }))
    below.id = 'debajo'
    document.body.append(below)
  }, at)
  await page.mouse.move(...at)
  await page.mouse.down()
  // An answer comes meanwhile: of what was pressed before, or of another device.
  await submit.evaluate((button: HTMLButtonElement) => button.form!.requestSubmit())
  await page.mouse.up()
  await expect(page.locator('#debajo')).toHaveText('sí')
  await expect(shown(page)).toHaveCount(1)
  // It also comes where the finger stays down.
  await shown(page).getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(shown(page)).toHaveCount(0)
  await page.mouse.move(...at)
  await page.mouse.down()
  await submit.evaluate((button: HTMLButtonElement) => button.form!.requestSubmit())
  await expect(shown(page)).toHaveCount(1)
  await page.mouse.up()
})
