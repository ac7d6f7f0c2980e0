import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const form = (page: Page) => page.getByRole('region', { name: 'Comparte tu historia' })
const mine = (page: Page) => page.getByRole('region', { name: 'Tus historias' })
const all = (page: Page) => page.getByRole('region', { name: 'Historias', exact: true })

async function write(page: Page, titulo: string, contenido: string) {
  await form(page).getByLabel('Título').fill(titulo)
  await form(page).getByLabel('Tu historia').fill(contenido)
}

const send = (page: Page) => form(page).getByRole('button', { name: 'Enviar para revisión' }).click()

async function expectNoViolations(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect((await new AxeBuilder({ page }).analyze()).violations, colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the blog as it stands for whoever comes first, and what it asks for', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember())
  await page.goto('/comunidad/blog')
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()

  // The two seed posts, with author, title, text and two counts that do nothing; kept as specified.
  for (const title of ['Aquí tu historia tiene lugar', 'Contar sin ponerte en riesgo']) {
    const post = all(page)
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title }) })
    await expect(post.getByText('Equipo Amparo')).toBeVisible()
    await post.getByRole('button', { name: 'Me gusta: 0' }).click()
    await post.getByRole('button', { name: 'Comentarios: 0' }).click()
    await expect(post.getByRole('button', { name: 'Me gusta: 0' })).toBeVisible()
  }
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('blogPosts')!) as object[])
  expect(kept).toHaveLength(2)

  await expect(form(page).getByLabel('Publicar como anónima')).toBeChecked()
  await expect(
    page.getByText('Todos los textos son revisados por nuestro equipo antes de publicarse.'),
  ).toBeVisible()
  await write(page, '  ', 'Algo \u200b')
  await send(page)
  await expect(page.getByText('❌ Campos vacíos', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Por favor, escribe un título y el contenido de tu historia.', { exact: true }),
  ).toBeVisible()
  await expect(mine(page)).toHaveCount(0)
  await expectNoViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
