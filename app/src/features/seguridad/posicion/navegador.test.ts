import { expect, it } from 'vitest'
import { familia } from './navegador.ts'

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
    'safari-iphone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'safari-iphone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155M) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'samsung',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'firefox'],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36', 'chrome-android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15', 'safari-mac'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'chrome'],
])('%s', (userAgent, expected) => {
  expect(familia(userAgent)).toBe(expected)
})
