import { expect, it } from 'vitest'
import { familyOf } from './fallos.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A135M) AppleWebKit/537.36 Chrome/115.0.0.0 Mobile Safari/537.36',
    'chrome',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A135M) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'samsung',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1',
    'safari',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/119.0 Mobile/15E148 Safari/604.1', 'chrome'],
  ['Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0', 'firefox'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0', 'edge'],
  ['curl/8.0', 'otro'],
])('of %s no more than the kind is told', (userAgent, family) => {
  expect(familyOf(userAgent)).toBe(family)
})
