import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { openPhone } from '../pages/contacts.ts'

/** From opening Amparo for the first time to a contact who would really be reached, by the shortest way, with a budget for it. */

test.use({ viewport: { width: 360, height: 740 }, savesData: false, hasReadAdvice: false })

/** The words in sight without scrolling, of the dialog where one is open. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
    let words = 0
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const box = range.getBoundingClientRect()
      const seen =
        box.width > 1 &&
        box.height > 1 &&
        box.top < innerHeight &&
        box.bottom > 0 &&
        parent?.checkVisibility()
      if (seen && !parent?.closest('option, select, .sr-only, [aria-hidden=true]'))
        words += walker.currentNode.textContent!.split(/\s+/).filter(Boolean).length
    }
    return words
  })

/** Counts presses and the words of each screen. */
function counter() {
  const screens: [name: string, words: number][] = []
  let taps = 0
  return {
    tap: async (locator: Locator) => {
      taps += 1
      await locator.click()
    },
    choose: async (locator: Locator, value: string) => {
      taps += 1
      await locator.selectOption(value)
    },
    see: async (name: string, page: Page) => {
      screens.push([name, await wordsOn(page)])
    },
    sum: () => ({ taps, screens: screens.length, words: screens.reduce((all, [, words]) => all + words, 0) }),
    told: () => screens.map(([name, words]) => `${name} ${words}`).join(', '),
  }
}

test('a newcomer asks her first contact, who is reachable by the words of both', async ({
  page,
  browser,
  baseURL,
  nextMail,
  context,
}) => {
  await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
  const her = counter()
  const email = `nueva-${crypto.randomUUID()}@ejemplo.mx`
  await page.goto('/landing')
  await expect(page.getByRole('link', { name: 'Crear mi cuenta' })).toBeInViewport({ ratio: 1 })
  await her.see('landing', page)
  await her.tap(page.getByRole('link', { name: 'Crear mi cuenta' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crea tu cuenta')
  await her.see('register', page)
  await page.getByLabel('Nombre').fill('Ana')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill('jacarandas en flor')
  await her.choose(page.getByLabel('Identidad de género'), 'mujer cis')
  await her.tap(page.getByRole('button', { name: 'Crear mi cuenta' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisa tu correo')
  await her.see('mail', page)
  const { text } = await nextMail(email)
  await page.getByLabel('Código', { exact: true }).fill(/\b\d{6,8}\b/.exec(text)![0])
  await her.tap(page.getByRole('button', { name: 'Usar el código' }))

  const first = page.getByRole('region', { name: 'Deja lista tu alerta' })
  await expect(first.getByRole('button', { name: 'Agregar a alguien' })).toBeInViewport()
  await her.see('home', page)
  await her.tap(first.getByRole('button', { name: 'Agregar a alguien' }))
  const form = page.getByRole('dialog', { name: 'Agregar contacto' })
  await form.getByLabel('Nombre').fill('Mamá')
  await form.getByLabel('Teléfono').fill('55 1234 5678')
  await her.tap(form.getByRole('button', { name: 'Guardar contacto' }))
  const invite = page.getByRole('dialog', { name: 'Invitar a Mamá' })
  const whatsapp = invite.getByRole('link', { name: 'Escribirle por WhatsApp' })
  await expect(whatsapp).toBeVisible()
  await her.see('invite', page)
  const message = new URL((await whatsapp.getAttribute('href'))!).searchParams.get('text')!
  await her.tap(whatsapp)
  expect(her.sum().taps, her.told()).toBeLessThanOrEqual(10)
  expect(her.sum().screens, her.told()).toBeLessThanOrEqual(5)
  expect(her.sum().words, her.told()).toBeLessThanOrEqual(250)

  // Her mother, on a phone of her own and without an account.
  const link = /https?:\S+\/confianza\/\S+$/.exec(message)![0]
  const mother = counter()
  const { context: phone, page: theirs } = await openPhone(browser, baseURL!, {
    viewport: { width: 360, height: 740 },
  })
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('te pide ser su contacto')
  await mother.see('invitation', theirs)
  const address = `mama-${crypto.randomUUID()}@ejemplo.mx`
  await theirs.getByLabel('Tu correo').fill(address)
  await mother.tap(theirs.getByRole('button', { name: 'Acepto, por correo' }))
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Eres contacto de confianza')
  const mail = await nextMail(address)
  const confirming = await phone.newPage()
  await confirming.goto(
    new URL(mail.links.find((found) => found.includes('/confianza/confirmar/'))!).pathname,
  )
  await mother.see('confirm', confirming)
  await mother.tap(confirming.getByRole('button', { name: 'Confirmar mi correo' }))
  await expect(confirming.getByRole('heading', { level: 1 })).toHaveText('Listo: tu correo recibe avisos')
  expect(mother.sum().taps, mother.told()).toBeLessThanOrEqual(4)
  expect(mother.sum().screens, mother.told()).toBeLessThanOrEqual(2)
  expect(mother.sum().words, mother.told()).toBeLessThanOrEqual(120)
  await phone.close()

  await page.goto('/seguridad')
  await expect(page.getByText(/Aceptó: correo.*Comprobado el/)).toBeVisible()
})
