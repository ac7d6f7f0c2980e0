import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import {
  audit,
  confirmEmail,
  findUserByEmail,
  findUserById,
  forgetUnconfirmed,
  isBanned,
  type User,
} from '../accounts/accounts.ts'
import { draftUser, insertUser } from '../accounts/newAccount.ts'
import { lockAddress } from '../accounts/signup.ts'
import type { AuthContext } from '../context.ts'
import { type Caller, normalizeEmail } from '../http.ts'
import { askBeforeUserCreated } from '../token/hook.ts'
import type { ExternalIdentity } from './externalIdentity.ts'

/**
 * The account of somebody whom a provider has named: the one that she entered by that way before; else the one of her
 * address, if the provider has shown it to be hers and no password is needed for it; else a new one, which the project may
 * refuse.
 * @throws ApiError 403 `provider_email_needs_verification`, `user_banned`; 422 `email_exists`, `signup_disabled`; the hook's own
 */
export async function accountOf(
  ctx: AuthContext,
  client: pg.PoolClient,
  identity: ExternalIdentity,
  caller: Caller,
): Promise<User> {
  const known = await findByIdentity(client, identity)
  if (known) {
    assertNotBanned(known)
    await client.query(
      `update auth.identities set identity_data = identity_data || $3, last_sign_in_at = now(), updated_at = now()
       where provider = $1 and provider_id = $2`,
      [identity.provider, identity.subject, identityData(identity)],
    )
    return known
  }
  return linkOrCreate(ctx, client, { ...identity, email: provenAddress(identity) }, caller)
}

/**
 * Gives the account of a session another way in.
 * @throws ApiError 403 `user_banned`, `provider_email_needs_verification`; 422 `identity_already_exists`, `email_exists`
 */
export async function linkIdentity(
  client: pg.PoolClient,
  sessionId: string,
  identity: ExternalIdentity,
  caller: Caller,
): Promise<User> {
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from auth.sessions where id = $1',
    [sessionId],
  )
  const user = rows[0] && (await findUserById(client, rows[0].user_id, true))
  if (!user) throw new ApiError(403, 'session_not_found', 'The session that asked for it has ended')
  assertNotBanned(user)
  const owner = await findByIdentity(client, identity)
  if (owner) {
    const whose = owner.id === user.id ? '' : ' to another user'
    throw new ApiError(422, 'identity_already_exists', `Identity is already linked${whose}`)
  }
  await addIdentity(client, user.id, identity)
  if (!user.email) await takeFirstAddress(client, user, identity)
  await audit(client, 'identity_linked', user.id, caller)
  return (await findUserById(client, user.id))!
}

/** An account that had no address gets that of its first provider, and is then like any other. */
async function takeFirstAddress(
  client: pg.PoolClient,
  user: User,
  identity: ExternalIdentity,
): Promise<void> {
  const address = provenAddress(identity)
  await lockAddress(client, { channel: 'email', address })
  const other = await findUserByEmail(client, address, true)
  if (other?.email_confirmed_at) {
    throw new ApiError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  if (other) await forgetUnconfirmed(client, other)
  await client.query(
    `update auth.users set email = $2, email_confirmed_at = now(), is_anonymous = false, updated_at = now(),
       raw_app_meta_data = jsonb_build_object('provider', $3::text) || coalesce(raw_app_meta_data, '{}') where id = $1`,
    [user.id, address, identity.provider],
  )
}

/** @throws ApiError 403 `provider_email_needs_verification` */
function provenAddress({ email, emailVerified }: ExternalIdentity): string {
  if (email && emailVerified) return normalizeEmail(email)
  throw new ApiError(
    403,
    'provider_email_needs_verification',
    'The provider has not verified an email address of yours',
  )
}

async function findByIdentity(
  client: pg.PoolClient,
  { provider, subject }: ExternalIdentity,
): Promise<User | undefined> {
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  return rows[0] && findUserById(client, rows[0].user_id, true)
}

async function linkOrCreate(
  ctx: AuthContext,
  client: pg.PoolClient,
  identity: ExternalIdentity & { email: string },
  caller: Caller,
): Promise<User> {
  const contact = { channel: 'email', address: identity.email } as const
  await lockAddress(client, contact)
  const existing = await findUserByEmail(client, identity.email, true)
  if (existing?.email_confirmed_at) {
    assertNotBanned(existing)
    // Somebody who reads her mail could make a provider account with her address, so it is not joined to an
    // account with a password. The refusal is only told to somebody who has shown the address to be theirs.
    if (existing.encrypted_password) {
      throw new ApiError(422, 'email_exists', 'A user with this email address has already been registered')
    }
    await addIdentity(client, existing.id, identity)
    await audit(client, 'identity_linked', existing.id, caller)
    return (await findUserById(client, existing.id))!
  }
  if (!ctx.config.project.auth.enableSignup) {
    throw new ApiError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const draft: User = {
    ...draftUser({ contact, encryptedPassword: '', metadata: metadataOf(identity), confirmed: true }),
    identities: [],
    raw_app_meta_data: { provider: identity.provider, providers: [identity.provider] },
  }
  await askBeforeUserCreated(ctx, client, draft, caller)
  // Somebody else may have signed up with her address: that unconfirmed account is deleted first.
  if (existing) await forgetUnconfirmed(client, existing)
  // Confirmed in a second step, so that the project's triggers on confirmation run as for everybody.
  await insertUser(client, { ...draft, email_confirmed_at: null })
  await addIdentity(client, draft.id, identity)
  await confirmEmail(client, draft)
  await audit(client, 'user_signedup', draft.id, caller)
  return (await findUserById(client, draft.id))!
}

async function addIdentity(client: pg.PoolClient, userId: string, identity: ExternalIdentity): Promise<void> {
  await client.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now(), now())`,
    [randomUUID(), identity.subject, userId, identityData(identity), identity.provider],
  )
  await client.query(
    `update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
       'providers', (select jsonb_agg(distinct i.provider) from auth.identities i where i.user_id = $1))
     where id = $1`,
    [userId],
  )
}

function identityData(identity: ExternalIdentity): Record<string, unknown> {
  const { issuer, subject, email, emailVerified } = identity
  return {
    iss: issuer,
    sub: subject,
    provider_id: subject,
    ...(email && { email }),
    email_verified: emailVerified,
    phone_verified: false,
    ...metadataOf(identity),
  }
}

/** Her name, and nothing more: a picture would be fetched from somebody else's server. */
function metadataOf({ name }: ExternalIdentity): Record<string, unknown> {
  return name ? { name, full_name: name } : {}
}

function assertNotBanned(user: User): void {
  if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned')
}
