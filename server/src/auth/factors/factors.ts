import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { generateSecret, generateURI } from 'otplib'
import type pg from 'pg'
import QRCode from 'qrcode'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { audit, type Queryable } from '../accounts/accounts.ts'
import { takeFactor } from '../accounts/delayedChanges.ts'
import { noteChange } from '../accounts/notices.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { type Caller, callerOf, deviceOf, parse, text, validationFailed } from '../http.ts'
import { requireSignedIn, type SignedIn } from '../token/bearer.ts'
import { factorAttempts } from './device.ts'
import { FACTOR_LIFETIME_SECONDS, type FactorRow, verifyFactor } from './factorVerify.ts'
import { requireProof } from './proof.ts'
import { makeRecoveryCodes, replaceRecoveryCodes, storeRecoveryCodes } from './recoveryCodes.ts'

const Enrolment = z.object({
  factor_type: text.nullish(),
  friendly_name: text.pipe(z.string().max(100)).nullish(),
  issuer: text.pipe(z.string().max(100)).nullish(),
})
const Answer = z.object({ challenge_id: text.nullish(), code: text.nullish() })
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type OneFactor = FastifyRequest<{ Params: { id: string } }>

/** `/factors` and what lies below: second factors. Source: docs/api.md#auth-calls-and-refusals. */
export function factorRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/factors', async (request) => {
    const who = await requireSignedIn(ctx, request)
    return enrol(ctx, who, parse(Enrolment, request.body), request)
  })
  app.post('/factors/:id/challenge', async (request: OneFactor) => {
    const { user } = await requireSignedIn(ctx, request)
    const factor = await findFactor(ctx.authPool, readId(request), user.id)
    assertVerifies(ctx)
    await ctx.limits.countFactor(await factorAttempts(ctx, user.id, deviceOf(request)))
    return challenge(ctx, factor, request)
  })
  app.post('/factors/:id/verify', async (request: OneFactor) => {
    const who = await requireSignedIn(ctx, request)
    const factor = await findFactor(ctx.authPool, readId(request), who.user.id)
    const { challenge_id: challengeId, code } = parse(Answer, request.body)
    assertVerifies(ctx)
    if (!code?.trim()) throw validationFailed('Code needs to be non-empty')
    if (!challengeId || !UUID.test(challengeId)) throw validationFailed('challenge_id must be an UUID')
    await ctx.limits.countFactor(await factorAttempts(ctx, who.user.id, deviceOf(request)))
    return verifyFactor(ctx, who, { factorId: factor.id, challengeId, code: code.trim() }, callerOf(request))
  })
  // Ours: upstream has no recovery codes.
  app.post('/factors/:id/recovery_codes', async (request: OneFactor) => {
    const who = await requireSignedIn(ctx, request)
    const factor = await findFactor(ctx.authPool, readId(request), who.user.id)
    return renewRecoveryCodes(ctx, who, factor, request)
  })
  app.delete('/factors/:id', async (request: OneFactor) => {
    const who = await requireSignedIn(ctx, request)
    return remove(ctx, who, await findFactor(ctx.authPool, readId(request), who.user.id), request)
  })
}

function assertVerifies({ config }: AuthContext): void {
  if (config.project.auth.mfa?.totp.verify !== true) {
    throw new ApiError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  }
}

function readId({ params }: OneFactor): string {
  if (!UUID.test(params.id)) throw validationFailed('factor_id must be an UUID', 404)
  return params.id
}

async function findFactor(db: Queryable, id: string, userId: string): Promise<FactorRow> {
  const { rows } = await db.query<FactorRow>(
    `select id, user_id, status, secret from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type = 'totp'
       and (status = 'verified' or created_at > now() - make_interval(secs => $3))`,
    [id, userId, FACTOR_LIFETIME_SECONDS],
  )
  if (!rows[0]) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  return rows[0]
}

async function enrol(
  ctx: AuthContext,
  who: SignedIn,
  { factor_type: type, friendly_name: name, issuer }: z.output<typeof Enrolment>,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const { user, session } = who
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  }
  const { mfa } = ctx.config.project.auth
  if (type !== 'totp' || !mfa?.totp.enroll) {
    throw new ApiError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
  }
  if (user.is_anonymous) {
    throw new ApiError(403, 'no_authorization', 'Anonymous users cannot enroll a second factor')
  }
  if (session.aal === 'aal1' && user.factors.some(({ status }) => status === 'verified')) {
    throw new ApiError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
  await requireProof(ctx, who)
  const id = randomUUID()
  const secret = generateSecret()
  const recoveryCodes = makeRecoveryCodes()
  await inTransaction(ctx.authPool, async (client) => {
    // One enrolment after the other, so that their number is what it seems.
    await client.query('select from auth.users where id = $1 for update', [user.id])
    await client.query(
      `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
         and created_at <= now() - make_interval(secs => $2)`,
      [user.id, FACTOR_LIFETIME_SECONDS],
    )
    const { rows } = await client.query<{ friendly_name: string | null }>(
      'select friendly_name from auth.mfa_factors where user_id = $1',
      [user.id],
    )
    if (rows.length >= mfa.maxFactors) {
      throw new ApiError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of enrolled factors reached')
    }
    if (name?.trim() && rows.some((row) => row.friendly_name === name)) {
      throw new ApiError(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists')
    }
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
      [id, user.id, name ?? '', secret],
    )
    await storeRecoveryCodes(client, id, recoveryCodes)
    await audit(client, 'factor_in_progress', user.id, callerOf(request))
  })
  const uri = generateURI({
    issuer: issuer?.trim() || new URL(ctx.config.siteUrl).hostname,
    label: user.email || user.phone || user.id,
    secret,
  })
  return {
    id,
    type,
    friendly_name: name ?? '',
    totp: { qr_code: await drawQrCode(uri), secret, uri, recovery_codes: recoveryCodes },
  }
}

/** An SVG that survives being put into a `data:` address as it is: colours by name, since `#` would end it there. */
async function drawQrCode(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim()
}

async function challenge(
  { authPool }: AuthContext,
  factor: FactorRow,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const id = randomUUID()
  const caller = callerOf(request)
  return inTransaction(authPool, async (client) => {
    // First, so that two challenges at once follow one another instead of waiting for each other.
    await client.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [
      factor.id,
    ])
    const { rows } = await client.query<{ expires_at: number }>(
      `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3)
       returning floor(extract(epoch from created_at))::int + $4::int as expires_at`,
      [id, factor.id, caller.ip, FACTOR_LIFETIME_SECONDS],
    )
    await audit(client, 'challenge_created', factor.user_id, caller)
    return { id, type: 'totp', expires_at: rows[0]!.expires_at }
  })
}

/**
 * Makes new codes in the place of those that are left.
 * @throws ApiError 422 `insufficient_aal`, 400 `reauthentication_needed`
 */
async function renewRecoveryCodes(
  ctx: AuthContext,
  who: SignedIn,
  factor: FactorRow,
  request: FastifyRequest,
): Promise<{ recovery_codes: string[] }> {
  if (factor.status !== 'verified') throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  if (who.session.aal === 'aal1') {
    throw new ApiError(422, 'insufficient_aal', 'AAL2 required to renew recovery codes')
  }
  await requireProof(ctx, who)
  const codes = makeRecoveryCodes()
  await inTransaction(ctx.authPool, async (client) => {
    await replaceRecoveryCodes(client, factor.id, codes)
    await audit(client, 'recovery_codes_renewed', who.user.id, callerOf(request))
  })
  return { recovery_codes: codes }
}

async function remove(
  ctx: AuthContext,
  who: SignedIn,
  factor: FactorRow,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const { user, session } = who
  if (factor.status === 'verified') {
    if (session.aal === 'aal1') {
      throw new ApiError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await requireProof(ctx, who)
  }
  await inTransaction(ctx.authPool, (client) =>
    dropFactor(ctx, client, { ...factor, userId: user.id }, callerOf(request)),
  )
  return { id: factor.id }
}

/** Takes a factor away; she is told of one that had counted. */
export async function dropFactor(
  ctx: AuthContext,
  client: pg.PoolClient,
  { id, status, userId }: { id: string; status: string; userId: string },
  caller: Caller,
): Promise<void> {
  // Sessions that this factor raised are what they were before it.
  await client.query(
    `delete from auth.mfa_amr_claims where authentication_method in ('totp', 'recovery_code')
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [id],
  )
  await client.query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = $1`,
    [id],
  )
  const { user_id: _hers, ...kept } = await takeFactor(client, id)
  if (status === 'verified') await noteChange(ctx, client, userId, 'factor_removed', { ...kept })
  await audit(client, 'factor_unenrolled', userId, caller)
}
