import { describe, expect, it } from 'vitest'
import { testConfig } from '../../../testing/auth.ts'
import { type MailKind, writeMail } from './mails.ts'

const config = testConfig()
const secrets = { link: 'a1b2', code: '012345' }
const link = { type: 'signup', redirectTo: 'http://127.0.0.1:8080/a?b=1&c="2"' }
const KINDS: MailKind[] = [
  'confirmation',
  'account_exists',
  'recovery',
  'no_account',
  'magic_link',
  'email_change',
  'reauthentication',
]

describe('a mail', () => {
  it.each(KINDS)('%s betrays nothing in its subject and reads the same plain and in HTML', (kind) => {
    const mail = writeMail(config, kind, 'ana@example.com', { secrets, link })
    expect(mail).toMatchObject({ to: 'ana@example.com', kind })
    expect(mail.subject).not.toMatch(/violencia|segur|amparo|mujer|ayuda|pánico/i)
    expect(mail.subject.length).toBeLessThan(40)
    const words = mail.html
      .replace(/<title>.*?<\/title>|<a .*?<\/a>|<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'")
      .split(/\s+/)
      .filter(Boolean)
    for (const word of words) expect(mail.text).toContain(word)
  })

  it('carries the link whole, in text and in HTML', () => {
    const { text, html } = writeMail(config, 'confirmation', 'ana@example.com', { secrets, link })
    const address = /https?:\S+/.exec(text)![0]
    const url = new URL(address)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      token: 'a1b2',
      type: 'signup',
      redirect_to: link.redirectTo,
    })
    expect(html).toContain(`href="${address.replaceAll('&', '&amp;')}"`)
    expect(text).toContain('012345')
    expect(html).toContain('012345')
  })

  it('without secrets has no link and no code', () => {
    const { text, html } = writeMail(config, 'account_exists', 'ana@example.com')
    expect(text + html).not.toMatch(/https?:|\d{6}/)
  })
})

describe('a mail in the project’s own words', () => {
  const templates = {
    recovery: {
      subject: 'Hola de nuevo',
      html: '<html><head><title>x</title></head><body><p>Hola, {{ .Email }}:</p><p><a class="b" href="{{ .ConfirmationURL }}">Entra</a></p><p>O escribe {{.Token}} en {{ .SiteURL }}.</p></body></html>',
    },
    magic_link: { subject: 'Tu puerta' },
  }
  const email = { enableConfirmations: true, otpLengthDigits: 6, maxFrequencySeconds: 60, templates }
  const config = testConfig({ auth: { email } })
  const details = {
    secrets: { link: 'l1nk', code: '123456' },
    link: { type: 'recovery', redirectTo: 'http://127.0.0.1:8080/a?b=1&c=2' },
  }

  it('has its subject, its words and the same as plain text', () => {
    const mail = writeMail(config, 'recovery', 'a"<b>@example.com', details)
    expect(mail.subject).toBe('Hola de nuevo')
    expect(mail.html).toContain('<p>Hola, a&quot;&lt;b&gt;@example.com:</p>')
    const address =
      'http://127.0.0.1:8080/auth/v1/verify?token=l1nk&type=recovery&redirect_to=http%3A%2F%2F127.0.0.1%3A8080%2Fa%3Fb%3D1%26c%3D2'
    expect(mail.html).toContain(`href="${address.replaceAll('&', '&amp;')}"`)
    expect(mail.text).toBe(
      `Hola, a"<b>@example.com:\n\nEntra:\n${address}\n\nO escribe 123456 en http://127.0.0.1:8080.`,
    )
  })

  it('may change the subject alone; others stay as they are', () => {
    const mail = writeMail(config, 'magic_link', 'a@example.com', details)
    expect(mail.subject).toBe('Tu puerta')
    expect(mail.text).toContain('Pediste entrar sin contraseña')
    expect(writeMail(config, 'reauthentication', 'a@example.com', details).subject).toBe('Tu código')
  })
})
