import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { ServerConfig } from '../config/serverConfig.ts'
import { SecretBox } from '../tokens/secretBox.ts'
import { Mailbox } from './mailbox.ts'
import { mailboxRoutes } from './mailboxRoutes.ts'
import type { Mailer } from './mailer.ts'
import { Outbox } from './outbox.ts'
import { type Deliver, MailQueue } from './queue.ts'
import { smtpDelivery } from './smtp.ts'

/** The mail system of one running server. */
export interface Post {
  mailer: Mailer
  /** Hands one mail over now, past the queue, for a caller that must know how that ended. Throws when it was not taken. */
  deliver: Deliver
  /** Sets out with mails that wait, where there is a relay to wait for; throws while it takes none. */
  work?: () => Promise<void>
  /** Routes of the local mailbox; undefined where mail goes to a mail server. */
  routes?: (app: FastifyInstance) => Promise<void>
  /** @returns once every message has been delivered or given up */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Chooses where mail goes: to the mail server of the settings, by way of the database, where it waits for as long as that takes none; else
 * into the local mailbox, which is in the database itself; else, where other machines are served, nowhere: each is reported. Where the
 * database is Supabase's own it has no place for either: then mail waits in memory.
 * @param pool may write `local_server.mailbox` and `local_server.mail_outbox`
 * @param onFailure is told the kind of a message that was given up
 */
export async function createMail({
  config,
  pool,
  onFailure = reportFailure,
  isKept = true,
  hasMailbox = true,
}: {
  config: Pick<ServerConfig, 'smtp'> & { secrets: { jwtSecret: string } }
  pool: pg.Pool
  onFailure?: (kind: string, error: unknown) => void
  /** Whether the database has a place for mails that wait. */
  isKept?: boolean
  /** Whether mail without a mail server may stay here, to be read on this machine. */
  hasMailbox?: boolean
}): Promise<Post> {
  if (config.smtp) {
    const smtp = smtpDelivery(config.smtp)
    // Connections of its own: a caller that waits for an answer does not wait behind the queue.
    const direct = smtpDelivery(config.smtp)
    const box = new SecretBox(config.secrets.jwtSecret, 'mail')
    const outbox = isKept ? new Outbox(pool, box, smtp.deliver, onFailure) : undefined
    const queue = new MailQueue(outbox ? (mail) => outbox.keep(mail) : smtp.deliver, onFailure)
    const settled = async () => {
      await queue.settled()
      await outbox?.settled()
    }
    return {
      mailer: queue,
      deliver: direct.deliver,
      work: outbox && (() => outbox.work()),
      settled,
      close: async () => {
        await queue.close()
        await outbox?.close()
        smtp.close()
        direct.close()
      },
    }
  }
  if (!hasMailbox) {
    const nowhere = async () => {
      throw new Error('There is no mail server')
    }
    // No mail server comes while the server runs: one attempt, no wait.
    const queue = new MailQueue(nowhere, onFailure, { retryMs: [] })
    return {
      mailer: queue,
      deliver: nowhere,
      settled: () => queue.settled(),
      close: () => queue.close(),
    }
  }
  const mailbox = new Mailbox(pool)
  const queue = new MailQueue((mail) => mailbox.keep(mail), onFailure, { concurrency: 1 })
  const settled = () => queue.settled()
  return {
    mailer: queue,
    deliver: (mail) => mailbox.keep(mail),
    routes: (app) => mailboxRoutes(app, { mailbox, settled }),
    settled,
    close: () => queue.close(),
  }
}

function reportFailure(kind: string, error: unknown): void {
  const code = (error as { code?: unknown }).code
  console.error(`No se pudo enviar un correo (${kind}${typeof code === 'string' ? `, ${code}` : ''}).`)
}
