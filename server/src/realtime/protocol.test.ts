import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { RawSocket, socketUrl } from '../../testing/rawSocket.ts'
import { ANA, Inbox, startWorld, subscribed, type World } from '../../testing/realtime.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({
    AMPARO_CORS_ORIGINS: 'https://app.ejemplo.org',
    AMPARO_REALTIME_LIMITS:
      'channelsPerSocket=3 socketsPerUser=2 messagesPerSecond=200 bufferedBytes=65536 bindingsPerSocket=4',
  })
})
afterAll(() => world?.close())

/** @returns the status that a refused socket got, or 101 */
async function knock(url: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(url, { headers })
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number),
  ])
  socket.on('error', () => undefined)
  socket.terminate()
  return status
}

describe('the API', () => {
  it('opens to our own pages, to allowed origins, and to what is no browser', async () => {
    const url = socketUrl(world, { vsn: '2.0.0' })
    expect(await knock(url)).toBe(101)
    for (const origin of [world.server.config.siteUrl, 'https://app.ejemplo.org'])
      expect(await knock(url, { origin })).toBe(101)
  })

  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://app.ejemplo.org.evil.example',
    'x',
  ])('stays shut to pages of %s', async (origin) =>
    expect(await knock(socketUrl(world, {}), { origin })).toBe(403),
  )

  const wrong: Record<string, string>[] = [{ apikey: '' }, { apikey: 'a.b.c' }, { vsn: '9.0.0' }]
  it.each(wrong)('asks for a key and a version: %o', async (query) => {
    expect(await knock(socketUrl(world, query))).toBe(403)
  })

  it('has no other sockets', async () => {
    expect(await knock(socketUrl(world, {}).replace('/websocket', '/other'))).toBe(404)
  })

  it('puts neither key nor token in the log', async () => {
    const member = await world.member(ANA)
    await subscribed(member.client.channel('log'))
    await member.client.removeAllChannels()
    const log = await readFile(path.join(world.server.config.dataDir, 'logs/server.log'), 'utf8')
    expect(log).not.toContain(world.server.config.secrets.anonKey)
    expect(log).not.toContain(member.token)
  })
})

describe.each(['1.0.0', '2.0.0'])('version %s', (version) => {
  it('answers heartbeats, joins, leaves, and what belongs to no channel', async () => {
    const raw = await RawSocket.open(world, version)
    expect(await raw.alive()).toBe(true)
    const joined = await raw.ask('realtime:sala', 'phx_join', { config: {} })
    expect(joined).toMatchObject({
      topic: 'realtime:sala',
      payload: { status: 'ok', response: { postgres_changes: [] } },
    })
    expect((await raw.ask('realtime:other', 'broadcast', {})).payload).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    })
    expect((await raw.ask('realtime:sala', 'phx_leave', {})).payload.status).toBe('ok')
    expect(await raw.frames.find(({ event }) => event === 'phx_close')).toMatchObject({
      topic: 'realtime:sala',
      joinRef: joined.ref,
    })
  })

  it('lets a second join of a topic take the place of the first', async () => {
    const raw = await RawSocket.open(world, version)
    const first = await raw.ask('realtime:sala', 'phx_join', {})
    const second = await raw.ask('realtime:sala', 'phx_join', {})
    expect(second.payload.status).toBe('ok')
    expect((await raw.frames.find(({ event }) => event === 'phx_close')).joinRef).toBe(first.ref)
  })

  it.each([
    ['realtime:', {}, 'TopicNameRequired'],
    ['sala', {}, 'TopicNameRequired'],
    ['realtime:sala', { access_token: 'a.b.c' }, 'JwtSignatureError'],
    [
      'realtime:sala',
      { config: { postgres_changes: 'x'.split('').concat(Array(30).fill('y')) } },
      'Too many',
    ],
    ['realtime:sala', { config: { postgres_changes: [7] } }, 'postgres_changes'],
    ['realtime:sala', { config: { postgres_changes: [{ event: 'TRUNCATE' }] } }, 'postgres_changes'],
    [
      'realtime:sala',
      { config: { postgres_changes: [{ event: '*', table: { a: 1 } }] } },
      'postgres_changes',
    ],
    ['realtime:sala', { config: { private: true } }, 'Unauthorized'],
  ])('refuses to join %s with %o', async (topic, payload, reason) => {
    const raw = await RawSocket.open(world, version)
    const reply = await raw.ask(topic, 'phx_join', payload)
    expect(reply.payload.status).toBe('error')
    expect((reply.payload.response as { reason: string }).reason).toContain(reason)
    expect(await raw.alive()).toBe(true)
  })
})

const binary = (...bytes: number[]) => Buffer.from(bytes)
const text = (value: unknown) => JSON.stringify(value)

describe('hostile frames', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const cases: [string, string | Buffer][] = [
    ['nothing', ''],
    ['no JSON', '{"topic":'],
    ['null', 'null'],
    ['a number', '7'],
    ['an object in version 2', text({ topic: 'phoenix', event: 'heartbeat' })],
    ['an array of four', text([null, '1', 'phoenix', 'heartbeat'])],
    ['an array of six', text([null, '1', 'phoenix', 'heartbeat', {}, 1])],
    ['a topic that is no text', text([null, '1', 7, 'heartbeat', {}])],
    ['an event that is no text', text([null, '1', 'phoenix', null, {}])],
    ['a reference that is an object', text([null, { a: 1 }, 'phoenix', 'heartbeat', {}])],
    ['a reference of a megabyte', text([null, 'x'.repeat(200_000), 'phoenix', 'heartbeat', {}])],
    ['a topic of many letters', text([null, '1', 'x'.repeat(5_000), 'phx_join', {}])],
    ['brackets without end', deep],
    ['brackets in a payload', `["1","1","realtime:sala","phx_join",${deep}]`],
    [
      'a name of the prototype',
      '["1","1","realtime:sala","phx_join",{"__proto__":{"config":1},"config":{"__proto__":[]}}]',
    ],
    ['a payload that is null', text(['1', '1', 'realtime:sala', 'presence', null])],
    ['a payload that is a text', text(['1', '1', 'realtime:sala', 'broadcast', 'x'])],
    ['a token that is an object', text(['1', '1', 'realtime:sala', 'access_token', { access_token: {} }])],
    ['invalid UTF-8', binary(0x22, 0xff, 0xfe, 0x22)],
    ['an empty binary frame', Buffer.alloc(0)],
    ['a binary frame of an unknown kind', binary(9, 0, 0, 0, 0, 0, 0)],
    ['a binary frame that is cut off', binary(3, 255, 255, 255, 255, 255, 1)],
    ['a binary frame of an unknown encoding', binary(3, 0, 0, 0, 0, 0, 7, 1)],
    ['a binary frame whose JSON is none', Buffer.concat([binary(3, 0, 0, 0, 0, 0, 1), Buffer.from('{"a"')])],
    ['a frame above the limit', 'x'.repeat(300_000)],
  ]

  it.each(cases)('%s: the server goes on, whatever becomes of the socket', async (_, frame) => {
    const [hostile, neighbour] = [await RawSocket.open(world), await RawSocket.open(world)]
    await hostile.ask('realtime:sala', 'phx_join', {})
    hostile.socket.send(frame)
    const ended = await Promise.race([hostile.closed, hostile.alive().then(() => 0)])
    expect([0, 1007, 1009]).toContain(ended)
    expect(await neighbour.alive()).toBe(true)
  })

  it('do not stop a crowd: random bytes on many sockets', async () => {
    const neighbour = await RawSocket.open(world)
    await Promise.all(
      Array.from({ length: 20 }, async (_, seed) => {
        const raw = await RawSocket.open(world, seed % 2 ? '1.0.0' : '2.0.0')
        const bytes = Buffer.from(Array.from({ length: 200 }, (_, i) => (seed * 7919 + i * 104_729) % 256))
        raw.socket.send(bytes, { binary: seed % 3 === 0 })
        await raw.closed
      }),
    )
    expect(await neighbour.alive()).toBe(true)
  })
})

describe('limits', () => {
  it('of channels: the fourth is refused, and takes the place of one that was left', async () => {
    const raw = await RawSocket.open(world)
    for (const name of ['a', 'b', 'c'])
      expect((await raw.ask(`realtime:${name}`, 'phx_join', {})).payload.status).toBe('ok')
    expect((await raw.ask('realtime:d', 'phx_join', {})).payload).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('ChannelRateLimitReached') },
    })
    await raw.ask('realtime:a', 'phx_leave', {})
    expect((await raw.ask('realtime:d', 'phx_join', {})).payload.status).toBe('ok')
  })

  it('of requests for changes: so many on one socket, whatever its channels', async () => {
    const raw = await RawSocket.open(world)
    const join = (topic: string) => {
      const wanted = { event: '*', schema: 'public', table: 'mensajes_sala' }
      return raw.ask(topic, 'phx_join', { config: { postgres_changes: [wanted, wanted, wanted] } })
    }
    expect((await join('realtime:a')).payload.status).toBe('ok')
    expect((await join('realtime:b')).payload).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('Too many postgres_changes') },
    })
  })

  it('of sockets: a person has so many, others are not touched', async () => {
    const member = await world.member(ANA)
    const join = async () => {
      const raw = await RawSocket.open(world)
      const reply = await raw.ask('realtime:sala', 'phx_join', { access_token: member.token })
      return { raw, status: reply.payload.status }
    }
    const [first, second, third] = [await join(), await join(), await join()]
    expect([first.status, second.status, third.status]).toEqual(['ok', 'ok', 'error'])
    first.raw.socket.close()
    await first.raw.closed
    await expect.poll(async () => (await join()).status).toBe('ok')
  })

  it('of messages: a flood ends its socket', async () => {
    const raw = await RawSocket.open(world)
    for (let i = 0; i < 500; i++) raw.send(null, String(i), 'phoenix', 'heartbeat', {})
    expect(await raw.closed).toBe(1008)
  })

  it('of buffers: a reader who takes nothing is cut off, the others go on', async () => {
    const [slow, quick, sender] = [await RawSocket.open(world), await RawSocket.open(world), world.visitor()]
    for (const raw of [slow, quick]) await raw.ask('realtime:lenta', 'phx_join', {})
    slow.socket.pause()
    const channel = sender.channel('lenta', { config: { broadcast: { ack: true } } })
    await subscribed(channel)
    const ended = new Inbox<true>()
    slow.socket.on('close', () => ended.put(true))
    const sockets = () => world.server.app.server.getConnections.bind(world.server.app.server)
    const count = () => new Promise<number>((resolve) => sockets()((_, number) => resolve(number)))
    const before = await count()
    const body = 'x'.repeat(100_000)
    for (let i = 0; i < 150 && (await count()) >= before; i++)
      expect(await channel.send({ type: 'broadcast', event: 'grande', payload: { body } })).toBe('ok')
    expect(await count()).toBe(before - 1)
    expect(await quick.alive()).toBe(true)
    slow.socket.resume()
    await ended.find()
  })
})
