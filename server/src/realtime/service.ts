import type { FastifyBaseLogger } from 'fastify'
import type { RealtimeLimits } from '../core/config.ts'
import type { Database } from '../core/db.ts'
import type { Tokens } from '../core/tokens.ts'
import type { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import type { Ledger } from './ledger.ts'
import type { Replication } from './replication.ts'
import type { SessionWatch } from './sessions.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What connections and channels share within one process. */
export interface RealtimeService {
  tokens: Tokens
  db: Database
  limits: RealtimeLimits
  log: FastifyBaseLogger
  hub: Hub
  subscriptions: Subscriptions<Channel>
  /** Undefined where no stream was asked for. */
  replication?: Replication
  sessions: SessionWatch
  connections: Set<Connection>
  ledger: Ledger<Connection>
  /** Whether channels are taken that no policy guards. */
  publicChannels: boolean
  /** Keys the names under which members are present. */
  secret: string
  /** Begins the names of this process's members. */
  processId: string
}

/** The name by which channels of one topic find each other; private ones are kept apart from public ones. */
export function topicName(subTopic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${subTopic}`
}
