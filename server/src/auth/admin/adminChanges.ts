import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { goSeconds } from '../../config/duration.ts'
import { ApiError } from '../../http/errors.ts'
import { findUserByEmail, findUserByPhone, type User } from '../accounts/accounts.ts'
import { phoneNumber } from '../accounts/contact.ts'
import { noteChange } from '../accounts/notices.ts'
import { assertAcceptable, hashPassword } from '../accounts/passwords.ts'
import type { AuthContext } from '../context.ts'
import { metadata, normalizeEmail, text, validationFailed } from '../http.ts'
import { endSessions } from '../token/sessions.ts'

/** What the service key may say of an account. */
export const Attributes = z.object({
  id: z.uuid().nullish(),
  email: text.nullish(),
  phone: text.nullish(),
  password: text.nullish(),
  password_hash: text.nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: text.nullish(),
  role: text.nullish(),
  aud: text.nullish(),
})
export type Attributes = z.output<typeof Attributes>

/** What is to stand in the account, everything checked that can be without looking at others. */
export interface Wanted {
  email?: string
  phone?: string
  encryptedPassword?: string
  /** Seconds; 0 ends a ban. */
  banSeconds?: number
  attributes: Attributes
}

/** @throws ApiError 400 `validation_failed`, 422 `weak_password` */
export async function readWanted(ctx: AuthContext, attributes: Attributes): Promise<Wanted> {
  const { email, phone, password, password_hash: hash, role, aud, ban_duration: ban } = attributes
  // A session of hers would pass every policy.
  if (role && role !== 'authenticated') throw validationFailed('Only the role authenticated is supported')
  if (aud && aud !== 'authenticated') throw validationFailed('Only the audience authenticated is supported')
  if (password && hash)
    throw validationFailed('Only a password or a password hash should be provided, not both')
  if (hash && !/^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/.test(hash))
    throw validationFailed('Only bcrypt password hashes are supported')
  const address = email ? normalizeEmail(email) : undefined
  if (password) await assertAcceptable(password, ctx.config.project.auth, [address ?? phone ?? ''])
  return {
    email: address,
    phone: phone ? phoneNumber(phone) : undefined,
    encryptedPassword: password ? await hashPassword(password) : (hash ?? undefined),
    banSeconds: ban ? banSeconds(ban) : undefined,
    attributes,
  }
}

/** A duration as Go writes it: `24h`, `1h30m`; `none` is none. @throws ApiError 400 */
function banSeconds(duration: string): number {
  const seconds = duration === 'none' ? 0 : goSeconds(duration)
  if (seconds === undefined)
    throw validationFailed(`invalid format for ban duration: ${duration.slice(0, 40)}`)
  return Math.min(seconds, 100 * 365 * 86_400)
}

/** @throws ApiError 422 `email_exists`, `phone_exists` where another account has it */
export async function assertFree(
  client: pg.PoolClient,
  { email, phone }: Wanted,
  own: string | undefined,
): Promise<void> {
  const byEmail = email ? await findUserByEmail(client, email) : undefined
  if (byEmail && byEmail.id !== own) throw emailExists()
  const byPhone = phone ? await findUserByPhone(client, phone) : undefined
  if (byPhone && byPhone.id !== own)
    throw new ApiError(422, 'phone_exists', 'Phone number already registered by another user')
}

export function emailExists(): ApiError {
  return new ApiError(422, 'email_exists', 'A user with this email address has already been registered')
}

/** Writes what the service key says into an account that is there; what would tell her of it is told. */
export async function applyWanted(
  ctx: AuthContext,
  client: pg.PoolClient,
  user: User,
  { email, phone, encryptedPassword, banSeconds, attributes }: Wanted,
): Promise<void> {
  const set = (assignments: string, ...values: unknown[]) =>
    client.query(`update auth.users set ${assignments}, updated_at = now() where id = $1`, [
      user.id,
      ...values,
    ])
  if (encryptedPassword !== undefined) {
    if (user.encrypted_password) await noteChange(ctx, client, user.id, 'password')
    await set('encrypted_password = $2', encryptedPassword)
    await endSessions(client, user.id, user.id, 'global')
  }
  if (email && email !== user.email) {
    if (user.email) await noteChange(ctx, client, user.id, 'email', { from: user.email }, user.email)
    await set(`email = $2, email_change = '', email_change_confirm_status = 0, is_anonymous = false`, email)
    await putIdentity(client, user.id, 'email', { email })
  }
  if (phone && phone !== user.phone) {
    await set(`phone = $2, phone_change = '', is_anonymous = false`, phone)
    await putIdentity(client, user.id, 'phone', { phone })
  }
  if (attributes.email_confirm) {
    await set('email_confirmed_at = coalesce(email_confirmed_at, now())')
    await verified(client, user.id, 'email')
  }
  if (attributes.phone_confirm) {
    await set('phone_confirmed_at = coalesce(phone_confirmed_at, now())')
    await verified(client, user.id, 'phone')
  }
  for (const [column, data] of [
    ['raw_user_meta_data', attributes.user_metadata],
    ['raw_app_meta_data', attributes.app_metadata],
  ] as const) {
    if (!data || Object.keys(data).length === 0) continue
    const removed = Object.keys(data).filter((key) => data[key] === null)
    await set(`${column} = (coalesce(${column}, '{}') || $2) - $3::text[]`, data, removed)
  }
  if (banSeconds !== undefined)
    await set(
      `banned_until = case when $2::float8 = 0 then null else now() + make_interval(secs => $2::float8) end`,
      banSeconds,
    )
}

/** Her identity of that kind says so too; it is made where she has none. */
export async function putIdentity(
  client: pg.PoolClient,
  userId: string,
  provider: 'email' | 'phone',
  data: Record<string, string>,
): Promise<void> {
  const key = provider === 'email' ? 'email_verified' : 'phone_verified'
  await client.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2::text, $2::text::uuid, $3::jsonb || jsonb_build_object('sub', $2::text, $5::text, false), $4, now(), now(), now())
     on conflict (provider_id, provider) do update
       set identity_data = auth.identities.identity_data || $3::jsonb, updated_at = now()`,
    [randomUUID(), userId, data, provider, key],
  )
}

async function verified(client: pg.PoolClient, userId: string, provider: 'email' | 'phone'): Promise<void> {
  await client.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object($3::text, true), updated_at = now()
     where user_id = $1 and provider = $2`,
    [userId, provider, `${provider}_verified`],
  )
}
