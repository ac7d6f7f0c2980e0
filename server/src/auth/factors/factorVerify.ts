import { NobleCryptoPlugin, ScureBase32Plugin, TOTP } from 'otplib'
import type pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import { audit, findUserById } from '../accounts/accounts.ts'
import { cancelDelayed, delayFirstFactor } from '../accounts/delayedChanges.ts'
import { noteChange } from '../accounts/notices.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import type { Caller } from '../http.ts'
import type { SignedIn } from '../token/bearer.ts'
import {
  newRefreshToken,
  type OpenSession,
  readProofs,
  type Session,
  sessionBody,
  storeRefreshToken,
  wordToken,
} from '../token/sessions.ts'
import { factorAttempts, rememberFactorDevice } from './device.ts'
import { renewProof, requireProof } from './proof.ts'
import { looksLikeRecoveryCode, spendRecoveryCode } from './recoveryCodes.ts'

/** Tolerance for wrong clocks: the previous and the next code count too. */
const TOLERANCE_SECONDS = 30
const totp = new TOTP({ crypto: new NobleCryptoPlugin(), base32: new ScureBase32Plugin() })

/** How long a factor may wait for its first code, and a challenge for its answer. Source: docs/api.md#auth-limits. */
export const FACTOR_LIFETIME_SECONDS = 300

/** A row of `auth.mfa_factors`: the members that this API reads. */
export interface FactorRow {
  id: string
  user_id: string
  status: 'verified' | 'unverified'
  secret: string
}

/** The answer to a challenge. */
export interface FactorAnswer {
  factorId: string
  challengeId: string
  /** Six digits, or one of the factor's recovery codes. */
  code: string
}

/**
 * Checks a code. With it the session is one of two factors, its refresh token is replaced, and every session of hers that
 * has shown one factor alone ends.
 * @throws ApiError with the codes of docs/api.md#auth-calls-and-refusals, "POST /factors/{id}/verify"
 */
export async function verifyFactor(
  ctx: AuthContext,
  who: SignedIn,
  answer: FactorAnswer,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const { user, session } = who
  // What only counts once this code has been given is asked for like its beginning; this code is no proof of itself.
  const enrols = user.factors.some(({ id, status }) => id === answer.factorId && status === 'unverified')
  const strength = enrols ? await requireProof(ctx, who) : undefined
  // Wrong codes make the next attempt wait, as wrong passwords do: six digits are few.
  const device = caller.shown?.mark
  const attempts = await factorAttempts(ctx, user.id, device)
  await ctx.limits.assertMayTryPassword(attempts)
  const open = await inTransaction(ctx.authPool, async (client) => {
    const factor = await lockFactor(client, answer.factorId)
    await assertChallenge(client, answer, caller)
    const method = await accept(client, factor, answer.code)
    await audit(client, 'verification_attempted', user.id, caller)
    if (!method) return undefined
    if (method === 'recovery_code') await audit(client, 'recovery_code_used', user.id, caller)
    await client.query('update auth.mfa_challenges set verified_at = now() where id = $1', [
      answer.challengeId,
    ])
    if (strength === 'mailed' && !user.factors.some(({ status }) => status === 'verified')) {
      await noteChange(ctx, client, user.id, 'factor_added', { factor_id: factor.id })
      await delayFirstFactor(client, factor.id)
      return wordToken(ctx, client, await goOn(client, session))
    }
    // A first factor that waits was asked for with less than she has shown now.
    if (strength === 'full') await cancelDelayed(client, user.id, ['factor'])
    if (enrols) await noteChange(ctx, client, user.id, 'factor_added', { factor_id: factor.id })
    return wordToken(ctx, client, await raise(client, session.id, factor, method))
  })
  if (!open) {
    await ctx.limits.countWrongPassword(attempts)
    throw new ApiError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await ctx.limits.forgetWrongPasswords(attempts)
  if (open.session.aal === 'aal2') await rememberFactorDevice(ctx, user.id, device)
  return sessionBody(ctx, open)
}

/** Attempts at one factor follow one another: a code sent twice at once is accepted once. */
async function lockFactor(client: pg.PoolClient, id: string): Promise<FactorRow> {
  const { rows } = await client.query<FactorRow>(
    'select id, user_id, status, secret from auth.mfa_factors where id = $1 for update',
    [id],
  )
  if (!rows[0]) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  return rows[0]
}

async function assertChallenge(
  client: pg.PoolClient,
  { factorId, challengeId }: FactorAnswer,
  caller: Caller,
): Promise<void> {
  const { rows } = await client.query<{ elsewhere: boolean; used: boolean; expired: boolean }>(
    `select ip_address <> $3::inet as elsewhere, verified_at is not null as used,
       created_at <= now() - make_interval(secs => $4) as expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factorId, caller.ip, FACTOR_LIFETIME_SECONDS],
  )
  const challenge = rows[0]
  if (!challenge) {
    throw new ApiError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.used || challenge.elsewhere) {
    throw new ApiError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
  }
  if (challenge.expired) {
    throw new ApiError(422, 'mfa_challenge_expired', 'MFA challenge has expired, verify against another one')
  }
}

/**
 * Whether six digits are what the key shows now.
 * @param lastStep the step of the clock that was accepted last: nothing up to it counts again
 * @returns the step of the clock, or undefined
 */
export async function codeFits(
  secret: string,
  code: string,
  lastStep: string | null | undefined,
): Promise<number | undefined> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const result = await totp.verify(token, {
    secret,
    epochTolerance: TOLERANCE_SECONDS,
    afterTimeStep: lastStep ? Number(lastStep) : undefined,
  })
  return result.valid ? result.timeStep : undefined
}

/** @returns how the code proved her, or undefined */
async function accept(
  client: pg.PoolClient,
  factor: FactorRow,
  code: string,
): Promise<'totp' | 'recovery_code' | undefined> {
  if (looksLikeRecoveryCode(code)) {
    const spent = factor.status === 'verified' && (await spendRecoveryCode(client, factor.id, code))
    return spent ? 'recovery_code' : undefined
  }
  const { rows } = await client.query<{ last_step: string }>(
    'select last_step from local_server.factor_steps where factor_id = $1',
    [factor.id],
  )
  const step = await codeFits(factor.secret, code, rows[0]?.last_step)
  if (step === undefined) return undefined
  await client.query(
    `insert into local_server.factor_steps (factor_id, last_step) values ($1, $2)
     on conflict (factor_id) do update set last_step = excluded.last_step`,
    [factor.id, step],
  )
  return 'totp'
}

/** Makes the session one of two factors. */
async function raise(
  client: pg.PoolClient,
  sessionId: string,
  factor: FactorRow,
  method: string,
): Promise<OpenSession> {
  const { rows } = await client.query<Session>(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1 returning *`,
    [sessionId, factor.id],
  )
  const session = rows[0]
  if (!session) {
    throw new ApiError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  await renewProof(client, session.id, method)
  // Later than the moment of its own first code, which therefore proves nothing (local_server.session_proof).
  await client.query(
    `update auth.mfa_factors set status = 'verified', updated_at = clock_timestamp() where id = $1 and status = 'unverified'`,
    [factor.id],
  )
  await client.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
    factor.user_id,
  ])
  await client.query(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [
    factor.user_id,
    session.id,
  ])
  return {
    session,
    user: (await findUserById(client, factor.user_id))!,
    refreshToken: await replaceRefreshToken(client, session),
    proofs: await readProofs(client, session.id),
  }
}

/** The session as it is, with a new refresh token: the answer to a factor that waits for its day. */
async function goOn(client: pg.PoolClient, session: Session): Promise<OpenSession> {
  return {
    session,
    user: (await findUserById(client, session.user_id))!,
    refreshToken: await replaceRefreshToken(client, session),
    proofs: await readProofs(client, session.id),
  }
}

async function replaceRefreshToken(client: pg.PoolClient, session: Session): Promise<string> {
  const { rows } = await client.query<{ token: string }>(
    `update auth.refresh_tokens set revoked = true, updated_at = now()
     where session_id = $1 and not revoked returning token`,
    [session.id],
  )
  const successor = newRefreshToken()
  await storeRefreshToken(client, session, successor, rows[0]?.token ?? null)
  return successor
}
