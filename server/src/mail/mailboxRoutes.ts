import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Mailbox, StoredMail } from './mailbox.ts'
import { MAILBOX_STYLE, mailboxPage } from './mailboxPage.ts'

/** What the routes need of the mail: the stored messages, and a wait until the last ones have arrived. */
export interface MailboxSource {
  mailbox: Mailbox
  settled(): Promise<void>
}

/**
 * `GET /_mailbox` and `GET /_mailbox.json?to=`: the local mailbox, at a port of its own on the loopback address (`serveMailbox`). The
 * browser must have asked for it by a loopback name, since a page from elsewhere can make a name of its own point here (DNS rebinding).
 */
export async function mailboxRoutes(
  app: FastifyInstance,
  { mailbox, settled }: MailboxSource,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!isLocal(request)) {
      return reply.code(404).send({ code: 404, error_code: 'not_found', msg: 'No existe.' })
    }
    reply.header('Cache-Control', 'no-store')
  })

  const read = async (request: FastifyRequest): Promise<{ to?: string; mails: StoredMail[] }> => {
    const { to } = request.query as { to?: string | string[] }
    const address = (Array.isArray(to) ? to[0] : to)?.replaceAll('\0', '') || undefined
    await settled()
    return { to: address, mails: await mailbox.read(address) }
  }

  app.get('/_mailbox.json', async (request) => (await read(request)).mails)
  app.get('/_mailbox', async (request, reply) => {
    const { to, mails } = await read(request)
    return reply.type('text/html; charset=utf-8').send(mailboxPage(mails, to))
  })
  app.get('/_mailbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(MAILBOX_STYLE),
  )
}

/** What a proxy that forwards this port would set. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']

function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false
  return isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackName(headers.host ?? '')
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address)
}

function isLoopbackName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
