import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Contact, User } from './accounts.ts'

/** What a new account consists of, stored or not. */
export interface NewAccount {
  contact: Contact
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

/** An account without an address or a telephone: its session is all that proves its owner. */
export function draftAnonymous(metadata: Record<string, unknown>): User {
  const contact: Contact = { channel: 'email', address: '' }
  const draft = draftUser({ contact, encryptedPassword: '', metadata, confirmed: true })
  return {
    ...draft,
    email: null,
    email_confirmed_at: null,
    confirmed_at: null,
    raw_app_meta_data: {},
    is_anonymous: true,
    identities: [],
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
       raw_app_meta_data, raw_user_meta_data, phone, phone_confirmed_at, is_anonymous, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now())`,
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
      draft.is_anonymous,
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
