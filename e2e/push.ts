import type { Browser } from '@playwright/test'
import { localPushService } from '../server/testing/pushService.ts'
import { LocalTwilio, LocalWhatsApp } from '../tests/helpers/providers.ts'
import { test as base, expect } from './fixtures.ts'
import { freePort, openServer } from './ownServer.ts'
import { paced } from './pace.ts'
import { openPhone, pushTo, subscribeAs } from './pages/contacts.ts'

type Push = Awaited<ReturnType<typeof localPushService>>
type PushServer = { address: string }
type Providers = { sms: LocalTwilio; whatsapp: LocalWhatsApp }

/**
 * A server of its own whose notices go to a push service of ours. Of the browser only `subscribe()` is replaced: the service checks the
 * sender's token and opens the message with the device's key, and DevTools hands it to the real worker. Beside it run providers of SMS and
 * WhatsApp.
 */
export const test = base.extend<object, { push: Push; providers: Providers; server: PushServer }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => {
      const [sms, whatsapp] = await Promise.all([new LocalTwilio().start(), new LocalWhatsApp().start()])
      await use({ sms, whatsapp })
      sms.stop()
      whatsapp.stop()
    },
    { scope: 'worker' },
  ],
  push: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => {
      const push = await localPushService()
      await use(push)
      await push.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ push, providers }, use) => {
      const address = `http://127.0.0.1:${await freePort()}`
      providers.whatsapp.webhook = `${address}/functions/v1/alarma-whatsapp`
      const server = await openServer(address, {
        AMPARO_PUSH_SERVICES: push.origin,
        ...settingsOf(providers),
      })
      await use({ address })
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
})

/** What an operator sets for both providers. */
function settingsOf({ sms, whatsapp }: Providers) {
  return {
    TWILIO_ACCOUNT_SID: LocalTwilio.ACCOUNT,
    TWILIO_AUTH_TOKEN: LocalTwilio.TOKEN,
    TWILIO_FROM: LocalTwilio.FROM,
    TWILIO_API_URL: sms.url,
    WHATSAPP_TOKEN: LocalWhatsApp.TOKEN,
    WHATSAPP_PHONE_ID: LocalWhatsApp.PHONE,
    WHATSAPP_TEMPLATE: 'aviso:es_MX',
    WHATSAPP_APP_SECRET: LocalWhatsApp.SECRET,
    WHATSAPP_VERIFY_TOKEN: 'our word',
    WHATSAPP_API_URL: whatsapp.url,
  }
}

interface Message {
  tipo: string
  codigo: string
  recibo: string
  titulo: string
  cuerpo: string
  tag: string
}

/** A contact says yes and lets her telephone show notices; what its push service receives is handed over by the test. */
export async function acceptByPush(browser: Browser, baseURL: string, push: Push, codigo: string) {
  const { context, page } = await openPhone(browser, baseURL, { permissions: ['notifications'] })
  const device = `lucia-${codigo.slice(0, 8)}`
  await subscribeAs(page, push.subscribe(device))
  await page.goto(`/confianza/${codigo}`)
  await page.getByRole('button', { name: 'Acepto, con avisos en este teléfono' }).click()
  await expect(page.getByText('Confirmado. Todavía sin probar.')).toBeVisible()
  const deliver = await pushTo(page)
  // Behind the test that leaves with the yes.
  const received = () => push.received.filter(({ path }) => path === `/${device}`).slice(1)
  /** The one after so many messages, once it is there; not handed over yet. */
  const next = async (nth: number): Promise<Message> => {
    // Ten seconds may be her pause.
    await expect.poll(() => received().length, { timeout: paced(25_000) }).toBeGreaterThan(nth)
    const { message, claims } = received()[nth]!
    expect(claims.aud).toBe(push.origin)
    return message as Message
  }
  return {
    context,
    page,
    /** Hands a message to the worker; also one that came already. */
    deliver,
    /** How many messages its push service has. */
    received: () => received().length,
    next,
    /** The same, and into the worker with it. */
    async receive(nth: number): Promise<Message> {
      const message = await next(nth)
      await deliver(message)
      return message
    },
  }
}
