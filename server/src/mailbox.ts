import Fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from './config/environment.ts'
import { SettingsError } from './config/environment.ts'

const LOOPBACK = '127.0.0.1'
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Whether the pages are for this machine alone: then mail may stay here, to be read on it. */
export function isForThisMachine(siteUrl: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(new URL(siteUrl).hostname)
}

/**
 * Shows the local mailbox at a port of its own, on the loopback address alone: a proxy in front of the server does not lead there.
 * @param routes of the mailbox
 * @returns its address, and what ends it
 * @throws SettingsError where the port that was asked for is taken
 */
export async function serveMailbox(
  routes: (app: FastifyInstance) => Promise<void>,
  { port, mailboxPort }: Pick<Settings, 'port' | 'mailboxPort'>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS)
  })
  await app.register(routes)
  const listen = (at: number) => app.listen({ host: LOOPBACK, port: at })
  const next = port === 0 || port === 65_535 ? 0 : port + 1
  const origin = await listen(mailboxPort ?? next).catch((error: NodeJS.ErrnoException) => {
    if (mailboxPort === undefined) return listen(0)
    throw new SettingsError(
      `Ajuste MAILBOX_PORT no válido: el puerto ${mailboxPort} de ${LOOPBACK} no se puede usar (${error.code}).`,
    )
  })
  return { url: `${origin}/_mailbox`, close: () => app.close() }
}
