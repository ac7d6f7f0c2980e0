import type pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { findUserByEmail, findUserByPhone, forgetUnconfirmed, type Queryable } from './accounts.ts'
import { noteChange } from './notices.ts'

/** Changes that wait a day where a mail alone has proven her. */
export type DelayedKind = 'factor' | 'email' | 'phone'

/** A factor as it lies here until its day: the row, what its codes hash to, and the step of the clock it accepted last. */
export interface StoredFactor {
  id: string
  friendly_name: string | null
  secret: string
  codes: string[]
  last_step: string | null
}

/** Has a change of this account wait; asking for it again starts a new day. */
export async function delayChange(
  db: Queryable,
  userId: string,
  kind: DelayedKind,
  details: Record<string, unknown> = {},
): Promise<void> {
  await db.query(
    `insert into local_server.delayed_changes (user_id, kind, details) values ($1, $2, $3)
     on conflict (user_id, kind) do update set details = excluded.details, asked_at = now(), due_at = excluded.due_at`,
    [userId, kind, details],
  )
}

/** A change of this kind that was proven well takes the place of one that waits. */
export async function dropDelayed(db: Queryable, userId: string, kind: DelayedKind): Promise<void> {
  await db.query('delete from local_server.delayed_changes where user_id = $1 and kind = $2', [userId, kind])
}

/** Takes changes that wait back, with the codes and links that were sent for them. */
export async function cancelDelayed(
  db: Queryable,
  userId: string,
  kinds: readonly DelayedKind[],
): Promise<void> {
  for (const kind of kinds) await db.query('select local_server.cancel_change($1, $2)', [userId, kind])
}

/** Whether a change of this kind must still wait for its day. */
export async function isDelayed(db: Queryable, userId: string, kind: DelayedKind): Promise<boolean> {
  const { rows } = await db.query(
    'select from local_server.delayed_changes where user_id = $1 and kind = $2 and due_at > now()',
    [userId, kind],
  )
  return rows.length > 0
}

/**
 * Takes a factor out of the account and returns it whole.
 * @throws ApiError 404 `mfa_factor_not_found`, where another request has taken it
 */
export async function takeFactor(
  client: pg.PoolClient,
  factorId: string,
): Promise<StoredFactor & { user_id: string }> {
  const { rows } = await client.query<StoredFactor & { user_id: string }>(
    `select f.id, f.user_id, f.friendly_name, f.secret, s.last_step::text as last_step,
       array(select c.code_hash from local_server.recovery_codes c where c.factor_id = f.id) as codes
     from auth.mfa_factors f left join local_server.factor_steps s on s.factor_id = f.id where f.id = $1
     for update of f`,
    [factorId],
  )
  if (!rows[0]) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  await client.query('delete from auth.mfa_factors where id = $1', [factorId])
  return rows[0]
}

/** Gives an account a factor back, as one that counts; one that is there stays as it is. */
export async function putFactor(client: pg.PoolClient, userId: string, factor: StoredFactor): Promise<void> {
  const { rowCount } = await client.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, case when exists (select from auth.mfa_factors where user_id = $2 and friendly_name = $3) then '' else $3 end,
       'totp', 'verified', now(), now(), $4)
     on conflict (id) do nothing`,
    [factor.id, userId, factor.friendly_name ?? '', factor.secret],
  )
  if (rowCount === 0) return
  await client.query(
    `insert into local_server.recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])`,
    [factor.id, factor.codes],
  )
  if (factor.last_step) {
    await client.query('insert into local_server.factor_steps (factor_id, last_step) values ($1, $2)', [
      factor.id,
      factor.last_step,
    ])
  }
}

/** Keeps a factor whose first code was right until its day: nothing asks for it before. */
export async function delayFirstFactor(client: pg.PoolClient, factorId: string): Promise<void> {
  const { user_id: userId, ...factor } = await takeFactor(client, factorId)
  await client.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId])
  await delayChange(client, userId, 'factor', factor)
}

interface DueChange {
  user_id: string
  kind: DelayedKind
  details: Record<string, unknown>
}

const MINUTE_MS = 60_000

/** Carries out every minute what has waited for its day; several processes doing so do no harm. */
export function carryOutDueEveryMinute(ctx: AuthContext): void {
  ctx.jobs.every('auth-delayed-changes', MINUTE_MS, () => carryOutDue(ctx), { later: true, final: true })
}

/**
 * Carries out what has waited for its day. One change after the other, each in a transaction of its own: one that can no
 * longer be made (its address was taken meanwhile) is dropped, and one that fails keeps no other from being made.
 * @throws the first failure, once every other change is made
 */
export async function carryOutDue(ctx: AuthContext): Promise<void> {
  const { rows } = await ctx.authPool.query<{ id: string }>(
    'select id from local_server.delayed_changes where due_at <= now() order by due_at limit 100',
  )
  const failures: unknown[] = []
  for (const { id } of rows) {
    try {
      await inTransaction(ctx.authPool, (client) => carryOut(ctx, client, id))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function carryOut(ctx: AuthContext, client: pg.PoolClient, id: string): Promise<void> {
  const { rows } = await client.query<DueChange>(
    `delete from local_server.delayed_changes where id = $1 and due_at <= now() returning user_id, kind, details`,
    [id],
  )
  if (rows[0]) await make(ctx, client, rows[0])
}

/** @returns whether it was made; false where a mailbox has not agreed, or the address was taken meanwhile */
async function make(
  ctx: AuthContext,
  client: pg.PoolClient,
  { user_id: userId, kind, details }: DueChange,
): Promise<boolean> {
  if (kind === 'factor') {
    await noteChange(ctx, client, userId, 'factor_added', { factor_id: details.id })
    await putFactor(client, userId, details as unknown as StoredFactor)
    return true
  }
  return kind === 'email' ? applyAgreedEmail(ctx, client, userId) : applyPhone(client, userId, details)
}

/** Both mailboxes agreed (status 2) before the day had passed; where they have not, the last word makes the change by itself. */
async function applyAgreedEmail(ctx: AuthContext, client: pg.PoolClient, userId: string): Promise<boolean> {
  const { rows } = await client.query<{ email_change: string | null; status: number | null }>(
    'select email_change, email_change_confirm_status as status from auth.users where id = $1 for update',
    [userId],
  )
  const { email_change: email, status } = rows[0] ?? {}
  if (!email || status !== 2) return false
  const other = await findUserByEmail(client, email, true)
  if (other?.email_confirmed_at) {
    await client.query(
      `update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`,
      [userId],
    )
    return false
  }
  if (other) await forgetUnconfirmed(client, other)
  const { rows: was } = await client.query<{ email: string | null }>(
    'select email from auth.users where id = $1',
    [userId],
  )
  if (was[0]?.email) await noteChange(ctx, client, userId, 'email', { from: was[0].email }, was[0].email)
  await setEmail(client, userId, email)
  return true
}

/** Gives an account its new address, which has been shown to be hers. */
export async function setEmail(client: pg.PoolClient, userId: string, email: string): Promise<void> {
  await client.query(
    `update auth.users set email = $2, email_change = '', email_change_confirm_status = 0,
       email_confirmed_at = now(), updated_at = now() where id = $1`,
    [userId, email],
  )
  // An account that had none has her first identity with it.
  await client.query(
    `with was as (update auth.users set is_anonymous = false, raw_app_meta_data = '{"provider": "email", "providers": ["email"]}'
       where id = $1 and is_anonymous returning id)
     insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select gen_random_uuid(), id, id, jsonb_build_object('sub', id), 'email', now(), now(), now() from was`,
    [userId],
  )
  await client.query(
    `update auth.identities set updated_at = now(),
       identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true)
     where user_id = $1 and provider = 'email'`,
    [userId, email],
  )
}

async function applyPhone(
  client: pg.PoolClient,
  userId: string,
  { confirmed }: Record<string, unknown>,
): Promise<boolean> {
  if (typeof confirmed !== 'string') return false
  const other = await findUserByPhone(client, confirmed, true)
  if (other?.phone_confirmed_at && other.id !== userId) return false
  if (other && other.id !== userId) await forgetUnconfirmed(client, other)
  await client.query(
    `update auth.users set phone = $2, phone_change = '', phone_confirmed_at = now(), updated_at = now() where id = $1`,
    [userId, confirmed],
  )
  return true
}
