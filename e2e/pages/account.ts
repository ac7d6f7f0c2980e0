import { expect, type Page } from '@playwright/test'

/** Signing in by the form, signing out from the profile, and the PIN in between. */

/** Fills the form of /login and sends it. */
export async function enterByForm(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

export const pressSignOut = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click()

/** By the button of the profile, until she is outside. */
export async function signOut(page: Page): Promise<void> {
  await pressSignOut(page)
  // Asked first where this device holds what is nowhere else.
  const sure = page.getByRole('button', { name: 'Cerrar sesión y borrarlo' })
  await Promise.race([sure.waitFor(), page.waitForURL(/\/landing$/)])
  if (await sure.isVisible()) await sure.click()
  await expect(page).toHaveURL(/\/landing$/)
}

/** Puts a PIN on this device, from the profile. */
export async function setPin(page: Page, pin: string): Promise<void> {
  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Poner un PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poner un PIN' })
  await dialog.getByLabel('PIN nuevo').fill(pin)
  await dialog.getByLabel('Repite el PIN').fill(pin)
  await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Quitar PIN' })).toBeVisible()
}
