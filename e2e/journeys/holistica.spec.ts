import { expect, test } from '../fixtures.ts'
import { REFUSED } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED], viewport: { width: 320, height: 568 } })

  test('the cards: two spreads, each card turned by a tap and whole on a small screen, never twice the same, and again without a network', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember())
    // It works offline once the service worker has cached the app.
    await waitUntilStored(page)
    await page.goto('/holistica')
    await expect(page.getByRole('heading', { name: 'Tarot' })).toBeVisible()
    await context.setOffline(true)

    await page.getByRole('button', { name: 'Tirada de 5 cartas' }).click()
    await expect(page.getByRole('heading', { name: 'Tirada de 5 cartas' })).toBeFocused()
    const names = new Set<string>()
    for (const posicion of ['Pasado', 'Presente', 'Futuro', 'Obstáculo', 'Mensaje del Alma']) {
      const place = page.getByRole('listitem').filter({ hasText: posicion })
      await expect(place.getByText(/^Respuesta/)).toHaveCount(0)
      await place.getByRole('button', { name: `Descubrir: Carta de ${posicion}` }).click()
      await expect(place.getByText(/^Respuesta: (Sí|No|Tal vez)$/)).toBeVisible()
      names.add((await place.getByRole('heading').textContent())!)
    }
    expect(names.size).toBe(5)

    const [first] = names
    await page.getByRole('button', { name: `Ver ${first} en grande` }).click()
    const picture = page.getByRole('dialog').getByRole('img', { name: `La carta ${first}` })
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight))
      .toBeGreaterThan(0)
    await page.keyboard.press('Escape')

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Tirada de 5 cartas' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Ver .* en grande$/ })).toHaveCount(5)
    await expect(page.getByRole('button', { name: `Ver ${first} en grande` })).toBeVisible()
    await page.getByRole('button', { name: 'Hacer otra tirada' }).click()
    await page.getByRole('button', { name: 'Tirada Sí o No' }).click()
    await expect(page.getByRole('button', { name: /^Descubrir/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Descubrir: Tu carta' }).press('Enter')
    await expect(page.getByText(/^Respuesta: (Sí|No|Tal vez)$/)).toBeVisible()
  })
})
