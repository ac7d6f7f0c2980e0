import { expect, it } from 'vitest'
import { nombreOfNavegador } from './navegador.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
    'Internet de Samsung en Android',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari en iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge en Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Firefox/127.0', 'Firefox en Mac'],
  ['curl/8.5.0', 'Un dispositivo'],
  [null, 'Un dispositivo'],
])('%s', (userAgent, name) => expect(nombreOfNavegador(userAgent)).toBe(name))
