import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { RawSocket, socketUrl } from '../../testing/rawSocket.ts'
import { ANA, BEA, type Member, startWorld, type World } from '../../testing/realtime.ts'

let world: World
let ana: Member
let bea: Member
beforeAll(async () => {
  world = await startWorld({
    AMPARO_PUBLIC_CHANNELS: '0',
    AMPARO_REALTIME_LIMITS:
      'idleSeconds=1 bytesPerOwner=100000 socketsPerAddress=6 socketsPerUser=4 channelsPerSocket=1000',
  })
  await world.sql(
    `create policy "propios" on realtime.messages to authenticated using (true) with check (true)`,
  )
  ;[ana, bea] = [await world.member(ANA), await world.member(BEA)]
})
afterAll(() => world?.close())

const join = (
  socket: RawSocket,
  topic: string,
  token: string | undefined,
  config: object = { private: true },
) => socket.ask(`realtime:${topic}`, 'phx_join', { config, access_token: token })
const reasonOf = ({ payload }: { payload: Record<string, unknown> }) =>
  String((payload.response as { reason?: unknown } | undefined)?.reason ?? payload.status)

describe('public channels', () => {
  const changes = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'mensajes_sala' }] }

  it.each([
    ['a visitor', {}],
    ['a visitor', { presence: { key: 'x', enabled: true } }],
    ['a visitor', changes],
    ['a member', {}],
    ['a member', { presence: { key: 'x', enabled: true } }],
  ])('are not taken from %s unless the settings say so: %j', async (who, config) => {
    const socket = await RawSocket.open(world)
    const token = who === 'a member' ? ana.token : undefined
    expect(reasonOf(await join(socket, 'plaza', token, config))).toMatch(/^PrivateOnly:/)
    socket.socket.close()
    await socket.closed
  })

  it('bring a member the changes that policies let her read', async () => {
    const [sala] = await world.sql<{ id: string }>('select id from salas_comunidad limit 1')
    const socket = await RawSocket.open(world)
    const wanted = { ...changes.postgres_changes[0], filter: `sala_id=eq.${sala!.id}` }
    const joined = await join(socket, `mensajes_sala:${sala!.id}`, bea.token, { postgres_changes: [wanted] })
    expect(reasonOf(joined)).toBe('ok')
    const row = { sala_id: sala!.id, user_id: ANA, contenido: 'hola', tipo: 'texto' }
    const { error } = await ana.client.from('mensajes_sala').insert(row)
    expect(error).toBeNull()
    const { payload } = await socket.frames.find(({ event }) => event === 'postgres_changes')
    expect(payload.data).toMatchObject({ type: 'INSERT', record: row })
    socket.socket.close()
    await socket.closed
  })

  it('carry neither broadcast nor presence, whatever else they were taken for', async () => {
    const sockets = [await RawSocket.open(world), await RawSocket.open(world)]
    const [hers, other] = sockets as [RawSocket, RawSocket]
    const config = { ...changes, broadcast: { self: true }, presence: { enabled: true } }
    for (const socket of sockets) expect(reasonOf(await join(socket, 'plaza', ana.token, config))).toBe('ok')
    const topic = 'realtime:plaza'
    hers.send(null, '1', topic, 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
    const tracked = await hers.ask(topic, 'presence', { type: 'presence', event: 'track', payload: { a: 1 } })
    expect(tracked.payload.response).toEqual({ reason: 'unauthorized' })
    for (const { frames } of [hers, other])
      expect(frames.all.filter(({ event }) => /broadcast|presence/.test(event))).toEqual([])
    // A visitor's token in place of the member's ends it.
    hers.send(null, '2', topic, 'access_token', { access_token: world.server.config.secrets.anonKey })
    const { payload } = await hers.frames.find(
      ({ event, payload: said }) => event === 'system' && said.status === 'error',
    )
    expect(payload.message).toMatch(/^PrivateOnly:/)
    for (const socket of sockets) socket.socket.close()
    await Promise.all(sockets.map(({ closed }) => closed))
  })

  it('take nothing by HTTP either', async () => {
    const open = await RawSocket.open(world)
    await join(open, 'plaza', ana.token)
    const response = await fetch(new URL('/realtime/v1/api/broadcast', world.server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: JSON.stringify({ messages: [{ topic: 'plaza', event: 'x', payload: {}, private: false }] }),
    })
    expect(response.status).toBe(202)
    await open.alive()
    expect(open.frames.all.filter(({ event }) => event === 'broadcast')).toEqual([])
    open.socket.close()
    await open.closed
  })
})

describe('what is kept for one member', () => {
  it('has an end, over all her sockets and channels, and nobody else feels it', async () => {
    const sockets = [await RawSocket.open(world), await RawSocket.open(world), await RawSocket.open(world)]
    let taken = 0
    let refusal = ''
    for (let i = 0; i < 60 && !refusal; i++) {
      const reply = await join(sockets[i % 3]!, `sala-${i}`, ana.token, {
        private: true,
        postgres_changes: [],
        x: 'x'.repeat(4_000),
      })
      if (reply.payload.status === 'ok') taken += 1
      else refusal = reasonOf(reply)
    }
    expect(refusal).toMatch(/Too much is kept/)
    expect(taken).toBeGreaterThan(5)
    expect(taken).toBeLessThanOrEqual(12)
    const hers = await RawSocket.open(world)
    expect((await join(hers, 'sala-1', bea.token)).payload.status).toBe('ok')
    // What is let go of can be taken again.
    for (const socket of sockets) socket.socket.close()
    await Promise.all(sockets.map(({ closed }) => closed))
    const again = await RawSocket.open(world)
    expect((await join(again, 'sala-1', ana.token)).payload.status).toBe('ok')
    for (const socket of [again, hers]) socket.socket.close()
    await Promise.all([again.closed, hers.closed])
  })

  it('ends a socket that asks for more than it waits for', async () => {
    const socket = await RawSocket.open(world)
    await join(socket, 'sala', bea.token)
    // Joins of one topic wait for one another.
    for (let i = 0; i < 40; i++)
      socket.send('1', '1', 'realtime:otra', 'phx_join', {
        config: { private: true, x: 'x'.repeat(20_000) },
        access_token: bea.token,
      })
    expect(await socket.closed).toBe(1008)
  })

  it('holds no large frame of whom nobody knows', async () => {
    const socket = await RawSocket.open(world)
    socket.send(null, '1', 'realtime:x', 'phx_join', { x: 'x'.repeat(70_000) })
    expect(await socket.closed).toBe(1008)
  })
})

describe('sockets', () => {
  it('on which nothing is joined are closed', async () => {
    const socket = await RawSocket.open(world)
    expect(reasonOf(await join(socket, 'sala', undefined))).toMatch(/permissions/)
    expect(await socket.closed).toBe(1008)
  })

  it('of a session that ended are closed with it', async () => {
    const { token, sessionId } = await world.member(BEA)
    const socket = await RawSocket.open(world)
    expect((await join(socket, 'sala', token)).payload.status).toBe('ok')
    await world.sql('delete from auth.sessions where id = $1', [sessionId])
    expect(await socket.closed).toBe(1008)
  })

  it('of members are counted by member, and a stranger who idles is closed for one who comes', async () => {
    const members = [ana, ana, ana, bea, bea, bea]
    const opened = await Promise.all(members.map(() => RawSocket.open(world)))
    for (const [index, socket] of opened.entries())
      expect((await join(socket, 'sala', members[index]!.token)).payload.status).toBe('ok')
    // As many strangers as the address may have, besides the members.
    const strangers = await Promise.all(Array.from({ length: 6 }, () => RawSocket.open(world)))
    const refused = new WebSocket(socketUrl(world, { vsn: '2.0.0' }))
    const [error] = await once(refused, 'error')
    expect(String(error)).toContain('429')
    // They had their chance: the first goes for the next one who comes.
    await strangers[0]!.closed
    const next = await RawSocket.open(world)
    expect((await join(next, 'sala', ana.token)).payload.status).toBe('ok')
    for (const socket of opened) expect(await socket.alive()).toBe(true)
    const tooMany = await RawSocket.open(world)
    expect(reasonOf(await join(tooMany, 'sala', ana.token))).toMatch(/Too many connected users/)
    for (const socket of [...opened, next]) socket.socket.close()
  })
})
