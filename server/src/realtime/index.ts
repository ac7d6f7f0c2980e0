import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { WebSocketServer } from 'ws'
import type { RealtimeLimits } from '../config/serverConfig.ts'
import type { Credentials, DatabaseAddress } from '../db/database.ts'
import type { ApiContext } from '../http/context.ts'
import { networkOf } from '../limits/network.ts'
import { Bus } from './bus.ts'
import { ChangeFeed } from './changes.ts'
import type { Channel } from './channel.ts'
import { Connection, type ConnectionService, POLICY, strangersOf } from './connection.ts'
import { broadcastRoutes } from './http.ts'
import { Hub } from './hub.ts'
import { readPrincipal, SessionWatch, TokenRefusal } from './principal.ts'
import type { Version } from './protocol.ts'
import { Readers } from './readers.ts'
import { Replication } from './replication.ts'
import { Subscriptions } from './subscriptions.ts'
import { Usage } from './usage.ts'

export interface RealtimeOptions extends ApiContext {
  /** Origins besides our own whose pages may open a socket. */
  corsOrigins: readonly string[]
  /** Address of the client that opens a socket; the same as that of her other requests. */
  addressOf: (request: IncomingMessage) => string
  /** Where changes come from. */
  database: {
    address: DatabaseAddress
    /** A role that may replicate. */
    owner: Credentials
    /** The role that becomes each reader. */
    requests: Credentials
    searchPath: string
    /** How many connections ask who may see a change. */
    readers?: number
  }
  /** Is given a way to count the open sockets. */
  onCount?: (count: () => number) => void
  /** Whether channels are taken that no policy guards (Supabase: «Allow public access»); off unless said. */
  publicChannels?: boolean
  limits: RealtimeLimits
  /** Before the process ends, each socket is closed so that its client comes back elsewhere. */
  drain?: { before(leave: (withinMs: number) => Promise<unknown>): void }
  /** Told once why there are no live changes, where there are none. */
  onNoChanges?: (reason: string) => void
}

const PATH = '/realtime/v1/websocket'
const PUBLICATION = 'supabase_realtime'
const SWEEP_MS = 5_000
/** The official client joins right after connecting. */
const CHANCE_MS = 1_000

/**
 * The live API at `/realtime/v1/websocket`: Phoenix channels as `@supabase/realtime-js` speaks them, with changes from
 * PostgreSQL's own replication stream, broadcast and presence. Who may receive what, the database says each time.
 * Source: Supabase, "Realtime Protocol", "Postgres Changes", "Realtime Authorization"; Phoenix, "Channels".
 */
const routes: FastifyPluginAsync<RealtimeOptions> = async (app, options) => {
  const service = createService(options)
  const { connections, replication, sessions, bus, readers } = service
  options.onCount?.(() => connections.size)
  const upgrades = takeSockets(app, service, options)
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const connection of connections) connection.sweep(now)
  }, SWEEP_MS)
  sweep.unref()
  options.drain?.before(async (withinMs) => {
    upgrades.end()
    // One after the other: all of them at once would ask everything again at once.
    const all = [...connections]
    const step = withinMs / Math.max(1, all.length)
    const began = performance.now()
    for (const [index, connection] of all.entries()) {
      const early = index * step - (performance.now() - began)
      if (early > 10) await new Promise((resolve) => setTimeout(resolve, early))
      connection.leave()
    }
  })

  await app.register(broadcastRoutes, { prefix: '/realtime/v1/api', service })
  app.addHook('onReady', async () => {
    replication.start()
    await bus.start()
  })
  app.addHook('preClose', async () => {
    upgrades.end()
    clearInterval(sweep)
    sessions.stop()
    for (const connection of connections) connection.terminate()
    await bus.stop()
    await replication.stop()
    await readers.close()
  })
}

interface LiveService extends ConnectionService {
  replication: Replication
  bus: Bus
  readers: Readers
}

/** Everything that sockets share, tied together: the stream of changes, the topics, the other processes, the sessions. */
function createService(options: RealtimeOptions): LiveService {
  const { config, db, tokens, log, authPool, database, limits } = options
  const readers = new Readers(database.address, database.requests, database.searchPath, database.readers)
  const subscriptions = new Subscriptions<Channel>(readers, PUBLICATION)
  const feed = new ChangeFeed(subscriptions, readers)
  const connections = new Set<Connection>()
  const processId = randomUUID()
  const hub = new Hub((word) => bus.tell(word), limits.broadcastsPerChannelPerSecond)
  const bus = new Bus({
    address: database.address,
    credentials: database.requests,
    processId,
    onWord: (word) => hub.hear(word),
    publicChannels: options.publicChannels === true,
    tracked: () => hub.tracked(processId),
    onGone: (process) => hub.forgetProcess(process),
  })
  const replication = new Replication({
    address: database.address,
    credentials: database.owner,
    publication: PUBLICATION,
    primaryKey: (oid) => readers.primaryKey(oid),
    onChange: (change) => feed.publish(change),
    onCommit: () => feed.settled(),
    // Changes during an outage are lost: all channels fail, so that clients join again and ask for what they missed.
    onBreak: () => {
      // What kept a change from being sent is why all channels fail now.
      feed.settled().catch(() => undefined)
      for (const channel of subscriptions.subscribers()) channel.fail('The connection to PostgreSQL was lost')
    },
    onUnavailable: (reason) => {
      log.warn({ reason }, 'realtime: no live changes')
      options.onNoChanges?.(reason)
    },
  })
  return {
    tokens,
    db,
    limits,
    log,
    hub,
    bus,
    readers,
    subscriptions,
    replication,
    sessions: new SessionWatch(
      authPool,
      () => openSessions(connections),
      (ended) => endSessions(connections, ended),
    ),
    connections,
    usage: new Usage<Connection>({
      bytesPerOwner: limits.bytesPerOwner,
      bytesInAll: limits.bytesInAll,
      joinsPerMinute: limits.joinsPerOwnerPerMinute,
    }),
    publicChannels: options.publicChannels ?? false,
    secret: config.secrets.jwtSecret,
    processId,
  }
}

/** Takes requests for sockets, or refuses them before there is one. */
function takeSockets(
  app: FastifyInstance,
  service: LiveService,
  { config, corsOrigins, addressOf }: RealtimeOptions,
): { end(): void } {
  const { tokens, limits, log, usage } = service
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.payloadBytes,
    // Compression would cost each socket a few hundred kilobytes.
    perMessageDeflate: false,
  })
  // Fastify goes on accepting connections until every `preClose` is through: a client that comes back meanwhile would
  // keep the server from ever ending.
  let isEnding = false
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without an answer: a proxy then asks another process, which it would not after a refusal.
    if (isEnding) return socket.destroy()
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== PATH) return refuse(socket, 404, 'Not Found')
    if (!corsOrigins.includes('*') && !isAllowedOrigin(request.headers, [config.siteUrl, ...corsOrigins]))
      return refuse(socket, 403, 'Forbidden')
    const version = versionOf(url.searchParams.get('vsn'))
    if (!version) return refuse(socket, 403, 'Forbidden')
    const header = request.headers['x-api-key']
    const key = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : '')
    try {
      await readPrincipal(tokens, key)
    } catch (error) {
      if (!(error instanceof TokenRefusal)) log.error({ err: error }, 'realtime: unexpected failure')
      return refuse(socket, 403, 'Forbidden')
    }
    const address = networkOf(addressOf(request))
    if (usage.isFull) return refuse(socket, 503, 'Service Unavailable')
    // Many clients share a carrier's address: the oldest socket on which nothing was joined is closed to make a place free.
    const now = performance.now()
    const strangers = usage.socketsOf(strangersOf(address))
    if (strangers.length >= limits.socketsPerAddress) {
      const idle = strangers.find((connection) => (connection.idleSince ?? now) < now - CHANCE_MS)
      if (!idle) return refuse(socket, 429, 'Too Many Requests')
      idle.terminate()
    }
    if (isEnding) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (ws) => {
      new Connection(service, ws, version, address, key)
    })
  }
  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'realtime: unexpected failure')
      socket.destroy()
    })
  })
  return {
    end() {
      isEnding = true
    },
  }
}

/** Not encapsulated: it listens on the server itself. */
export const realtimeApi = fp(routes, { name: 'realtime' })

function versionOf(vsn: string | null): Version | undefined {
  if (vsn === null || vsn === '1.0.0') return '1.0.0'
  return vsn === '2.0.0' ? '2.0.0' : undefined
}

function refuse(socket: Duplex, status: number, text: string): void {
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function openSessions(connections: Iterable<Connection>): Set<string> {
  const open = new Set<string>()
  for (const connection of connections)
    for (const { principal } of connection.channels.values())
      if (principal.sessionId) open.add(principal.sessionId)
  return open
}

function endSessions(connections: Iterable<Connection>, ended: ReadonlySet<string>): void {
  for (const connection of [...connections]) {
    const over = [...connection.channels.values()].filter(
      ({ principal }) => principal.sessionId && ended.has(principal.sessionId),
    )
    for (const channel of over)
      channel.shutDown('Unauthorized: Session from session_id claim in JWT does not exist')
    if (over.length > 0 && connection.channels.size === 0) connection.end(POLICY, 'The session is over')
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the page that opens a socket may: browsers name its origin, and ask nobody but the server. Without the header it
 * is no browser. Besides the allowed ones, a page of this very server counts when it was reached by a loopback name.
 * Source: RFC 6455, section 10.2; OWASP ASVS 5.0, 4.4.2.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (allowed.some((one) => new URL(one).origin === url.origin)) return true
  return LOOPBACK.has(url.hostname) && url.host === host
}
