import { createHmac, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ApiContext } from '../../http/context.ts'
import type { Caller } from '../http.ts'

/** A row of `auth.users` with its identities: the members that this API reads. */
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

/** Accounts with their identities and factors, as `User`. */
export const SELECT_USERS = `select u.*, (
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
  const { rows } = await db.query<User>(userQuery(condition, values, lock))
  return rows[0]
}

/** The statement of `findUser`, to be sent together with others. */
export function userQuery(condition: string, values: readonly unknown[], lock = false) {
  const text = `${SELECT_USERS} where ${condition} and u.deleted_at is null${lock ? ' for update of u' : ''}`
  return { text, values: [...values] }
}

/** @param lock keeps the row for this transaction, against others who would change it */
export function findUserById(db: Queryable, id: string, lock = false): Promise<User | undefined> {
  return findUser(db, 'u.id = $1', [id], lock)
}

const BY_EMAIL = 'u.email = $1 and not u.is_sso_user'
const BY_PHONE = 'u.phone = $1'

/** The account of an address, confirmed or not; those of a single sign-on provider are never found by their address. */
export function findUserByEmail(db: Queryable, email: string, lock = false): Promise<User | undefined> {
  return findUser(db, BY_EMAIL, [email], lock)
}

export function findUserByPhone(db: Queryable, phone: string, lock = false): Promise<User | undefined> {
  return findUser(db, BY_PHONE, [phone], lock)
}

export function isBanned(user: User): boolean {
  return Number(user.banned_until) > Date.now()
}

/** How an account is reached: by an address of e-mail or by a telephone. */
export interface Contact {
  channel: 'email' | 'phone'
  address: string
}

export function findUserByContact(
  db: Queryable,
  { channel, address }: Contact,
  lock = false,
): Promise<User | undefined> {
  return channel === 'email' ? findUserByEmail(db, address, lock) : findUserByPhone(db, address, lock)
}

/** Whether she has shown this mailbox, or this telephone, to be hers. */
export function isConfirmed(user: User, { channel }: Contact): boolean {
  return (channel === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null
}

/**
 * The address under which a sign-up for a taken address is stored as a shadow: only this server can compute
 * it, and no mail can reach it (RFC 2606).
 */
export function shadowAddress({ config }: Pick<ApiContext, 'config'>, { channel, address }: Contact): string {
  const name = createHmac('sha256', config.secrets.jwtSecret).update(`shadow:${channel}:${address}`)
  return `${name.digest('hex').slice(0, 40)}@shadow.invalid`
}

/** @returns what was stored for the last sign-up with an address that was taken, if there was one */
export function findShadow(
  ctx: Pick<ApiContext, 'config'>,
  db: Queryable,
  contact: Contact,
  lock = false,
): Promise<User | undefined> {
  return findUserByEmail(db, shadowAddress(ctx, contact), lock)
}

/** The queries for both accounts that a contact may have: the real one, and the shadow of a sign-up with a taken address. */
export function contactQueries(ctx: Pick<ApiContext, 'config'>, contact: Contact) {
  return [
    userQuery(contact.channel === 'email' ? BY_EMAIL : BY_PHONE, [contact.address]),
    userQuery(BY_EMAIL, [shadowAddress(ctx, contact)]),
  ] as const
}

/**
 * Records that she has shown the mailbox to be hers.
 * @param startOver drops the password and the words that wait there: somebody else may have typed them. In the same
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
 * A new sign-up starts over where an earlier one was never confirmed: the password and the words of the one who typed the
 * address first must not wait there for the woman whose mailbox it is.
 */
export async function forgetUnconfirmed(client: pg.PoolClient, { id }: Pick<User, 'id'>): Promise<void> {
  await client.query('delete from auth.flow_state where user_id = $1', [id])
  await client.query('delete from auth.users where id = $1', [id])
}

/** A user as the client sees her. Source: docs/api.md#auth-shapes. */
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

/** Recorded actions, under upstream's names where it has one. */
export type AuditAction =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'token_revoked'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_modified'
  | 'user_reauthenticate_requested'
  | 'user_reauthenticated'
  | 'user_deleted'
  | 'user_invited'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_unenrolled'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'user_updated_password'
  | 'change_undone'
  | 'return_stopped'

/**
 * Adds a line to the audit log: what happened, to which account, from where. Never an address, a name or a value.
 * @param userId null where no account is concerned, or none exists
 */
export async function audit(
  db: Queryable,
  action: AuditAction,
  userId: string | null,
  caller: Caller,
): Promise<void> {
  await db.query(auditQuery(action, userId, caller))
}

/** The statement of `audit`, to be sent together with others. */
export function auditQuery(action: AuditAction, userId: string | null, { ip }: Pick<Caller, 'ip'>) {
  return {
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, now(), $3)`,
    values: [randomUUID(), { action, actor_id: userId, log_type: 'account' }, ip],
  }
}
