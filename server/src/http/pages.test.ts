import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityHeaders } from './headers.ts'
import { servePages } from './pages.ts'

const SCRIPT = 'document.title = "a"'
const STYLE = 'p{color:red}'
const MEMBERS = `<head><script>${SCRIPT}</script></head>of a member`
const DRAWN = `<head><style>${STYLE}</style><script>${SCRIPT}</script><script src="/a.js"></script></head>drawn`

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-pages-'))
  await writeFile(path.join(folder, 'index.html'), 'plain')
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'assets/casa-a1B2.js'), SCRIPT)
  await writeFile(path.join(folder, 'assets/casa-a1B2.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(folder, 'assets/flor-a1B2.svg'), '<svg/>')
  await writeFile(path.join(folder, 'landing.html'), DRAWN)
  await writeFile(path.join(folder, 'landing.html.br'), brotliCompressSync(DRAWN))
  for (const name of ['inicio', 'seguridad']) await writeFile(path.join(folder, `${name}.html`), MEMBERS)
  app = Fastify()
  await securityHeaders(app, 'https://casa.example', ['https://fuera.example'])
  await servePages(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('a file that lies there compressed too', () => {
  it.each([
    ['br', 'br'],
    ['identity', undefined],
  ])('asked for as %s: a cache knows that it was', async (encoding, told) => {
    const { headers } = await app.inject({
      url: '/assets/casa-a1B2.js',
      headers: { 'accept-encoding': encoding },
    })
    expect([headers['content-encoding'], headers.vary]).toEqual([told, 'Origin, Accept-Encoding'])
  })

  it('and what is no file says nothing of it', async () => {
    const { headers } = await app.inject({ url: '/rest/v1/nada' })
    expect(headers.vary).toBeUndefined()
  })
})

describe('pages that come drawn', () => {
  it.each(['/', '/landing', '/landing?x=1', '/landing.html'])(
    '%s is drawn, and its own script and style are allowed',
    async (url) => {
      const { body, headers } = await get(url)
      expect(body).toBe(DRAWN)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hash(SCRIPT)};`)
      expect(policy).toContain(`style-src 'self' ${hash(STYLE)};`)
      expect(policy).toContain(`connect-src 'self' wss://casa.example https://fuera.example;`)
      expect(policy).not.toMatch(/'unsafe-/)
      expect(headers['cache-control']).toBe('no-cache')
    },
  )

  it('compressed where it may be, and not again where it is known', async () => {
    const asked = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
    const first = await app.inject({ url: '/landing', headers: asked })
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Origin, Accept-Encoding' })
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe(DRAWN)
    const etag = String(first.headers.etag)
    const again = await app.inject({ url: '/landing', headers: { ...asked, 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('a build made anew while the server runs: the page stays the one that its policy allows', async () => {
    await writeFile(path.join(folder, 'landing.html'), DRAWN.replace(SCRIPT, 'document.title = "b"'))
    const { body, headers } = await get('/')
    const [, script = ''] = /<script>(.*?)<\/script>/.exec(body) ?? []
    expect(String(headers['content-security-policy'])).toContain(hash(script))
  })

  it.each([
    ['/', 'vista=1', MEMBERS],
    ['/seguridad', 'otra=1; vista=1', MEMBERS],
    ['/seguridad.html', '', MEMBERS],
    ['/seguridad', 'vista=', 'plain'],
    ['/seguridad', 'revista=1', 'plain'],
    ['/?code=1', 'vista=1', 'plain'],
    ['/seguridad?x=1', 'vista=1', 'plain'],
    ['/landing', 'vista=1', 'drawn'],
  ])('%s with the cookie «%s» is the page of who sent it, and caches know', async (url, cookie, text) => {
    const { body, headers } = await app.inject({ url, headers: { accept: 'text/html', cookie } })
    expect(body).toContain(text)
    if (!/landing|html/.test(url)) expect(headers.vary).toBe('Origin, Accept-Encoding, Cookie')
    if (text === MEMBERS) expect(headers['content-security-policy']).toContain(hash(SCRIPT))
  })

  it.each(['/?app', '/?code=1', '/seguridad', '/login'])(
    '%s is the app, and nothing more is allowed there',
    async (url) => {
      const { body, headers } = await get(url)
      expect(body).toBe('plain')
      expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
    },
  )
})

it('files of the app’s code say of themselves what a browser heeds, and nothing of what only pages are told', async () => {
  const script = await get('/assets/casa-a1B2.js')
  expect(script.body).toBe(SCRIPT)
  expect(script.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.any(String),
  })
  expect(script.headers).not.toHaveProperty('content-security-policy')
  expect(script.headers).not.toHaveProperty('permissions-policy')
  // What a browser may show as a page of its own has the policy of one, found or not.
  for (const url of ['/assets/flor-a1B2.svg', '/assets/casa-a1B2.js/x', '/assets/..%2fsw.js'])
    expect((await get(url)).headers).toHaveProperty('content-security-policy')
})
