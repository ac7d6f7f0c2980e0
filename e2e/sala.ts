import type { Page } from '@playwright/test'
import { expect, type Member } from './fixtures.ts'

export type Sala = { id: string; nombre: string }

/** A circle of the test's own, made by the admin. */
export async function makeSala(admin: Member, icono = 'amor_propio'): Promise<Sala> {
  const nombre = `Prueba ${crypto.randomUUID().slice(0, 8)}`
  const { data, error } = await admin.client
    .from('salas_comunidad')
    .insert({ nombre, descripcion: 'Una sala de prueba', icono })
    .select('id, nombre')
    .single()
  expect(error).toBeNull()
  return data as Sala
}

/** The row of a circle in the list, which may stand among the quiet ones. */
export async function rowOf(page: Page, { nombre }: Sala) {
  const row = page.getByRole('listitem').filter({ hasText: nombre })
  const more = page.getByRole('button', { name: /^Más círculos/ })
  await expect(row.or(more).first()).toBeVisible()
  if ((await row.count()) === 0) await more.click()
  return row
}
