import { createTransport, type Transporter } from 'nodemailer'
import type { Env } from '../env.ts'
import { writeMail } from '../mime.ts'
import { type Carta, writeLetter } from '../textos/correo.ts'
import { again, failed, HAND_OVER_MS, type OpenVia, siteOf, taken } from './via.ts'

const NO_SUCH = failed('ese correo no existe o no recibe mensajes')
/** The relay says that this mailbox will never take it. Source: RFC 5321, 4.2.3. */
const NO_MAILBOX = new Set([550, 551, 553, 556])

/** Hands a letter over. @returns whether the relay took it, or will never take it */
type Hand = (to: string, letter: Carta, id: string) => Promise<'taken' | 'refused' | 'again'>

/**
 * By mail: by SMTP, over connections that stay open, or, where our server has no relay, into its local mailbox. A relay that has taken a
 * mail says no more: it stays `enviada` until somebody looks at the page.
 */
export const openMail: OpenVia = (env) => {
  const hand = env('SMTP_HOST') ? bySmtp(env) : env('MAIL_SEND_URL') ? byServer(env) : undefined
  if (!hand) return undefined
  return {
    // By its Message-ID, which a mailbox shows once.
    knowsRepeats: true,
    async deliver(envio, secretos) {
      const outcome = await hand(envio.destino, writeLetter(envio, secretos, siteOf(env)), envio.id)
      return outcome === 'taken' ? taken() : outcome === 'refused' ? NO_SUCH : again
    },
  }
}

function byServer(env: Env): Hand {
  return async (to, letter, id) => {
    const response = await fetch(env('MAIL_SEND_URL')!, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${env('SUPABASE_SERVICE_ROLE_KEY') ?? ''}`,
      },
      body: JSON.stringify({ to, ...letter, id }),
      signal: AbortSignal.timeout(HAND_OVER_MS),
    })
    await response.body?.cancel()
    return response.ok ? 'taken' : response.status === 422 ? 'refused' : 'again'
  }
}

/**
 * Connections to the relay: an alarm's mails all leave in one second. Relays allow some dozens from one sender (Postfix,
 * `smtpd_client_connection_count_limit`: 50).
 */
const CONNECTIONS = 16

let open: { settings: string; transport: Transporter } | undefined

function bySmtp(env: Env): Hand {
  return async (to, letter, id) => {
    const from = env('SMTP_FROM') ?? ''
    // The same at every attempt: mailboxes that got it twice show it once.
    const messageId = `${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}`
    try {
      // Connections are few: behind a slow relay the last mail waits for all before it. What is given up is taken out of their queue, for
      // it would leave unseen by the check whether it still may.
      const signal = AbortSignal.timeout(HAND_OVER_MS)
      await smtpTransport(env).sendMail({ ...writeMail(letter, { from, to, messageId }), signal })
      return 'taken'
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      return code === 'EENVELOPE' && NO_MAILBOX.has(responseCode ?? 0) ? 'refused' : 'again'
    }
  }
}

/** One transport, with its connections, for all messages; a new one when the settings have changed. */
function smtpTransport(env: Env): Transporter {
  const port = Number(env('SMTP_PORT') ?? 465)
  const user = env('SMTP_USER')
  const secure = env('SMTP_SECURE') ? ['1', 'true'].includes(env('SMTP_SECURE')!) : port === 465
  const options = {
    host: env('SMTP_HOST'),
    port,
    secure,
    requireTLS: !secure && user !== undefined,
    auth: user ? { user, pass: env('SMTP_PASSWORD') ?? '' } : undefined,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: HAND_OVER_MS / 2,
    greetingTimeout: HAND_OVER_MS / 2,
    socketTimeout: HAND_OVER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  const settings = JSON.stringify(options)
  if (open?.settings !== settings) {
    open?.transport.close()
    open = { settings, transport: createTransport(options) as Transporter }
  }
  return open.transport
}
