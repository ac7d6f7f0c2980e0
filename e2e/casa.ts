import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { KEY, LocalStripe, PRICES, WEBHOOK_SECRET } from '../scripts/testing/stripe.ts'
import { test as base } from './fixtures.ts'

export { expect } from '@playwright/test'

type Casa = { url: string; stripe: LocalStripe }

/**
 * A server of its own, for settings that would affect every other test: payment keys, a new version of the legal texts.
 * Beside it runs a fake of the payment provider.
 */
export const test = base.extend<object, { casa: Casa }>({
  casa: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => {
      const stripe = await new LocalStripe().start()
      const url = `http://127.0.0.1:${await freePort()}`
      stripe.webhook = `${url}/functions/v1/stripe-webhook`
      const house = await openHouse(url, {
        AMPARO_SUPPORT_EMAIL: 'ayuda@ejemplo.mx',
        STRIPE_SECRET_KEY: KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_PRICE_BASICO: PRICES.basico,
        STRIPE_PRICE_PREMIUM: PRICES.premium,
        STRIPE_API_URL: stripe.url,
      })
      await use({ url, stripe })
      await house.close()
      stripe.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ casa }, use) => use(casa.url),
})

/** A server of its own at this address, on a database of its own, with further settings. */
export async function openHouse(url: string, settings: Record<string, string>) {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../scripts/e2e-server.mjs')], {
    env: { ...process.env, PORT: new URL(url).port, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await listening(server)
  return {
    /** What it printed at its start. */
    said,
    async close() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

async function listening(server: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of server.stdout!) {
    said += chunk
    if (said.includes('Escucha en')) return said
  }
  throw new Error('the house did not open')
}
