import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Credentials, DatabaseAddress } from '../config/serverConfig.ts'
import { containReader } from './readErrors.ts'

const RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/** A database that does not answer at all is tried again after this. */
const CONNECT_MS = 5_000

/** What to listen for, and whom to tell. */
export interface Notices {
  channel: string
  /** Called with each payload, and with `undefined` whenever it begins to listen: what was said before, by then, nobody heard. */
  onNotice: (payload: string | undefined) => void
  log: FastifyBaseLogger
}

/** Under way until it is stopped. */
export interface Listening {
  /** Resolves once the first attempt to listen has succeeded or failed; it goes on either way. */
  begun: Promise<void>
  stop(): Promise<void>
}

/**
 * Hears `NOTIFY` on one channel over a connection of its own, and opens it again whenever it breaks.
 *
 * Source: PostgreSQL documentation, LISTEN.
 */
export function listen(
  address: DatabaseAddress,
  credentials: Credentials,
  { channel, onNotice, log }: Notices,
): Listening {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let wait = RETRY_MS

  const connect = async () => {
    const next = new pg.Client({
      host: address.host,
      port: address.port,
      database: address.database,
      ssl: address.ssl ? { rejectUnauthorized: true } : undefined,
      ...credentials,
      application_name: 'listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    })
    client = next
    next.on('error', (err) => log.debug({ err }, 'listener: connection lost'))
    next.on('end', () => reconnectSoon())
    next.on('notification', ({ payload }) => onNotice(payload))
    await next.connect()
    containReader(next)
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    wait = RETRY_MS
    onNotice(undefined)
  }

  const reconnectSoon = () => {
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(() => void attempt(), wait)
    timer.unref()
    wait = Math.min(wait * 2, LONGEST_RETRY_MS)
  }

  const attempt = () =>
    connect().catch((err: unknown) => {
      log.debug({ err }, 'listener: no connection')
      // A connection that is broken cannot be closed any more.
      void client?.end().catch(() => undefined)
      reconnectSoon()
    })

  return {
    begun: attempt(),
    async stop() {
      isClosed = true
      clearTimeout(timer)
      // A connection that is broken cannot be closed any more.
      await client?.end().catch(() => undefined)
    },
  }
}
