import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { type Query, together } from '../../db/pipeline.ts'
import { SecretBox } from '../../tokens/secretBox.ts'
import type { TokenClaims } from '../../tokens/tokens.ts'
import { type User, userBody, userQuery } from '../accounts/accounts.ts'
import type { AuthContext } from '../context.ts'
import type { Caller } from '../http.ts'
import { askAccessToken } from './hook.ts'

/** A row of `auth.sessions`: the members that this API reads. */
export interface Session {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2' | 'aal3' | null
  /** A number where it is `infinity`. */
  not_after: Date | number | null
  created_at: Date
  /** Which device it is on; see `device.ts`. */
  tag: string | null
}

/** How she proved to be herself, and when. Source: RFC 8176; the words are upstream's. */
export interface Proof {
  method: string
  /** Seconds since 1970. */
  timestamp: number
}

/** A session as the database holds it. */
export interface OpenSession {
  session: Session
  user: User
  /** As the database holds it. */
  refreshToken: string
  proofs: Proof[]
}

/** The same with what its access token says, ready to be signed and sent. */
export interface WordedSession extends OpenSession {
  claims: TokenClaims & { iat: number; exp: number }
}

const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** 113 bits, in the alphabet of upstream's first kind of token (which has 12 characters). */
const TOKEN_LENGTH = 22

/** What is handed out is this and a mark (`SecretBox`): the database alone renews no session. */
const refreshTokens = (secret: string) => new SecretBox(secret, 'refresh tokens')

/** @returns what the database holds of a refresh token; undefined for one that this server did not hand out */
export const storedRefreshToken = (secret: string, token: string): string | undefined =>
  refreshTokens(secret).unmark(token)

/** @returns what the database holds of a new refresh token */
export function newRefreshToken(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)]).join('')
}

/** What is written when a session opens: the statements, in order, and what their rows make of it. */
interface Opening {
  queries: Query[]
  /** The mark under which the browser's device is known from now on. */
  mark: string | undefined
  read(rows: Record<string, unknown>[][]): OpenSession
}

/** Opens a session for her and records the sign-in, in two round trips. */
export async function openSession(
  ctx: Pick<AuthContext, 'config'>,
  client: pg.PoolClient,
  userId: string,
  method: string,
  caller: Caller,
): Promise<OpenSession> {
  const shown = showsTurn(caller) ? (await together(client, [deviceQuery(caller.shown)]))[0] : undefined
  const opening = openingOf(ctx, userId, method, caller, shown)
  return opening.read(await together(client, opening.queries))
}

/** No request may hold an account's row, or wait for one, for long. */
const BEGIN: Query[] = [
  { text: 'begin' },
  {
    text: `select set_config('statement_timeout', '8s', true), set_config('lock_timeout', '5s', true)`,
  },
]

/**
 * As `openSession` and `wordToken`, in a transaction of its own: one round trip for what must be known first, one for all that is written,
 * and two more where the project words its tokens.
 * @param first a statement, and what refuses by its rows; what it wrote stays then
 * @param last what is written in the end, given the mark of her device
 */
export async function openSessionAlone(
  ctx: Pick<AuthContext, 'config' | 'authPool' | 'log'>,
  { userId, method, caller }: { userId: string; method: string; caller: Caller },
  first: { query: Query; check: (rows: Record<string, unknown>[]) => void },
  last: (mark: string | undefined) => Query[],
): Promise<WordedSession> {
  const client = await ctx.authPool.connect()
  let broken: Error | undefined
  try {
    const device = showsTurn(caller) ? [deviceQuery(caller.shown)] : []
    const [, , checked, shown] = await together(client, [...BEGIN, first.query, ...device])
    try {
      first.check(checked!)
    } catch (refusal) {
      await client.query('commit')
      throw refusal
    }
    const opening = openingOf(ctx, userId, method, caller, shown)
    const queries = [...opening.queries, ...last(opening.mark)]
    const asks = ctx.config.project.auth.accessTokenHook !== undefined
    const written = await together(client, asks ? queries : [...queries, { text: 'commit' }])
    const worded = await wordToken(ctx, client, opening.read(written))
    if (asks) await client.query('commit')
    return worded
  } catch (error) {
    // After a commit there is nothing left to undo, and PostgreSQL only warns.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function openingOf(
  { config }: Pick<AuthContext, 'config'>,
  userId: string,
  method: string,
  caller: Caller,
  shown: Record<string, unknown>[] | undefined,
): Opening {
  const device = deviceOfSession(caller, shown && deviceOfTurn(shown, caller.shown!))
  const id = randomUUID()
  const refreshToken = newRefreshToken()
  return {
    mark: device.mark,
    queries: [
      {
        text: `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after, tag)
          values ($1, $2, now(), now(), 'aal1', $3, $4, now() + make_interval(secs => $5), $6) returning *`,
        values: [
          id,
          userId,
          caller.userAgent,
          caller.ip,
          // Every API asks whether a session has ended, so the time-box holds on all of them.
          config.project.auth.sessions?.timeboxSeconds ?? null,
          device.tag,
        ],
      },
      {
        text: `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
          values ($1, $2, now(), now(), $3)
          returning authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp`,
        values: [randomUUID(), id, method],
      },
      refreshTokenQuery({ id, user_id: userId }, refreshToken, null),
      noteDeviceQuery({ config }, userId, device.tag),
      {
        text: 'update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1',
        values: [userId],
      },
      userQuery('u.id = $1', [userId]),
      ...device.queries,
    ],
    read: ([sessions, proofs, , , , users]) => ({
      session: sessions![0] as unknown as Session,
      user: users![0] as unknown as User,
      refreshToken,
      proofs: proofs as unknown as Proof[],
    }),
  }
}

/** @param parent the token that this one replaces */
export async function storeRefreshToken(
  client: pg.PoolClient,
  session: Session,
  token: string,
  parent: string | null,
): Promise<void> {
  await client.query(refreshTokenQuery(session, token, parent))
}

function refreshTokenQuery(session: Pick<Session, 'id' | 'user_id'>, token: string, parent: string | null) {
  return {
    text: `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, parent, session_id, created_at, updated_at)
      values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $4, now(), now())`,
    values: [token, session.user_id, parent, session.id],
  }
}

/** @returns how the session was proven, newest first */
export async function readProofs(db: pg.Pool | pg.PoolClient, sessionId: string): Promise<Proof[]> {
  const { rows } = await db.query<Proof>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return rows
}

/**
 * What her access token says, as the project words it. In the transaction of whatever is to be answered with it: what the project refuses has
 * not happened, as with the model (`issueRefreshToken` of supabase/auth, within the transaction of its caller).
 * @param method for the project's hook
 * @throws ApiError those of `askAccessToken`
 */
export async function wordToken(
  ctx: Pick<AuthContext, 'config' | 'log'>,
  client: pg.PoolClient,
  open: OpenSession,
  method = lastMethod(open.proofs),
): Promise<WordedSession> {
  const { session, user, proofs } = open
  const { siteUrl, project } = ctx.config
  const iat = Math.floor(Date.now() / 1000)
  const exp = iat + project.auth.jwtExpirySeconds
  const claims = {
    iss: `${siteUrl}/auth/v1`,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp,
    iat,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal ?? 'aal1',
    amr: proofs,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  // Neither time is the hook's to change.
  return { ...open, claims: { ...(await askAccessToken(ctx, client, claims, method)), iat, exp } }
}

/** The body of every answer that signs her in. Source: docs/api.md#auth-shapes. */
export async function sessionBody(
  { config, tokens }: Pick<AuthContext, 'config' | 'tokens'>,
  { user, refreshToken, claims }: WordedSession,
): Promise<Record<string, unknown>> {
  return {
    access_token: await tokens.sign(claims),
    token_type: 'bearer',
    expires_in: claims.exp - claims.iat,
    expires_at: claims.exp,
    refresh_token: refreshTokens(config.secrets.jwtSecret).mark(refreshToken),
    user: userBody(user),
  }
}

/** How she came in last. */
function lastMethod(proofs: readonly Proof[]): string {
  return proofs.reduce((last, proof) => (proof.timestamp >= last.timestamp ? proof : last)).method
}

/** Which of her sessions end: the one she is in, every other one, or all of them. */
export type SessionScope = 'local' | 'others' | 'global'

export async function endSessions(
  db: pg.Pool | pg.PoolClient,
  userId: string,
  sessionId: string,
  scope: SessionScope,
): Promise<void> {
  await db.query(
    `delete from auth.sessions where user_id = $1
       and ($3 = 'global' or ($3 = 'local' and id = $2) or ($3 = 'others' and id <> $2))`,
    [userId, sessionId, scope],
  )
}

/** As long a turn that was replaced still counts: an answer may be lost, and two tabs may ask at once. */
const TURN_GRACE_SECONDS = 60

/** What `auth.sessions.tag` says of a session's device; other tags are not ours. */
export const TAG = 'device:'

interface Device {
  id: string
  seed: string
  turn: number
  /** Whether its turn was replaced so recently that the previous one is still accepted. */
  turned_just_now: boolean
}

/**
 * The device that a renewed session belongs to, as `auth.sessions.tag`; hands the browser its next turn. A turn counts once,
 * so a mark that was copied into a second browser stays with whichever is quicker, and the other becomes a device of its own:
 * nobody hides behind hers for longer than until the next renewal of either. A client that never brought a mark back keeps
 * the device it has.
 *
 * @param current the tag that the session has had so far
 * @param options `answerLost`: the browser of this session never got the answer with its latest turn, however long ago that was
 * @returns the tag that it is to have; `current` where the request can carry no mark (links that mails and providers lead to)
 */
export async function deviceTag(
  client: pg.PoolClient,
  caller: Caller,
  current: string | null,
  { answerLost }: { answerLost: boolean },
): Promise<string | null> {
  const { issue } = caller
  if (!issue) return current
  const shown = showsTurn(caller) ? (await client.query(deviceQuery(caller.shown))).rows : undefined
  const known = shown && deviceOfTurn(shown, caller.shown!, answerLost ? current : null)
  if (!known && current?.startsWith(TAG)) return TAG + (await renewDevice(client, issue, current))
  const device = deviceOfSession(caller, known)
  for (const query of device.queries) await client.query(query)
  return device.tag
}

type Shown = NonNullable<Caller['shown']>

function showsTurn(caller: Caller): caller is Caller & { shown: Shown } {
  return caller.issue !== undefined && caller.shown !== undefined
}

/** Asks for the device with that mark; its row is locked, so that two requests take one turn after the other. */
function deviceQuery({ mark }: Shown): { text: string; values: unknown[] } {
  return {
    text: `select id, seed, turn, turned_at > clock_timestamp() - make_interval(secs => $2) as turned_just_now
      from local_server.devices where mark_hash = $1 for update`,
    values: [hashOf(mark), TURN_GRACE_SECONDS],
  }
}

/**
 * The device that was found, if the turn that the browser shows is one that counts.
 * @param behind tag of a device whose turn before counts however old it is
 */
function deviceOfTurn(
  [row]: readonly Record<string, unknown>[],
  { turn }: Shown,
  behind: string | null = null,
): Device | undefined {
  const device = row as unknown as Device | undefined
  if (!device) return undefined
  const isBehind = device.turned_just_now || TAG + device.id === behind
  const counting = isBehind ? [device.turn, device.turn - 1] : [device.turn]
  return counting.some((number) => equal(turnOf(device.seed, number), turn)) ? device : undefined
}

/** What a session writes of its device: hands the browser that showed one its next turn, and any other a mark of its own. */
function deviceOfSession(
  { shown, issue }: Caller,
  known: Device | undefined,
): { tag: string | null; mark?: string; queries: { text: string; values: unknown[] }[] } {
  if (!issue) return { tag: null, queries: [] }
  if (shown && known) {
    const turn = known.turned_just_now ? known.turn : known.turn + 1
    issue(`${shown.mark}.${turnOf(known.seed, turn)}`)
    const query = {
      text: `update local_server.devices set returned = true, seen_at = now(), turn = $2,
          turned_at = case when turn = $2 then turned_at else now() end
        where id = $1`,
      values: [known.id, turn],
    }
    return { tag: TAG + known.id, mark: shown.mark, queries: [query] }
  }
  const [id, mark, seed] = [randomUUID(), newSecret(), newSecret()]
  issue(`${mark}.${turnOf(seed, 0)}`)
  const query = {
    text: 'insert into local_server.devices (id, mark_hash, seed) values ($1, $2, $3)',
    values: [id, hashOf(mark), seed],
  }
  return { tag: TAG + id, mark, queries: [query] }
}

/** Gives the device of a client that keeps no cookies another mark, and any other client a device. @returns its id */
async function renewDevice(
  client: pg.PoolClient,
  issue: (value: string) => void,
  current: string,
): Promise<string> {
  const [mark, seed] = [newSecret(), newSecret()]
  const { rows } = await client.query<{ id: string }>(
    `with kept as (
       update local_server.devices set mark_hash = $1, seed = $2, turn = 0, turned_at = now(), seen_at = now()
       where id = $3 and not returned returning id
     ), made as (
       insert into local_server.devices (id, mark_hash, seed) select $4, $1, $2 where not exists (select from kept)
       returning id
     )
     select id from kept union all select id from made`,
    [hashOf(mark), seed, current.slice(TAG.length), randomUUID()],
  )
  issue(`${mark}.${turnOf(seed, 0)}`)
  return rows[0]!.id
}

/** Somebody who knows her password must not fill her mailbox by signing in again and again. */
const DEVICES_A_DAY = 5

/**
 * Notes on which device she is in, and tells her of one where she never was. The first one of an account is no news.
 * @param tag of the session's device; null where the request could carry no mark
 * @param isFirst whether she was in on no device before; absent, whether she has ever signed in says so
 */
export function noteDeviceQuery(
  { config }: Pick<AuthContext, 'config'>,
  userId: string,
  tag: string | null,
  isFirst?: boolean,
): { text: string; values: unknown[] } {
  return {
    text: `with before as (select from local_server.account_devices where user_id = $1 and tag = $2),
        seen as (insert into local_server.account_devices (user_id, tag) select $1::uuid, $2::text where $2::text is not null
          on conflict (user_id, tag) do update set seen_at = now())
      insert into local_server.security_notices (id, user_id, kind, proof_hash, details, mail_to)
      select $3::uuid, u.id, 'device', local_server.proof_hash(u.id), '{}', u.email from auth.users u
      where u.id = $1 and u.email is not null and $4::boolean
        and not coalesce($5::boolean, u.last_sign_in_at is null) and not exists (select from before)
        and (select count(*) from local_server.security_notices where user_id = $1 and kind = 'device'
          and created_at > now() - interval '1 day') < ${DEVICES_A_DAY}`,
    // Without a page where «No fui yo» leads the project wants no notices.
    values: [userId, tag, randomUUID(), config.project.auth.notices !== undefined, isFirst ?? null],
  }
}

const newSecret = () => randomBytes(16).toString('base64url')

/** As what a mark is kept. */
export const hashOf = (mark: string) => createHash('sha256').update(mark).digest('base64url')

const turnOf = (seed: string, number: number) =>
  createHmac('sha256', seed).update(String(number)).digest('base64url').slice(0, 22)

function equal(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
