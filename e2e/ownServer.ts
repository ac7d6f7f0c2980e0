import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { KEY, LocalStripe, PRICES, WEBHOOK_SECRET } from '../tests/helpers/stripe.ts'
import { freePort } from '../tools/lib/port.ts'
import { test as base } from './fixtures.ts'

export { expect } from '@playwright/test'
export { freePort }

type OwnServer = { url: string; stripe: LocalStripe }

/**
 * A server of its own, for settings that would affect every other test: payment keys, a new version of the legal texts.
 * Beside it runs a fake of the payment provider.
 */
export const test = base.extend<object, { ownServer: OwnServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => {
      const stripe = await new LocalStripe().start()
      const url = `http://127.0.0.1:${await freePort()}`
      stripe.webhook = `${url}/functions/v1/stripe-webhook`
      const server = await openServer(url, {
        AMPARO_SUPPORT_EMAIL: 'ayuda@ejemplo.mx',
        AMPARO_RESPONSIBLE_NAME: 'Casa Abierta, A. C.',
        AMPARO_RESPONSIBLE_ADDRESS: 'Calle 5, Oaxaca',
        STRIPE_SECRET_KEY: KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_PRICE_BASICO: PRICES.basico,
        STRIPE_PRICE_PREMIUM: PRICES.premium,
        STRIPE_API_URL: stripe.url,
      })
      await use({ url, stripe })
      await server.close()
      stripe.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
})

/** A server of its own at this address, on a database of its own, with further settings. */
export async function openServer(url: string, settings: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-e2e-'))
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../server/dist/e2e-server.js')], {
    env: { ...process.env, PORT: new URL(url).port, AMPARO_E2E_DATA: folder, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const said = await listening(server)
  const lines: string[] = []
  server.stdout!.on('data', (chunk) => lines.push(String(chunk)))
  return {
    /** What it printed at its start. */
    said,
    /** What it printed since: its log. */
    log: () => lines.join(''),
    /** Has its database do something that no caller may, as a day that passes. */
    async do(sql: string) {
      const done = once(server, 'message')
      server.send(sql)
      await done
    },
    /** Its data folder. */
    folder,
    async close() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function listening(server: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of server.stdout!) {
    said += chunk
    if (said.includes('Escucha en')) return said
  }
  throw new Error('the server did not start')
}
