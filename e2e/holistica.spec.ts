import { expect, test } from './fixtures.ts'
import { expectAccessible, REFUSED } from './pages/app.ts'
import { waitUntilKept } from './pages/device.ts'

test.describe('without a connection', () => {
  // What the shell had not asked for yet when the network went.
  test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED] })

  test('the cards: two spreads, each card turned by a tap, never twice the same, and again', {
    tag: ['@phone', '@long'],
  }, async ({ page, context, makeMember, signIn }) => {
    await signIn(page, await makeMember())
    // It works offline once the service worker has cached the app.
    await waitUntilKept(page)
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

for (const [width, height] of [
  [320, 568],
  [360, 640],
  [360, 740],
] as const) {
  test(`a card that was laid is whole on the screen, and large: ${width} by ${height}`, {
    // The smallest is the one where it fails first.
    tag: width === 320 ? '@phone' : ['@phone', '@long'],
  }, async ({ page, makeMember, signIn }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, await makeMember(), '/holistica')
    for (const [tirada, carta] of [
      ['Tirada Sí o No', 'Descubrir: Tu carta'],
      ['Tirada de 5 cartas', 'Descubrir: Carta de Pasado'],
    ] as const) {
      await page.getByRole('button', { name: tirada }).click()
      const box = async () => {
        const card = page.getByRole('button', { name: carta })
        // Until it is laid it stands where it comes from, however short that is.
        await card.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
        return (await card.boundingBox())!
      }
      /** What the bars above and below leave of the screen. */
      const free = await page.evaluate(() => {
        const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
        return [Number.parseFloat(scrollPaddingTop), innerHeight - Number.parseFloat(scrollPaddingBottom)]
      })
      const { y, height: long, width: wide } = await box()
      expect(y, `${tirada}: its upper edge`).toBeGreaterThanOrEqual(free[0]! - 1)
      expect(y + long, `${tirada}: its lower edge`).toBeLessThanOrEqual(free[1]! + 1)
      expect(wide, `${tirada}: as large as there is room for`).toBeGreaterThanOrEqual(176)
      await page.getByRole('button', { name: 'Hacer otra tirada' }).click()
    }
  })
}

test('@phone @long the reading and every practice: what is not there yet says so', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember(), '/holistica')
  const dismissNotice = async () => {
    await expect(notice).toBeVisible()
    await page.keyboard.press('F8')
    await page.keyboard.press('Escape')
    await expect(notice).toHaveCount(0)
  }
  const notice = page.getByText('🚧 Función en desarrollo', { exact: true })
  await page.getByRole('button', { name: 'Agendar mi lectura' }).click()
  await dismissNotice()

  for (const [section, action] of [
    ['Rituales', /^Guiarme paso a paso/],
    ['Baños de energía', /^Recordarme este baño/],
    ['Meditaciones', /^Escuchar la meditación/],
  ] as const) {
    await page.getByRole('button', { name: section, exact: true }).click()
    await expect(page.getByRole('button', { name: action })).toHaveCount(5)
    await page.getByRole('button', { name: action }).first().click()
    await dismissNotice()
  }
  await page.getByRole('button', { name: 'Tirada Sí o No' }).click()
  await expectAccessible(page)
})
