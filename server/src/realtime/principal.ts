import type pg from 'pg'
import type { Database, Identity } from '../db/database.ts'
import { isPostgresError } from '../db/errors.ts'
import { identify } from '../tokens/identity.ts'
import { type TokenClaims, TokenError, type Tokens } from '../tokens/tokens.ts'
import { arrayElement, arrayText, type Reader } from './readers.ts'

/** Who joined a channel: what her token says, in the forms that the API needs. */
export interface Principal extends Reader {
  token: string
  /** Seconds since 1970; undefined for the keys of the installation, which do not expire. */
  expiresAt?: number
  /** The account, if the token is a person's. */
  userId?: string
  /** The session that the token belongs to; when it ends, so does everything that hangs on it. */
  sessionId?: string
}

/** A token that was refused; the text follows Supabase Realtime's own, code first. */
export class TokenRefusal extends Error {}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Reads a token.
 * @throws TokenRefusal when it is forged, malformed or has expired
 */
export async function readPrincipal(tokens: Tokens, token: string): Promise<Principal> {
  try {
    const identity = await identify(tokens, {
      headers: { authorization: `Bearer ${token}` },
      method: 'GET',
      url: '/',
    })
    const claims = identity.claims as TokenClaims
    const text = JSON.stringify(claims)
    return {
      role: identity.role,
      claims: text,
      quotedClaims: arrayElement(text),
      token,
      expiresAt: claims.exp,
      userId: typeof claims.sub === 'string' ? claims.sub : undefined,
      sessionId:
        typeof claims.session_id === 'string' && UUID.test(claims.session_id) ? claims.session_id : undefined,
    }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw new TokenRefusal(
      error.reason === 'expired'
        ? 'InvalidJWTToken: Token has expired'
        : 'JwtSignatureError: Failed to validate JWT signature',
    )
  }
}

/** How often open sessions are checked: what was ended elsewhere ends here within this time and a query. */
const INTERVAL_MS = 2_000

/**
 * Knows which sessions still are: not signed out, not past their end, their account neither banned nor deleted. Asks the
 * tables themselves rather than waiting for word, so that a missed notice leaves no session open.
 */
export class SessionWatch {
  private readonly timer: NodeJS.Timeout
  private asking: { ids: Set<string>; answer: Promise<Set<string>> } | undefined
  private busy = false

  /**
   * @param open the sessions that somebody holds just now
   * @param onEnded called with those of them that are over
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly open: () => Set<string>,
    private readonly onEnded: (ended: Set<string>) => void,
  ) {
    this.timer = setInterval(() => void this.check(), INTERVAL_MS)
    this.timer.unref()
  }

  /** Whether one session is alive; questions of the same instant are asked together. */
  async isAlive(sessionId: string): Promise<boolean> {
    if (!this.asking) {
      const ids = new Set<string>()
      const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        this.asking = undefined
        return this.alive([...ids])
      })
      this.asking = { ids, answer }
    }
    this.asking.ids.add(sessionId)
    return (await this.asking.answer).has(sessionId)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private async check(): Promise<void> {
    const open = this.open()
    if (open.size === 0 || this.busy) return
    this.busy = true
    try {
      const alive = await this.alive([...open])
      const ended = new Set([...open].filter((id) => !alive.has(id)))
      if (ended.size > 0) this.onEnded(ended)
    } catch {
      // The database is away; nobody could be signed out there meanwhile, and the next check comes soon.
    } finally {
      this.busy = false
    }
  }

  private async alive(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select s.id from auth.sessions s join auth.users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and (s.not_after is null or s.not_after > now())
         and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
         and (s.aal is distinct from 'aal1' or not exists (
           select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
         ))`,
      [ids],
    )
    return new Set(rows.map((row) => row.id))
  }
}

export type Extension = 'broadcast' | 'presence'

/** What somebody may do in a private channel. */
export interface Permissions {
  read: ReadonlySet<Extension>
  write: ReadonlySet<Extension>
}

const EXTENSIONS: readonly Extension[] = ['broadcast', 'presence']

/** Undoes the transaction that asked, carrying out of it what was learned. */
class Learned extends Error {
  constructor(readonly permissions: Permissions) {
    super()
  }
}

/**
 * Asks the policies of `realtime.messages` what somebody may do in a topic: a row of each extension is written and read
 * as her, and nothing of it is kept. Source: Supabase, "Realtime Authorization".
 * @throws whatever keeps the database from answering
 */
export async function askPolicies(db: Database, principal: Reader, topic: string): Promise<Permissions> {
  const service: Identity = { role: 'service_role', claims: { role: 'service_role' } }
  try {
    await db.asUserInTransaction(service, async (run) => {
      const written = await run({
        text: `insert into realtime.messages (topic, extension) values ($1, 'broadcast'), ($1, 'presence') returning id`,
        values: [topic],
      })
      await run({
        text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('realtime.topic', $3, true),
          set_config('statement_timeout', '3s', true)`,
        values: [principal.role, principal.claims, topic],
      })
      const attempt = async (text: string, values: string[]): Promise<(string | null)[][] | undefined> => {
        await run({ text: 'savepoint attempt', values: [] })
        try {
          return (await run({ text, values })).rows
        } catch (error) {
          if (!isPostgresError(error) || error.code.startsWith('57P')) throw error
          return undefined
        } finally {
          await run({ text: 'rollback to attempt', values: [] })
        }
      }
      const ids = arrayText(written.rows.map(([id]) => id!))
      const readable = await attempt(
        'select extension from realtime.messages where id = any($1::uuid[]) and topic = realtime.topic()',
        [ids],
      )
      const write = new Set<Extension>()
      for (const extension of EXTENSIONS) {
        const rows = await attempt('insert into realtime.messages (topic, extension) values ($1, $2)', [
          topic,
          extension,
        ])
        if (rows) write.add(extension)
      }
      const read = new Set((readable ?? []).map(([extension]) => extension as Extension))
      throw new Learned({ read, write })
    })
  } catch (error) {
    if (error instanceof Learned) return error.permissions
    throw error
  }
  throw new Error('unreachable')
}
