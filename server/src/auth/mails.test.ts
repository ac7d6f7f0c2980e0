import { describe, expect, it } from 'vitest'
import { testConfig } from './harness.ts'
import { type MailKind, writeMail } from './mails.ts'

const config = testConfig()
const secrets = { link: 'a1b2', code: '012345' }
const link = { type: 'signup', redirectTo: 'http://127.0.0.1:8080/a?b=1&c="2"' }
const KINDS: MailKind[] = [
  'confirmation',
  'account_exists',
  'recovery',
  'no_account',
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
