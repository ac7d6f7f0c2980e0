import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** A row of `auth.users` with its identities: the members that this door reads. */
export interface User {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  created_at: Date | null
  updated_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  confirmed_at: Date | null
  /** A number where it is `infinity`. */
  banned_until: Date | number | null
  is_anonymous: boolean
  /** Whether a provider of her organisation decides over address and password. */
  is_sso_user: boolean
  identities: Identity[]
  factors: Factor[]
}

/** A second factor as a client may see it, as JSON. */
export interface Factor {
  id: string
  created_at: string
  updated_at: string
  friendly_name: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'verified' | 'unverified'
  last_challenged_at: string | null
}

/** A row of `auth.identities`, as JSON. */
export interface Identity {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | Date | null
  created_at: string | Date
  updated_at: string | Date
  email: string | null
}

export type Queryable = pg.Pool | pg.PoolClient

const SELECT = `select u.*, (
    select coalesce(json_agg(i order by i.created_at), '[]') from auth.identities i where i.user_id = u.id
  ) as identities, (
    select coalesce(json_agg(json_build_object('id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at,
      'friendly_name', coalesce(f.friendly_name, ''), 'factor_type', f.factor_type, 'status', f.status,
      'last_challenged_at', f.last_challenged_at) order by f.created_at), '[]')
    from auth.mfa_factors f where f.user_id = u.id
  ) as factors
  from auth.users u`

/**
 * @param condition on the alias `u`, with parameters; never text from outside
 * @param lock keeps the row from changing until the transaction ends
 */
export async function findUser(
  db: Queryable,
  condition: string,
  values: readonly unknown[],
  lock = false,
): Promise<User | undefined> {
  const { rows } = await db.query<User>(
    `${SELECT} where ${condition} and u.deleted_at is null${lock ? ' for update of u' : ''}`,
    [...values],
  )
  return rows[0]
}

export function findUserById(db: Queryable, id: string, lock = false): Promise<User | undefined> {
  return findUser(db, 'u.id = $1', [id], lock)
}

export function findUserByEmail(db: Queryable, email: string, lock = false): Promise<User | undefined> {
  return findUser(db, 'u.email = $1 and not u.is_sso_user', [email], lock)
}

export function findUserByPhone(db: Queryable, phone: string, lock = false): Promise<User | undefined> {
  return findUser(db, 'u.phone = $1', [phone], lock)
}

export function isBanned(user: User): boolean {
  return Number(user.banned_until) > Date.now()
}

/** What a new account consists of, stored or not. */
export interface NewAccount {
  contact: { channel: 'email' | 'phone'; address: string }
  /** Empty for an account without a password. */
  encryptedPassword: string
  metadata: Record<string, unknown>
  confirmed: boolean
}

/** The account as it would stand in the database; for the hook, and for an answer that must not betray that none was made. */
export function draftUser({ contact, encryptedPassword, metadata, confirmed }: NewAccount): User {
  const id = randomUUID()
  const now = new Date()
  const { channel: provider, address } = contact
  const email = provider === 'email' ? address : null
  const phone = provider === 'phone' ? address : null
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: encryptedPassword,
    email_confirmed_at: confirmed && email ? now : null,
    invited_at: null,
    confirmation_sent_at: confirmed ? null : now,
    recovery_sent_at: null,
    email_change: '',
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: metadata,
    created_at: now,
    updated_at: now,
    phone,
    phone_confirmed_at: confirmed && phone ? now : null,
    phone_change: '',
    confirmed_at: confirmed ? now : null,
    banned_until: null,
    is_anonymous: false,
    is_sso_user: false,
    factors: [],
    identities: [
      {
        id: randomUUID(),
        provider_id: id,
        user_id: id,
        identity_data: {
          sub: id,
          ...(email && { email }),
          ...(phone && { phone }),
          email_verified: confirmed && email !== null,
          phone_verified: confirmed && phone !== null,
        },
        provider,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
  }
}

/**
 * The account that a second sign-up with a taken address stores in place of hers, so that everything afterwards looks as it
 * does for a new one: the triggers, the rows, the answer to its password. Nothing is mailed for it, so nobody can confirm
 * it, and it goes like every account that nobody confirmed. Its address is none, and nobody but us can name it.
 */
export function shadowOf(draft: User, address: string): User {
  const identities = draft.identities.map((identity) => ({
    ...identity,
    identity_data: { ...identity.identity_data, email: address, phone: undefined },
  }))
  return { ...draft, email: address, phone: null, identities }
}

/** @returns an id that no account has, for statements that must run and change nothing */
export function nobodysId(): string {
  return randomUUID()
}

/** Stores a draft; the project's own triggers on `auth.users` run here. */
export async function insertUser(client: pg.PoolClient, draft: User): Promise<void> {
  await client.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       raw_app_meta_data, raw_user_meta_data, phone, phone_confirmed_at, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())`,
    [
      draft.id,
      draft.aud,
      draft.role,
      draft.email,
      draft.encrypted_password,
      draft.email_confirmed_at,
      draft.raw_app_meta_data,
      draft.raw_user_meta_data,
      draft.phone,
      draft.phone_confirmed_at,
    ],
  )
  const [identity] = draft.identities
  if (identity) {
    await client.query(
      `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now(), now(), now())`,
      [identity.id, identity.provider_id, draft.id, identity.identity_data, identity.provider],
    )
  }
}

/**
 * Records that she has shown the mailbox to be hers.
 * @param startOver drops the password and the words that wait there: whoever typed them may not be she. In the same
 *   statement, since a project may take the words along at that moment
 */
export async function confirmEmail(
  client: pg.PoolClient,
  user: User,
  { startOver = false } = {},
): Promise<void> {
  const drop = startOver ? `, encrypted_password = '', raw_user_meta_data = '{}'` : ''
  await client.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()${drop}
     where id = $1`,
    [user.id],
  )
  await client.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [user.id],
  )
}

/** Records that she has shown the telephone to be hers. */
export async function confirmPhone(client: pg.PoolClient, user: User): Promise<void> {
  await client.query(
    `update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()), updated_at = now() where id = $1`,
    [user.id],
  )
  await client.query(
    `update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'phone'`,
    [user.id],
  )
}

/**
 * A new sign-up starts over where an earlier one was never confirmed: the password and the words of whoever typed the
 * address first must not wait there for the woman whose mailbox it is.
 */
export async function forgetUnconfirmed(client: pg.PoolClient, { id }: Pick<User, 'id'>): Promise<void> {
  await client.query('delete from auth.flow_state where user_id = $1', [id])
  await client.query('delete from auth.users where id = $1', [id])
}

/** A user as the client sees her. Source: docs/auth.md#shapes. */
export function userBody(user: User): Record<string, unknown> {
  return withoutUndefined({
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    email_confirmed_at: iso(user.email_confirmed_at),
    invited_at: iso(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: iso(user.phone_confirmed_at),
    confirmation_sent_at: iso(user.confirmation_sent_at),
    confirmed_at: iso(user.confirmed_at),
    recovery_sent_at: iso(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change ? iso(user.email_change_sent_at) : undefined,
    last_sign_in_at: iso(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    new_phone: user.phone_change || undefined,
    identities: user.identities.map(identityBody),
    factors: user.factors.length > 0 ? user.factors.map(factorBody) : undefined,
    banned_until: user.banned_until instanceof Date ? iso(user.banned_until) : undefined,
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    is_anonymous: user.is_anonymous,
  })
}

function identityBody(identity: Identity): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: iso(identity.last_sign_in_at),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    email: identity.email ?? '',
  }
}

function factorBody(factor: Factor): Record<string, unknown> {
  return withoutUndefined({
    ...factor,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    last_challenged_at: iso(factor.last_challenged_at),
  })
}

function iso(value: Date | string | null): string | undefined {
  return value === null ? undefined : new Date(value).toISOString()
}

function withoutUndefined(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
