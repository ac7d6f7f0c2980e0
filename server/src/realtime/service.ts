import type { FastifyBaseLogger } from 'fastify'
import type { RealtimeLimits } from '../config/serverConfig.ts'
import type { Database } from '../db/database.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Listener } from './changes.ts'
import type { Hub } from './hub.ts'
import type { SessionWatch } from './principal.ts'
import type { Incoming, Version } from './protocol.ts'
import type { Replication } from './replication.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What channels share within one process. */
export interface RealtimeService {
  tokens: Tokens
  db: Database
  limits: RealtimeLimits
  log: FastifyBaseLogger
  hub: Hub
  subscriptions: Subscriptions<Listener>
  /** Undefined where no stream was asked for. */
  replication?: Replication
  sessions: SessionWatch
  /** Whether channels are taken that no policy guards. */
  publicChannels: boolean
  /** Keys the names under which members are present. */
  secret: string
  /** Begins the names of this process's members. */
  processId: string
}

/** What a channel asks of the socket that it was joined on. */
export interface ChannelSocket {
  readonly version: Version
  /** The key that the socket was opened with. */
  readonly token: string
  /** Requests for changes that its channels hold together. */
  readonly bindings: number
  readonly isClosed: boolean
  /** Takes bytes on that are kept for this socket. @returns false when that is too much for its owner */
  charge(bytes: number): boolean
  release(bytes: number): void
  /** Notes that a person uses this socket. @returns false when she has too many of them */
  claimUser(userId: string | undefined): boolean
  reply(message: Incoming, status: 'ok' | 'error', response: object): void
  /** @param payload JSON text */
  push(joinRef: string | null, topic: string, event: string, payload: string): void
  send(frame: Buffer, isBinary: boolean): void
  /** The channel has ended. */
  forget(channel: { readonly topic: string }): void
}
