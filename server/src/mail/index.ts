import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { ServerConfig } from '../core/config.ts'
import type { Mailer } from '../core/mailer.ts'
import { Mailbox } from './mailbox.ts'
import { mailboxRoutes } from './mailboxRoutes.ts'
import { MailQueue } from './queue.ts'
import { smtpDelivery } from './smtp.ts'

/** The mail system of one running server. */
export interface Post {
  mailer: Mailer
  /** Routes of the local mailbox; undefined where mail goes to a mail server. */
  routes?: (app: FastifyInstance) => Promise<void>
  /** @returns once every message has been delivered or given up */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Chooses where mail goes: to the mail server of the settings, else into the local mailbox.
 * @param pool may write `local_server.mailbox`
 * @param onFailure is told the kind of a message that was given up
 */
export async function createMail({
  config,
  pool,
  onFailure = reportFailure,
}: {
  config: Pick<ServerConfig, 'smtp'>
  pool: pg.Pool
  onFailure?: (kind: string, error: unknown) => void
}): Promise<Post> {
  if (config.smtp) {
    const smtp = smtpDelivery(config.smtp)
    const queue = new MailQueue(smtp.deliver, onFailure)
    return {
      mailer: queue,
      settled: () => queue.settled(),
      close: async () => {
        await queue.close()
        smtp.close()
      },
    }
  }
  const mailbox = new Mailbox(pool)
  const queue = new MailQueue((mail) => mailbox.keep(mail), onFailure, { concurrency: 1 })
  const settled = () => queue.settled()
  return {
    mailer: queue,
    routes: (app) => mailboxRoutes(app, { mailbox, settled }),
    settled,
    close: () => queue.close(),
  }
}

function reportFailure(kind: string, error: unknown): void {
  const code = (error as { code?: unknown }).code
  console.error(`No se pudo enviar un correo (${kind}${typeof code === 'string' ? `, ${code}` : ''}).`)
}
