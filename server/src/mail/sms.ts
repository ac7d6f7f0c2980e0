import type { ServerConfig, SmsSettings } from '../config/serverConfig.ts'
import type { Post } from './index.ts'
import type { Mail, Mailer } from './mailer.ts'
import { MailQueue } from './queue.ts'
import type { SmsSender } from './smsSender.ts'

const TIMEOUT_MS = 10_000

/** The text messages of one running server. */
export interface Texting {
  /** Undefined where there is neither a service for them nor a local mailbox. */
  sender?: SmsSender
  close(): Promise<void>
}

/**
 * Chooses where text messages go: to the service of the settings, else into the local mailbox, under the number.
 * @param onFailure is told of a message that was given up, never to whom or what
 */
export function createSms(
  config: Pick<ServerConfig, 'sms'>,
  post: Pick<Post, 'mailer' | 'routes'>,
  onFailure: (kind: string, error: unknown) => void = reportFailure,
): Texting {
  if (config.sms) {
    const queue = new MailQueue(smsDelivery(config.sms), onFailure)
    return { sender: throughMailer(queue), close: () => queue.close() }
  }
  return { sender: post.routes && throughMailer(post.mailer), close: async () => {} }
}

/** Posts each message as JSON: `{ "to": "+52…", "text": "…" }`. */
function smsDelivery({ url, token }: SmsSettings) {
  return async ({ to, text }: Mail) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ to, text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`The SMS service answered ${response.status}`)
  }
}

function throughMailer(mailer: Mailer): SmsSender {
  return {
    send: ({ to, text }) =>
      mailer.send({
        to: `+${to}`,
        subject: 'SMS',
        text,
        html: `<p>${text}</p>`,
        kind: 'sms',
        lane: 'ordinary',
      }),
  }
}

function reportFailure(): void {
  console.error('No se pudo enviar un mensaje de texto.')
}
