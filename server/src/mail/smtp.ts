import { resolveTxt } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import type { SmtpSettings } from '../config/serverConfig.ts'
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
    deliver: async ({ to, subject, text, html, id }, signal) => {
      await transport.sendMail({
        from: settings.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        signal,
        ...(id && { messageId: `<${id}@${domain}>` }),
      })
    },
    close: () => transport.close(),
  }
}

/** How the names of a domain answer that they have no such record. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Sends one mail, for an operator who has just set up where mails go, and checks what the sender's domain says of itself.
 * @returns lines in Spanish: that it was taken, and what is missing in the names of the domain
 * @throws Error with the mail server's own words
 */
export async function sendTestMail(
  settings: SmtpSettings,
  to: string,
  lookUp: (name: string) => Promise<string[][]> = resolveTxt,
): Promise<string> {
  const { deliver, close } = smtpDelivery(settings)
  const text = 'Si lees esto, los correos salen.\n'
  try {
    await deliver({
      to,
      subject: 'Prueba de correo',
      text,
      html: `<p>${text}</p>`,
      kind: 'test',
      lane: 'ordinary',
    })
  } finally {
    close()
  }
  const domain = /@([\w.-]+)/.exec(settings.from)?.[1] ?? 'localhost'
  let isUnanswered = false
  const said = async (name: string, begins: string) => {
    const records = await lookUp(name).catch((error: NodeJS.ErrnoException) => {
      // That there is no such record is an answer; any other error is none.
      isUnanswered ||= !NO_RECORD.has(error.code ?? '')
      return []
    })
    return records.some((parts) => parts.join('').toLowerCase().startsWith(begins))
  }
  const found = { SPF: await said(domain, 'v=spf1'), DMARC: await said(`_dmarc.${domain}`, 'v=dmarc1') }
  const missing = Object.entries(found).flatMap(([name, is]) => (is ? [] : [name]))
  const records = isUnanswered
    ? `No se pudo preguntar por ${domain} en el DNS: no se sabe si tiene SPF y DMARC.`
    : missing.length === 0
      ? `${domain} tiene SPF y DMARC.`
      : `A ${domain} le falta ${missing.join(' y ')} en su DNS: muchos buzones rechazarán sus correos.`
  return [
    `${settings.host}:${settings.port} aceptó el correo para ${to}. Mira que llegue, y no a la carpeta de no deseados.`,
    records,
  ].join('\n')
}
