import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'
import { encodeWord, encodeWords, foldLines } from 'nodemailer/lib/mime-funcs'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Carta } from './textos/correo.ts'

/** A mail in one piece, and for the relay whom it is from and to. */
export interface Mail {
  envelope: { from: string; to: string }
  raw: string
}

/**
 * A letter as a mail of two forms, plain and HTML (RFC 5322, 2045 to 2047). A mail of an alarm has no attachment and no second
 * recipient; put together in one piece and written at once it costs a third of what nodemailer's own, a stream of dozens of pieces, does.
 * The encodings are nodemailer's.
 *
 * @param from address of this installation, with or without a name
 * @param to one address, as the database holds it
 * @param messageId without angle brackets
 */
export function writeMail(
  { subject, text, html }: Carta,
  { from, to, messageId, now = new Date() }: { from: string; to: string; messageId: string; now?: Date },
): Mail {
  const sender = addressOf(from)
  const recipient = asciiDomain(to.replace(/[\s<>]/g, ''))
  const boundary = `=_${messageId.replace(/\W/g, '').slice(0, 60)}`
  const part = (type: string, content: string) =>
    [
      `--${boundary}`,
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: quoted-printable',
      '',
      wrap(encode(content.replace(/\r?\n/g, '\r\n')), 76),
    ].join('\r\n')
  const raw = [
    ...[
      `From: ${sender.header}`,
      `To: ${recipient}`,
      `Subject: ${inHeader(subject)}`,
      `Message-ID: <${messageId}>`,
      `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
      'Auto-Submitted: auto-generated',
      'MIME-Version: 1.0',
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
    ].map((header) => foldLines(header, 76)),
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${boundary}--`,
    '',
  ].join('\r\n')
  return { envelope: { from: sender.address, to: recipient }, raw }
}

/**
 * Words of a header: as they are where they are plain, else encoded; a line break of them is none of the header's. What looks like an
 * encoded word is encoded itself: a reader would decode it to words that no rule for names has seen (RFC 2047, section 6).
 */
function inHeader(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.includes('=?') ? encodeWord(line, 'Q', 52) : encodeWords(line, 'Q', 52, true)
}

function addressOf(text: string): { address: string; header: string } {
  const [first] = addressparser(text, { flatten: true })
  const address = asciiDomain(first?.address ?? text)
  return { address, header: first?.name ? `${phrase(first.name)} <${address}>` : address }
}

/** A name before an address: as it is, quoted where it holds signs that mean something there, else encoded. */
function phrase(name: string): string {
  if (/^[\w ]+$/.test(name)) return name
  return /^[\x20-\x7e]+$/.test(name) && !name.includes('=?')
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : inHeader(name)
}

/** A mailbox whose own name is plain is reached under the plain name of its domain (RFC 5891); another one needs a relay that knows both. */
function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const mailbox = address.slice(0, at)
  if (at < 0 || !/^[\x21-\x7e]+$/.test(mailbox)) return address
  return `${mailbox}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`
}
