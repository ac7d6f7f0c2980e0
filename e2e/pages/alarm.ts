import type { Browser, Locator, Page } from '@playwright/test'
import { expect, type Member } from '../fixtures.ts'

/** Her side of the alarm: contacts who said yes, and what the service knows of an alert. */

type Anonymous = Member['client']
type NextMail = (address: string, after?: number) => Promise<{ links: string[] }>

/**
 * Everybody among her contacts says yes and confirms an address, as the pages of a contact do it.
 *
 * @returns where each reads mail, in the order of her list
 */
export async function acceptAll(
  { id, client }: Member,
  nobody: Anonymous,
  nextMail: NextMail,
): Promise<string[]> {
  const { data: contacts } = await client
    .from('contactos_emergencia')
    .select('id')
    .eq('user_id', id)
    .order('prioridad')
  const addresses = contacts!.map((contact) => `${contact.id}@correo.mx`)
  for (const [index, contact] of contacts!.entries()) {
    const { data: codigo } = await client.rpc('invitar_contacto', { contacto_id: contact.id })
    const correo = addresses[index]!
    const { error } = await nobody.rpc('responder_invitacion', { codigo, acepta: true, correo })
    expect(error).toBeNull()
    const clave = keyIn((await nextMail(correo)).links, '/confianza/confirmar/')
    expect((await nobody.rpc('confirmar_contacto', { clave })).data).toBe(true)
  }
  return addresses
}

/** The last part of the link in a mail that begins like this. */
export function keyIn(links: readonly string[], path: string): string {
  const link = links.map((href) => new URL(href)).find(({ pathname }) => pathname.startsWith(path))
  return link!.pathname.slice(path.length)
}

/** Her alerts as the service has them, with what became of each. */
export async function alertsOf({ id, client }: Member) {
  const { data, error } = await client
    .from('alertas')
    .select(
      'id, estado, motivo, con_pin, origen, pulsaciones, sale_en, cerrada_en, latitud, entregas(contacto_id, via, estado)',
    )
    .eq('user_id', id)
    .order('creada_en')
  expect(error).toBeNull()
  return data!
}

export const alarmPanel = (page: Page): Locator =>
  page.getByRole('region', { name: 'Tu alerta', exact: true })

export const people = (page: Page): Locator =>
  alarmPanel(page).getByRole('list', { name: 'A quién le llega' }).getByRole('listitem')

/** «Estoy a salvo» or «Fue por error», and the question behind it. */
export async function endAlarm(page: Page, word: string): Promise<void> {
  await alarmPanel(page).getByRole('button', { name: word }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar la alerta' }).click()
}

/** The line above every other page. */
export const banner = (page: Page): Locator => page.getByRole('link', { name: /^Sigue abierta desde las/ })

/** Another browser of hers. */
export async function anotherDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ permissions: [] })
  return context.newPage()
}
