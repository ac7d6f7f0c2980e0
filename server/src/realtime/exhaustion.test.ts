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
  it.each(['a visitor', 'a member'])('are not taken from %s unless the settings say so', async (who) => {
    const socket = await RawSocket.open(world)
    const token = who === 'a member' ? ana.token : undefined
    for (const config of [
      {},
      { presence: { key: 'x', enabled: true } },
      { postgres_changes: [{ event: '*', schema: 'public' }] },
    ])
      expect(reasonOf(await join(socket, 'plaza', token, config))).toMatch(/^PrivateOnly:/)
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

  it('of members are counted by member, and a stranger who idles makes room for who comes', async () => {
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
