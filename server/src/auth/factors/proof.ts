import { randomUUID } from 'node:crypto'
import { ApiError } from '../../http/errors.ts'
import type { Queryable } from '../accounts/accounts.ts'
import type { AuthContext } from '../context.ts'
import type { SignedIn } from '../token/bearer.ts'

/** What is asked for: her password, a code from her mailbox (accounts without a password), a code of her second factor. */
export type Asked = 'password' | 'mail' | 'code'

/**
 * How well a session has shown, within ten minutes, that it is her. `full`: with her password, and her second factor where she
 * has one. `mailed`: with no more than her mailbox, which somebody who holds her telephone has as well; what cannot be
 * undone then waits a day.
 */
export type Strength = 'full' | 'mailed'

export interface ProofState {
  proof: Strength | null
  asks: Asked[]
}

/** What this session has proven within ten minutes, and what is missing. The rule: `local_server.session_proof`. */
export async function readProof(db: Queryable, { user, session }: SignedIn): Promise<ProofState> {
  const { rows } = await db.query<ProofState>('select proof, asks from local_server.session_proof($1, $2)', [
    session.id,
    user.id,
  ])
  return rows[0] ?? { proof: null, asks: ['password'] }
}

/**
 * Required by every call that somebody who merely holds her telephone must not make.
 * @throws ApiError 400 `reauthentication_needed`, with what is missing in `asks`
 */
export async function requireProof(ctx: Pick<AuthContext, 'authPool'>, who: SignedIn): Promise<Strength> {
  const { proof, asks } = await readProof(ctx.authPool, who)
  if (proof === null) throw needed(asks)
  return proof
}

/**
 * For what a mailed link alone may do (setting a password): no proof is needed, except the second factor where there is one.
 * @throws ApiError 400 `reauthentication_needed`
 */
export async function requireFactorProof(ctx: Pick<AuthContext, 'authPool'>, who: SignedIn): Promise<void> {
  const { asks } = await readProof(ctx.authPool, who)
  if (asks.includes('code')) throw needed(['code'])
}

function needed(asks: Asked[]): ApiError {
  return new ApiError(400, 'reauthentication_needed', 'This action requires reauthentication', {
    extra: { asks },
  })
}

/** Notes the moment of a proof on a session, where GoTrue keeps it. */
export async function renewProof(db: Queryable, sessionId: string, method: string): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, clock_timestamp(), clock_timestamp(), $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), sessionId, method],
  )
}

/**
 * Notes that a password was set on the word of a mailbox alone: for a day it proves no more than that, and for a week the one
 * before takes it back. Call it while the account still has the one before.
 * @param trusted what proves her from now on, where it is not what did so until now
 */
export async function markMailedPassword(db: Queryable, userId: string, trusted?: string): Promise<void> {
  await db.query(
    `insert into local_server.mailed_passwords (user_id, trusted_hash)
     values ($1, coalesce($2, local_server.proof_hash($1)))
     on conflict (user_id) do update set set_at = now(), trusted_hash = excluded.trusted_hash`,
    [userId, trusted ?? null],
  )
}
