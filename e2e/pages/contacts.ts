import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect, type Member } from '../fixtures.ts'
import { addContact, LUCIA } from './safety.ts'

/** Her contacts' side: people without an account, each with a browser of their own. */

type NewContact = typeof LUCIA

/** A contact of hers, invited. @returns its id and the code of the link that she would share */
export async function invite(member: Member, contact: NewContact = LUCIA) {
  await addContact(member, contact)
  const { data } = await member.client
    .from('contactos_emergencia')
    .select('id')
    .eq('user_id', member.id)
    .eq('telefono', contact.telefono)
    .single()
  const { data: codigo, error } = await member.client.rpc('invitar_contacto', { contacto_id: data!.id })
  expect(error).toBeNull()
  return { id: data!.id as string, codigo: codigo as string }
}

/** Says yes on the page of an invitation, with no way chosen yet. */
export async function acceptWithoutWay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Acepto y elijo después' }).click()
}

/** What she can know of her contacts. */
export async function confianzasOf(member: Member) {
  const { data, error } = await member.client.rpc('mis_confianzas')
  expect(error).toBeNull()
  return data as { contacto_id: string; estado: string; vias: { via: string; confirmada: boolean }[] }[]
}

/** A telephone of somebody who has no account, and what its console complained of. */
export async function openPhone(
  browser: Browser,
  baseURL: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    viewport: { width: 360, height: 640 },
    reducedMotion: 'reduce',
    ...options,
  })
  return { context, page: await context.newPage() }
}

/** Everything that a browser keeps of a site, as one text. */
export async function storedBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const bases = await indexedDB.databases()
    const names = await caches.keys()
    const worker = await navigator.serviceWorker.getRegistrations()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      bases.map(({ name }) => name),
      names,
      worker.map(({ scope }) => new URL(scope).pathname),
    ])
  })
}

const NOTHING_STORED = JSON.stringify([{}, {}, '', [], [], []])
export const expectNothingStored = (page: Page): Promise<void> =>
  expect.poll(() => storedBy(page)).toBe(NOTHING_STORED)

type Device = { endpoint: string; p256dh: string; auth: string }

/** The vendors' push services cannot be asked here: that part of the browser alone is replaced. */
export async function subscribeAs(page: Page, { endpoint, p256dh, auth }: Device): Promise<void> {
  await page.addInitScript(
    (device) => {
      let current: object | null = null
      PushManager.prototype.getSubscription = async () => current as PushSubscription | null
      PushManager.prototype.subscribe = async (options) => {
        if (!options?.userVisibleOnly || String(options.applicationServerKey).length < 80)
          throw new TypeError('key')
        current = {
          endpoint: device.endpoint,
          toJSON: () => ({ endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } }),
          unsubscribe: async () => {
            current = null
            return true
          },
        }
        return current as PushSubscription
      }
    },
    { endpoint, p256dh, auth },
  )
}

/** Hands messages to the worker of contacts' notices, as the browser's push service would. */
export async function pushTo(page: Page): Promise<(message: unknown) => Promise<void>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(
        ({ isDeleted, scopeURL }) => !isDeleted && new URL(scopeURL).pathname === '/confianza/',
      )
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return async (message) => {
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    })
  }
}

/** The notices that a contact's device shows. */
export const noticesOn = (page: Page) =>
  page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations()
    const notices = await Promise.all(workers.map((worker) => worker.getNotifications()))
    return notices.flat().map(({ title, body, tag }) => ({ title, body, tag }))
  })
