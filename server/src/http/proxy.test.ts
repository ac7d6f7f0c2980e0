import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readTrustedProxies } from '../config/proxies.ts'
import { clientAddress, warnOfProxies } from './proxy.ts'

/** What HTTP and WebSockets make of one request. */
async function addresses(setting: string, peer: string, forwarded?: string): Promise<[string, string]> {
  const trusted = readTrustedProxies(setting)
  const app = Fastify({ trustProxy: trusted ?? false })
  app.get('/', async (request) => [request.ip, clientAddress(request.raw, trusted)])
  const response = await app.inject({
    url: '/',
    remoteAddress: peer,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })
  await app.close()
  return response.json()
}

describe('the address of a client', () => {
  it.each([
    ['0', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    ['1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    // What the client wrote stands to the left of what the proxy added.
    ['1', '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', '6.6.6.6, 7.7.7.7, 198.51.100.1', '198.51.100.1'],
    ['2', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.0/8', '203.0.113.5', '6.6.6.6', '203.0.113.5'],
    ['loopback, 10.0.0.7', '127.0.0.1', '198.51.100.1, 10.0.0.7', '198.51.100.1'],
    ['fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('with %j: %s says %j and is %s, by HTTP and by WebSocket', async (setting, peer, forwarded, client) => {
    expect(await addresses(setting, peer, forwarded)).toEqual([client, client])
  })

  it.each(['true', 'TRUE', 'x', '-1', '1.5', '11', '0.0.0.0/0', '::/0', '10.0.0.0/99'])(
    'is not read by %j',
    (setting) => expect(() => readTrustedProxies(setting)).toThrow(RangeError),
  )
})

describe('the warning', () => {
  let app: FastifyInstance
  const lines: string[] = []
  const start = (siteUrl: string, setting: string) => {
    lines.length = 0
    vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(line))
    const trusted = readTrustedProxies(setting)
    app = Fastify({ trustProxy: trusted ?? false })
    warnOfProxies(app, { siteUrl, trusted, setting: 'TRUST_PROXY' })
    app.get('/', async () => 'ok')
  }
  const ask = (headers: Record<string, string>, remoteAddress = '203.0.113.5') =>
    app.inject({ url: '/', headers, remoteAddress })
  afterEach(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  it('comes once, when a header of a proxy arrives that no setting names', async () => {
    start('http://localhost', '0')
    await ask({})
    expect(lines).toEqual([])
    for (let times = 0; times < 3; times++) await ask({ 'x-forwarded-for': '198.51.100.1' })
    expect(lines).toEqual([expect.stringContaining('TRUST_PROXY')])
    expect(lines[0], 'it quotes nobody').not.toContain('198.51')
  })

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto'])('knows %s', async (name) => {
    start('http://localhost', '0')
    await ask({ [name]: 'x' })
    expect(lines).toEqual([
      'Llegó una petición con la cabecera de un proxy que TRUST_PROXY no nombra: no se le creyó.',
    ])
  })

  it('comes when the header is somebody else’s than the proxy’s', async () => {
    start('http://localhost', '10.0.0.0/8')
    await ask({ 'x-forwarded-for': '198.51.100.1' }, '10.0.0.1')
    expect(lines).toEqual([])
    await ask({ 'x-forwarded-for': '198.51.100.1' })
    expect(lines).toHaveLength(1)
  })

  it('comes at the start, when the site is reached by HTTPS and no proxy is named', () => {
    start('https://site.example', '0')
    expect(lines).toEqual([
      'SITE_URL es https y TRUST_PROXY no dice qué proxy hay delante: todas las visitas contarán como una.',
    ])
    start('http://https.example', '0')
    expect(lines).toEqual([])
    start('https://site.example', '1')
    expect(lines).toEqual([])
  })
})
