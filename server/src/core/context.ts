import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { LargeBodies } from './bodies.ts'
import type { ServerConfig } from './config.ts'
import type { Database } from './db.ts'
import type { Tokens } from './tokens.ts'

/** What every door is given when it is mounted. */
export interface DoorContext {
  config: ServerConfig
  /** Runs statements as the caller. */
  db: Database
  /** Runs statements as `supabase_auth_admin`; for the auth door alone. */
  authPool: pg.Pool
  tokens: Tokens
  /** Reads large bodies in their turn. */
  bodies: LargeBodies
  /** Structured log; never give it personal data, tokens, bodies or query strings. */
  log: FastifyBaseLogger
}
