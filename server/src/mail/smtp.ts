import { createTransport } from 'nodemailer'
import type { SmtpSettings } from '../core/config.ts'
import type { Deliver } from './queue.ts'

/** Sends through a mail server; certificates are checked, and passwords only sent over TLS. */
export function smtpDelivery(settings: SmtpSettings): { deliver: Deliver; close: () => void } {
  const domain = /@([\w.-]+)/.exec(settings.from)?.[1] ?? 'localhost'
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    requireTLS: !settings.secure && settings.user !== undefined,
    auth: settings.user ? { user: settings.user, pass: settings.password ?? '' } : undefined,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deliver: async ({ to, subject, text, html, id }) => {
      await transport.sendMail({
        from: settings.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(id && { messageId: `<${id}@${domain}>` }),
      })
    },
    close: () => transport.close(),
  }
}
