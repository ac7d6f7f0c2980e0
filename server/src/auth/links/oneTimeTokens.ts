import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { findUserById, type User } from '../accounts/accounts.ts'

/** What a mailed secret is for; each kind has its places in Supabase's tables. */
export type TokenKind =
  | 'confirmation'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'
  | 'phone_change'

interface Places {
  /** Column of `auth.users` that holds the hash of the link's secret. */
  column: string
  sentAt: string
  /** `token_type` of the row in `auth.one_time_tokens` that holds the hash of the code. */
  type: string
}

const PLACES: Readonly<Record<TokenKind, Places>> = {
  confirmation: {
    column: 'confirmation_token',
    sentAt: 'confirmation_sent_at',
    type: 'confirmation_token',
  },
  recovery: { column: 'recovery_token', sentAt: 'recovery_sent_at', type: 'recovery_token' },
  email_change_new: {
    column: 'email_change_token_new',
    sentAt: 'email_change_sent_at',
    type: 'email_change_token_new',
  },
  email_change_current: {
    column: 'email_change_token_current',
    sentAt: 'email_change_sent_at',
    type: 'email_change_token_current',
  },
  reauthentication: {
    column: 'reauthentication_token',
    sentAt: 'reauthentication_sent_at',
    type: 'reauthentication_token',
  },
  phone_change: {
    column: 'phone_change_token',
    sentAt: 'phone_change_sent_at',
    type: 'phone_change_token',
  },
}

/** How long a mailed link works, and the code beside it. Source: docs/operations.md#auth-settings. */
export const LINK_LIFETIME_SECONDS = 3_600
export const CODE_LIFETIME_SECONDS = 600

/** Marks the secret of a link whose answer only the browser that asked for it can use. */
export const PKCE_PREFIX = 'pkce_'

/** The two secrets of one mail; only their hashes are stored. */
export interface MailedSecrets {
  /** 56 hexadecimal digits, after `pkce_` where the client uses that flow. */
  link: string
  /** Decimal digits, to be typed. */
  code: string
}

/**
 * Creates the secrets of one mail and invalidates earlier ones of that kind.
 * The link has a secret of its own: the hash of a six-digit code, as upstream puts it into the link, could be guessed.
 * @param userId of no account: the same statements run and store nothing
 * @param options `unsent`: nobody will get them, so the code is one that nobody can guess
 */
export async function issueSecrets(
  client: pg.PoolClient,
  userId: string,
  kind: TokenKind,
  options: { address: string; digits: number; fixed?: string; pkce: boolean; unsent?: boolean },
): Promise<MailedSecrets> {
  const secrets = makeSecrets(options)
  const code = options.unsent ? secrets.link : secrets.code
  const { column, sentAt, type } = PLACES[kind]
  await client.query(`update auth.users set ${column} = $2, ${sentAt} = now() where id = $1`, [
    userId,
    hashLink(secrets.link),
  ])
  await client.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     select $1, u.id, $3, $4, $5, now() at time zone 'utc', now() at time zone 'utc' from auth.users u where u.id = $2
     on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), userId, type, hashCode(options.address, code), options.address],
  )
  return secrets
}

function makeSecrets({
  digits,
  fixed,
  pkce,
}: {
  digits: number
  fixed?: string
  pkce: boolean
}): MailedSecrets {
  return {
    link: `${pkce ? PKCE_PREFIX : ''}${randomBytes(28).toString('hex')}`,
    code: fixed ?? String(randomInt(10 ** digits)).padStart(digits, '0'),
  }
}

/**
 * @param lifetime in seconds; null for a link of any age
 * @returns the account, locked, that a link of that kind was mailed to
 */
export async function findByLink(
  client: pg.PoolClient,
  kind: TokenKind,
  link: string,
  lifetime: number | null = LINK_LIFETIME_SECONDS,
): Promise<User | undefined> {
  const { column, sentAt } = PLACES[kind]
  const { rows } = await client.query<{ id: string }>(
    // The second condition is that of the index, which PostgreSQL could not use without it.
    `select id from auth.users where ${column} = $1 and ${column} !~ '^[0-9 ]*$'
       and ($2::int is null or ${sentAt} > now() - make_interval(secs => $2::int)) for update`,
    [hashLink(link), lifetime],
  )
  return rows[0] && findUserById(client, rows[0].id)
}

/** @returns the account, locked, to whose address an unexpired code of that kind was mailed */
export async function findByCode(
  client: pg.PoolClient,
  kind: TokenKind,
  address: string,
  code: string,
): Promise<User | undefined> {
  const values = [hashCode(address, code), PLACES[kind].type, address, CODE_LIFETIME_SECONDS]
  const find = `select t.user_id from auth.one_time_tokens t
     where t.token_hash = $1 and t.token_type = $2 and t.relates_to = $3
       and t.created_at > (now() - make_interval(secs => $4)) at time zone 'utc'`
  const { rows } = await client.query<{ user_id: string }>(find, values)
  const user = rows[0] && (await findUserById(client, rows[0].user_id, true))
  if (!user) return undefined
  // While this request waited for the account, another one may have used the code up.
  const still = await client.query<{ user_id: string }>(find, values)
  return still.rows[0]?.user_id === user.id ? user : undefined
}

/** Ends both secrets of a kind. */
export async function consumeSecrets(client: pg.PoolClient, userId: string, kind: TokenKind): Promise<void> {
  const { column } = PLACES[kind]
  await client.query(`update auth.users set ${column} = '' where id = $1`, [userId])
  await consumeCode(client, userId, kind)
}

/** Ends the code alone. */
export async function consumeCode(client: pg.PoolClient, userId: string, kind: TokenKind): Promise<void> {
  await client.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
    userId,
    PLACES[kind].type,
  ])
}

function hashLink(link: string): string {
  return createHash('sha224').update(link).digest('hex')
}

/** Source: the form of `auth.one_time_tokens.token_hash` upstream. */
function hashCode(address: string, code: string): string {
  return createHash('sha224').update(`${address}${code}`).digest('hex')
}
