import type { BrowserContext, Locator, Page } from '@playwright/test'
import { test as base, expect, type Member } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { answersOnDevice } from './device.ts'

/** The safety page: contacts, the press, the event that it leaves, and a device or a service that fails. */

export const ZOCALO = { latitude: 19.4326, longitude: -99.1332, accuracy: 38 }
export const LUCIA = { nombre: 'Lucía', telefono: '+525512345678', prioridad: 1 }
export const BEA = { nombre: 'Bea', telefono: '+573001234567', prioridad: 2 }

type NewContact = { nombre: string; telefono: string; prioridad: number }

interface SafetyFixtures {
  /** A member with these contacts, inside /seguridad, and its page once everything on it has come. */
  enter: (contacts: NewContact[]) => Promise<Member>
}

export const test = base.extend<SafetyFixtures>({
  enter: async ({ page, context, makeMember, signIn }, use) => {
    // The messaging app is not ours: the link to it is tested, not the app.
    await context.route(/^https:\/\/wa\.me\//, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' }),
    )
    await use(async (contacts) => {
      const her = await makeMember()
      for (const contact of contacts) await addContact(her, contact)
      await signIn(page, her, '/seguridad')
      await expect(panicButton(page)).toBeVisible()
      if (contacts.length > 0) await expect(page.getByText(contacts[0]!.nombre).first()).toBeVisible()
      else await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible()
      return her
    })
  },
})

export async function addContact(member: Member, contact: NewContact = LUCIA): Promise<void> {
  const { error } = await member.client
    .from('contactos_emergencia')
    .insert({ user_id: member.id, ...contact, activo: true })
  expect(error).toBeNull()
}

/** Her contacts are stored on the device: on a busy machine some time after they are seen. */
export const waitForContactsStored = (page: Page): Promise<void> =>
  expect.poll(async () => (await answersOnDevice(page)).join()).toContain('contactos_emergencia')

export const panicButton = (page: Page): Locator => page.getByRole('button', { name: 'Botón de pánico' })

/** «Emergencia» on the screen that asks for the PIN. */
export const emergency = (page: Page): Locator => page.getByRole('button', { name: /^Emergencia/ })

/** What that screen shows once it was held. */
export const emergencyAnswer = (page: Page): Locator =>
  page.getByRole('region', { name: 'Lo que pasa ahora' })

/** Held until something happens, as a finger would. */
export async function holdEmergency(page: Page): Promise<void> {
  await emergency(page).hover()
  await page.mouse.down()
  await expect(emergencyAnswer(page)).toBeVisible()
  await page.mouse.up()
}

/** The way into WhatsApp that a press offers. */
export const whatsappLink = (page: Page, name = 'Lucía'): Locator =>
  page.getByRole('link', { name: `Abrir WhatsApp y enviar a ${name}` })

/** Whom a link into WhatsApp leads to, and what it would say. */
export async function whatsappOf(link: Locator): Promise<{ number: string; host: string; text: string }> {
  const url = new URL((await link.getAttribute('href'))!)
  return { number: url.pathname.slice(1), host: url.host, text: url.searchParams.get('text')! }
}

/** Her danger events as the service has them. */
export async function eventsOf(member: Member) {
  const { data, error } = await member.client.from('eventos_peligro').select('*').eq('user_id', member.id)
  expect(error).toBeNull()
  return data!
}

/** For `expect.poll`. */
/**
 * How long a press may take to arrive from the page after it. What the page of the press had no time to write down might still be looked for a
 * place elsewhere, and goes after fifteen seconds.
 */
export const NEXT_PAGE = { timeout: paced(30_000) }

export const eventCount = (member: Member) => async (): Promise<number> => (await eventsOf(member)).length

/** A browser whose location answers as told, from before the page runs. */
export async function scriptLocation(
  page: Page,
  answer: 'never' | 'denied' | 'unavailable' | 'null island' | 'NaN',
): Promise<void> {
  await page.addInitScript((how) => {
    const reply = (yes: PositionCallback, no?: PositionErrorCallback | null) => {
      const position = (latitude: number, longitude: number) =>
        ({ coords: { latitude, longitude, accuracy: 10 }, timestamp: Date.now() }) as GeolocationPosition
      const refuse = (code: number) => no?.({ code, message: '' } as GeolocationPositionError)
      if (how === 'denied') refuse(1)
      if (how === 'unavailable') refuse(2)
      if (how === 'null island') yes(position(0, 0))
      if (how === 'NaN') yes(position(Number.NaN, 7))
    }
    Geolocation.prototype.getCurrentPosition = reply
    Geolocation.prototype.watchPosition = (yes, no) => {
      reply(yes, no)
      return 1
    }
  }, answer)
}

/** Until the page has been told the granted place; Chromium tells a place that does not change only once. */
export async function warmUp(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: Number.POSITIVE_INFINITY })
      }),
  )
}

/** Milliseconds on the page's own clock from the next click to a link into WhatsApp. */
export function msFromPressToLink(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const onClick = ({ timeStamp }: MouseEvent) => {
          const look = () => {
            if (document.querySelector('a[href^="https://wa.me/"]')) resolve(performance.now() - timeStamp)
          }
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
        }
        document.addEventListener('click', onClick, { capture: true, once: true })
      }),
  )
}

/** No screen may say after a press that anybody was told: nobody has received anything. */
export async function expectNoFalseClaim(page: Page): Promise<void> {
  expect(await page.locator('body').innerText()).not.toMatch(/enviad|entregad|avisad/i)
}

/** From now on every request for tables ends like this. */
export async function breakTables(context: BrowserContext, how: 'cut' | 'hang' | number): Promise<void> {
  await context.route('**/rest/v1/**', async (route) => {
    if (how === 'cut') await route.abort('internetdisconnected')
    else if (typeof how === 'number') {
      await route.fulfill({ status: how, json: { code: 'PGRST301', message: 'JWT expired' } })
    }
    // A request that hangs is simply never answered.
  })
}
