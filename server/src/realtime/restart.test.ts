import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestPostgres } from '../../testing/postgres.ts'
import { ANA, BEA, Inbox, type Member, startWorld, subscribed, type World } from '../../testing/realtime.ts'
import { Replication } from './replication.ts'

let world: World
let sala: string
beforeAll(async () => {
  world = await startWorld()
  const [row] = await world.sql<{ id: string }>('select id from salas_comunidad limit 1')
  sala = row!.id
})
afterAll(() => world?.close())

/** A circle's chat as in the app: on each `SUBSCRIBED` it asks for messages after the last one it holds. */
class Chat {
  readonly held = new Map<string, string>()
  readonly states: string[] = []
  readonly arrived = new Inbox<string>()

  constructor({ client }: Member) {
    client
      .channel(`sala:${sala}`)
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter: `sala_id=eq.${sala}` },
        ({ new: row }) => this.add(row),
      )
      .subscribe(async (state) => {
        this.states.push(state)
        if (state !== 'SUBSCRIBED') return
        const { data } = await client
          .from('mensajes_sala')
          .select('id, contenido')
          .eq('sala_id', sala)
          .order('creado_en')
        for (const row of data ?? []) this.add(row)
        this.arrived.put(`caught up ${this.subscriptions}`)
      })
  }

  get subscriptions(): number {
    return this.states.filter((state) => state === 'SUBSCRIBED').length
  }

  private add(row: { id?: string; contenido?: string }): void {
    if (this.held.has(row.id!)) return
    this.held.set(row.id!, row.contenido!)
    this.arrived.put(row.contenido!)
  }
}

/** Writes a message, again and again until the database takes it. */
async function write(contenido: string): Promise<void> {
  for (;;) {
    try {
      await world.sql('insert into mensajes_sala (sala_id, user_id, contenido) values ($1, $2, $3)', [
        sala,
        ANA,
        contenido,
      ])
      return
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

async function postmaster(): Promise<number> {
  const [row] = await world.sql<{ folder: string }>(`select current_setting('data_directory') as folder`)
  return Number((await readFile(path.join(row!.folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

describe('clients come back by themselves and miss nothing', () => {
  it.each(['SIGINT', 'SIGKILL'] as const)('when the database ends by %s and starts again', async (signal) => {
    const chat = new Chat(await world.member(BEA))
    await chat.arrived.find((text) => text === 'caught up 1')
    await write(`antes ${signal}`)
    await chat.arrived.find((text) => text === `antes ${signal}`)
    process.kill(await postmaster(), signal)
    await write(`mientras ${signal}`)
    await chat.arrived.find((text) => text === `mientras ${signal}`)
    await chat.arrived.find((text) => text === 'caught up 2')
    await write(`después ${signal}`)
    await chat.arrived.find((text) => text === `después ${signal}`)
    const slots = await world.sql('select from pg_replication_slots')
    expect(slots).toHaveLength(1)
  })

  it('when only the stream is cut', async () => {
    const chat = new Chat(await world.member(BEA))
    await chat.arrived.find((text) => text === 'caught up 1')
    await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime stream'`,
    )
    await write('sin hilo')
    await chat.arrived.find((text) => text === 'sin hilo')
    await chat.arrived.find((text) => text === 'caught up 2')
  })

  it('when the network is cut fifty times: everything, and once', async () => {
    const sockets = new Set<Socket>()
    const track = (socket: Socket) => void sockets.add(socket)
    world.server.app.server.on('connection', track)
    const chat = new Chat(await world.member(BEA))
    await chat.arrived.find((text) => text === 'caught up 1')
    // A second attempt at this test finds the messages of the first.
    const before = chat.held.size
    const last = `sin red 50 ${before}`
    for (let cut = 1; cut <= 50; cut++) {
      await write(`corte ${cut} ${before}`)
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await write(`sin red ${cut} ${before}`)
      // Every tenth time she has reconnected before the next cut; otherwise the cut hits her while reconnecting.
      if (cut % 10 === 0) await chat.arrived.find((text) => text === `sin red ${cut} ${before}`)
    }
    world.server.app.server.off('connection', track)
    await chat.arrived.find((text) => text === last)
    // The last one may come over the new channel before the answer that brings what the cuts kept back.
    await expect.poll(() => chat.held.size - before, { timeout: 30_000 }).toBe(100)
    expect(new Set([...chat.held.values()].slice(before)).size).toBe(100)
  })

  it.each([
    ['whether her session lives', 'auth', 'sessions'],
    ['what she may hear', 'realtime', 'messages'],
  ])('when the database cannot say for a moment %s', async (_, schema, table) => {
    const [ana, bea] = [await world.member(ANA), await world.member(BEA)]
    const newer = await world.member(BEA)
    const states = new Inbox<string>()
    const open = ({ client }: Member) => client.channel(`sala:${sala}`, { config: { private: true } })
    const hers = open(bea).on('presence', { event: 'sync' }, () => {})
    hers.subscribe((state) => states.put(state))
    const other = open(ana).on('presence', { event: 'sync' }, () => {})
    await subscribed(other)
    await other.track({})
    await states.find((state) => state === 'SUBSCRIBED')
    await world.sql(`alter table ${schema}.${table} rename to se_fue`)
    const now = performance.now.bind(performance)
    // What she may hear was asked long ago.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    try {
      if (schema === 'auth') {
        bea.token = newer.token
        await bea.client.realtime.setAuth()
      } else await other.untrack()
      await states.find((state) => state === 'CHANNEL_ERROR')
    } finally {
      clock.mockRestore()
      await world.sql(`alter table ${schema}.se_fue rename to ${table}`)
    }
    await expect.poll(() => states.all.at(-1), { timeout: 20_000 }).toBe('SUBSCRIBED')
    expect(states.all).not.toContain('CLOSED')
  })

  it('when the server ends and starts again', async () => {
    const chat = new Chat(await world.member(BEA))
    await chat.arrived.find((text) => text === 'caught up 1')
    await world.restart()
    await write('tras el reinicio')
    await chat.arrived.find((text) => text === 'tras el reinicio')
    await chat.arrived.find((text) => text === 'caught up 2')
    await write('y sigue')
    await chat.arrived.find((text) => text === 'y sigue')
  })
})

describe('the stream of changes', () => {
  it('ends at once, at whatever moment of its start', async () => {
    const { address, owner } = world.server.database
    for (let steps = 0; steps < 60; steps += 1) {
      const replication = new Replication({
        address,
        credentials: owner,
        publication: 'supabase_realtime',
        primaryKey: async () => [],
        onChange: async () => {},
        onCommit: async () => {},
        onBreak: () => {},
        onUnavailable: () => {},
      })
      replication.start()
      for (let step = 0; step < steps; step += 1) await new Promise((resolve) => setImmediate(resolve))
      await replication.stop()
    }
    const streams = () => world.sql(`select from pg_stat_activity where application_name = 'realtime stream'`)
    // That of the world's own server.
    await expect.poll(streams).toHaveLength(1)
  })
})

describe('a database without logical replication', () => {
  it('says so once, serves broadcast, and refuses changes with a reason', async () => {
    const postgres = await startTestPostgres({ wal_level: 'replica' })
    const { host, port, user, password, database } = postgres.connection
    const reasons = new Inbox<string>()
    const plain = await startWorld(
      {
        DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      },
      reasons.put,
    )
    try {
      expect(await reasons.find()).toBe('wal_level is replica, not logical')
      const client = plain.visitor()
      const changes = client
        .channel('cambios')
        .on('postgres_changes', { event: '*', schema: 'public' }, () => {})
      await expect(subscribed(changes)).rejects.toThrow(/Logical replication is not available/)
      const heard = new Inbox<unknown>()
      const channel = client
        .channel('voz', { config: { broadcast: { self: true } } })
        .on('broadcast', { event: 'x' }, heard.put)
      await subscribed(channel)
      await channel.send({ type: 'broadcast', event: 'x', payload: {} })
      await heard.find()
      expect(reasons.all).toHaveLength(1)
    } finally {
      await plain.close()
      await postgres.stop()
    }
  })
})
