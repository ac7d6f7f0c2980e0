import { describe, expect, it } from 'vitest'
import type { ServerConfig } from '../core/config.ts'
import { allowedRedirect, withOutcome } from './redirects.ts'

const siteUrl = 'https://amiga.example'
const additionalRedirectUrls = [
  'https://other.example/**',
  'https://*.wild.example/back',
  'https://one.example/exact',
  'https://bare.example',
  'app://back',
]
const config = { siteUrl, project: { auth: { additionalRedirectUrls } } } as unknown as ServerConfig

describe('where a link may lead', () => {
  it.each([
    'https://amiga.example/',
    'https://amiga.example/cuenta?a=1#b',
    'https://other.example/any/where?x=1',
    'https://sub.wild.example/back',
    'https://one.example/exact',
    'https://bare.example/',
    'app://back',
  ])('%s', (target) => {
    expect(allowedRedirect(config, target)).toBe(target)
  })

  it.each([
    '',
    '/cuenta',
    '//evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'https://evil.example',
    'https://evil.example/https://amiga.example',
    'https://amiga.example.evil.example',
    'https://amiga.example@evil.example',
    'https://amiga.example:pw@evil.example/',
    'https://user@amiga.example/',
    'https://amiga.example:8443/',
    'http://amiga.example/',
    'https://amiga.example\\.evil.example',
    'https://amiga.example%00.evil.example',
    'https://amiga.example/\r\nSet-Cookie: a=b',
    'https://amiga.example/\u0000',
    ' https://amiga.example/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://xn--amga-2pa.example/',
    'https://a.b.wild.example/back',
    'https://evil.example/.wild.example/back',
    'https://sub.wild.example/back/further',
    'https://one.example/exact/not',
    'https://one.exampleXexact',
    'https://other.example.evil.example/',
    'javascript:alert(1)',
    'javascript://amiga.example/%0aalert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'blob:https://amiga.example/1',
    'app://elsewhere',
    `https://amiga.example/${'a'.repeat(3000)}`,
  ])('never %j', (target) => {
    expect(allowedRedirect(config, target)).toBe(siteUrl)
  })
})

describe('what an address is told', () => {
  it('keeps what it had', () => {
    const told = new URL(withOutcome('https://amiga.example/a?b=1', { query: { code: 'x&y' } }))
    expect(told.searchParams.get('b')).toBe('1')
    expect(told.searchParams.get('code')).toBe('x&y')
  })

  it('takes the fragment', () => {
    expect(withOutcome('https://amiga.example/a#b', { fragment: { error: 'no' } })).toBe(
      'https://amiga.example/a#error=no',
    )
  })
})
