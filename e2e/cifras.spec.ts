import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

test('an administradora reads how the house is, what may be counted, and takes it along; anybody reads how reliable it is', {
  tag: ['@phone', '@long'],
}, async ({ page, admin, signIn }) => {
  await signIn(page, admin, '/admin')
  await page.getByRole('link', { name: /^Estado de la casa/ }).click()
  // The house of the tests has no backup: that stands first, with what to do.
  const first = page.getByRole('listitem').first()
  await expect(first.getByRole('heading', { name: 'Respaldo' })).toBeVisible()
  await expect(first.getByText('Avisa a quien administra la máquina', { exact: false })).toBeVisible()
  await expect(page.getByText(/^Versión .*, en marcha/)).toBeVisible()

  await page.goto('/admin/cifras')
  await expect(page.getByText('Integrantes:')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar en CSV' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toMatch(/"periodo","desde","qué","valor"/)
  expect(file).not.toMatch(/,"[0-9]"(\r|$)/m)

  await page.goto('/confiabilidad')
  await expect(page.getByRole('heading', { name: 'Qué tan confiable es' })).toBeVisible()
})

test('a visitor reads how reliable the house is', { tag: ['@phone', '@long'] }, async ({ page }) => {
  await page.goto('/landing')
  await page.getByRole('link', { name: 'Qué tan confiable es' }).click()
  await expect(page.getByRole('heading', { name: 'Qué tan confiable es' })).toBeVisible()
  await expect(page.getByText('Ningún servicio funciona siempre.', { exact: false })).toBeVisible()
})
