import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { Database } from '../db/database.ts'
import type { LargeBodies } from '../limits/largeBodies.ts'
import type { Tokens } from '../tokens/tokens.ts'

/** What every API is given when it is mounted. */
export interface ApiContext {
  config: ServerConfig
  /** Runs statements as the caller. */
  db: Database
  /** Runs statements as `supabase_auth_admin`; for the auth API alone. */
  authPool: pg.Pool
  tokens: Tokens
  /** Reads large bodies in their turn. */
  bodies: LargeBodies
  /** Structured log; never give it personal data, tokens, bodies or query strings. */
  log: FastifyBaseLogger
}
