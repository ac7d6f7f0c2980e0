import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { RunningServer } from '../src/start.ts'
import { Tokens } from '../src/tokens/tokens.ts'
import { freePort, startAmparo } from './amparoServer.ts'

export { freePort } from './amparoServer.ts'

export const ANA = 'a0000000-0000-4000-8000-000000000001'
export const BEA = 'b0000000-0000-4000-8000-000000000002'

/** The whole server on a database of its own, with Amparo's schema and its demo people, listening on a free port. */
export interface World {
  server: RunningServer
  tokens: Tokens
  /** Runs SQL as the owner of the database. */
  sql<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  /** A client that holds a token as the auth API gives it; the token's session is in the database. */
  member(id: string, lifetimeSeconds?: number): Promise<Member>
  visitor(): SupabaseClient
  /** A second server on the same database. */
  second(): Promise<RunningServer>
  /** Stops the server; its database goes with it, its data stays. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface Member {
  id: string
  client: SupabaseClient
  token: string
  sessionId: string
}

/** Starts a world. @param env further settings */
export async function startWorld(
  env: Record<string, string> = {},
  onNoLiveChanges?: (reason: string) => void,
): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'realtime-'))
  // Temporary folders are closed; this one lets PostgreSQL's own account pass.
  await chmod(folder, 0o711)
  const port = String(await freePort())
  const start = (more: Record<string, string>) =>
    startAmparo(
      { AMPARO_RATE_FACTOR: '1000', AMPARO_PUBLIC_CHANNELS: '1', ...env, ...more },
      { onNoLiveChanges },
    )
  const own = { PORT: port, AMPARO_DATA: folder }
  let server = await start(own)
  // Carla is the admin here with a token that these tests write themselves.
  await server.query(`update interno.ajustes set valor = 'libre' where clave = 'factor_de_administracion'`)
  const clients: SupabaseClient[] = []
  const others: RunningServer[] = []
  const tokens = new Tokens(server.config.secrets.jwtSecret)
  const clientFor = (url: string, accessToken?: () => Promise<string>) => {
    const client = createClient(url, server.config.secrets.anonKey, {
      accessToken,
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never, reconnectAfterMs: () => 50 },
    })
    clients.push(client)
    return client
  }
  return {
    get server() {
      return server
    },
    tokens,
    sql: (text, values) => server.query(text, values),
    async member(id, lifetimeSeconds = 3600) {
      const sessionId = randomUUID()
      await server.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, id])
      const claims = { role: 'authenticated', aud: 'authenticated', sub: id, session_id: sessionId }
      const token = await tokens.sign(claims, lifetimeSeconds)
      const held = { id, sessionId, token }
      return Object.assign(held, { client: clientFor(server.url, async () => held.token) })
    },
    visitor: () => clientFor(server.url),
    async second() {
      const { address, owner } = server.database
      const other = await start({
        PORT: String(await freePort()),
        AMPARO_DATA: path.join(folder, `other-${others.length}`),
        AMPARO_JWT_SECRET: server.config.secrets.jwtSecret,
        DATABASE_URL: `postgres://${owner.user}:${encodeURIComponent(owner.password)}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`,
      })
      others.push(other)
      return other
    },
    async restart() {
      await server.stop()
      server = await start(own)
    },
    async close() {
      for (const client of clients) await client.realtime.disconnect()
      for (const other of others) await other.stop()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Subscribes and waits for the client's own word that it is. */
export function subscribed(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else if (status !== 'CLOSED') reject(error ?? new Error(status))
    })
  })
}

/** What arrives, to be taken one after the other or waited for. */
export class Inbox<T> {
  readonly all: T[] = []
  private readonly waiting: { test: (item: T) => boolean; resolve: (item: T) => void }[] = []

  readonly put = (item: T): void => {
    this.all.push(item)
    const index = this.waiting.findIndex(({ test }) => test(item))
    if (index !== -1) this.waiting.splice(index, 1)[0]!.resolve(item)
  }

  /** The first one, arrived or yet to arrive, that the test accepts. */
  find(test: (item: T) => boolean = () => true): Promise<T> {
    const found = this.all.find(test)
    if (found !== undefined) return Promise.resolve(found)
    return new Promise((resolve) => this.waiting.push({ test, resolve }))
  }
}
