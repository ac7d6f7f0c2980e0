import { describe, expect, it } from 'vitest'
import type { ServerConfig } from '../../config/serverConfig.ts'
import { allowedRedirect, withOutcome } from './redirects.ts'

const siteUrl = 'https://amiga.example'
const additionalRedirectUrls = [
  'https://other.example/**',
  'https://*.wild.example/back',
  'https://one.example/exact',
  'https://bare.example',
  'app://back',
  'https://page?.example/v(1)+',
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
    'https://page1.example/v(1)+',
    `https://amiga.example/${'a'.repeat(2_000 - 'https://amiga.example/'.length)}`,
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
    'https://:pw@amiga.example/',
    'https://page.example/v(1)+',
    'https://page..example/v(1)+',
    'https://page1.example/v(1)11',
    'https://page1.example/v1',
    'https://one_example/exact',
    'https://amiga.example/\u007f',
    'https://amiga.example/ x',
    'x https://amiga.example/',
    'javascript:alert(1)',
    'vbscript://amiga.example/',
    'about://amiga.example/',
    'view-source://amiga.example/',
    'data://amiga.example/',
    'https://',
    'javascript://amiga.example/%0aalert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'blob:https://amiga.example/1',
    'app://elsewhere',
    `https://amiga.example/${'a'.repeat(2_001 - 'https://amiga.example/'.length)}`,
  ])('never %j', (target) => {
    expect(allowedRedirect(config, target)).toBe(siteUrl)
  })
})

it.each(['javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'view-source'])(
  'a setting that lets everything through lets no %s through',
  (scheme) => {
    const open = { siteUrl, project: { auth: { additionalRedirectUrls: ['**'] } } } as unknown as ServerConfig
    expect(allowedRedirect(open, 'anything://there')).toBe('anything://there')
    expect(allowedRedirect(open, `${scheme}://there/x`)).toBe(siteUrl)
  },
)

describe('what an address is told', () => {
  it('keeps what it had', () => {
    const told = new URL(withOutcome('https://amiga.example/a?b=1', { query: { code: 'x&y' } }))
    expect(told.searchParams.get('b')).toBe('1')
    expect(told.searchParams.get('code')).toBe('x&y')
  })

  it('leaves the fragment that it had where there is nothing to tell', () => {
    expect(withOutcome('https://amiga.example/a#b', { query: { c: '1' } })).toBe(
      'https://amiga.example/a?c=1#b',
    )
    expect(withOutcome('https://amiga.example/a#b', {})).toBe('https://amiga.example/a#b')
  })

  it('takes the fragment', () => {
    expect(withOutcome('https://amiga.example/a#b', { fragment: { error: 'no' } })).toBe(
      'https://amiga.example/a#error=no',
    )
  })
})
