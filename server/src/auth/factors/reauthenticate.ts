import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { audit, type Contact, isConfirmed, type User } from '../accounts/accounts.ts'
import { countMessage, deliver } from '../accounts/contact.ts'
import { passwordMatches } from '../accounts/passwords.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { callerOf, parse, text, validationFailed } from '../http.ts'
import { consumeSecrets, findByCode, issueSecrets } from '../links/oneTimeTokens.ts'
import { requireSignedIn, type SignedIn } from '../token/bearer.ts'
import { type Asked, readProof, renewProof } from './proof.ts'

const Proof = z.object({ password: text.nullish(), nonce: text.nullish() })

/**
 * `GET /reauthenticate` sends a code that proves, beside the session, that the mailbox, or the telephone, is still hers.
 * `POST /reauthenticate` takes a proof for this session, `{ password }`, or `{ nonce }` of an account without a password (of
 * another one beside its password, where the project wants both), and answers what is still missing (`asks`); with `{}` it only answers. The second factor's proof is a challenge of its own
 * (`/factors/{id}/verify`). Ours: upstream has the first alone.
 */
export function reauthenticateRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/reauthenticate', async (request) => {
    const { user } = await requireSignedIn(ctx, request)
    const contact = contactOf(user)
    if (!contact)
      throw validationFailed('Reauthentication requires the user to have an email or a phone number')
    if (!isConfirmed(user, contact)) {
      throw new ApiError(
        422,
        `${contact.channel}_not_confirmed`,
        `Please verify your ${contact.channel} first.`,
      )
    }
    await countMessage(ctx, 'reauthentication', contact, user.id)
    const secrets = await inTransaction(ctx.authPool, async (client) => {
      await audit(client, 'user_reauthenticate_requested', user.id, callerOf(request))
      return issueSecrets(client, user.id, 'reauthentication', {
        address: contact.address,
        digits: ctx.config.project.auth.email.otpLengthDigits,
        pkce: false,
      })
    })
    deliver(ctx, contact, 'reauthentication', { secrets })
    return {}
  })
  app.post('/reauthenticate', async (request): Promise<{ asks: Asked[] }> => {
    const caller = callerOf(request)
    const who = await requireSignedIn(ctx, request)
    // Limited by session, so that others in her network, or signed in as her elsewhere, cannot keep her from
    // proving herself.
    await ctx.limits.countCall('user', who.session.id)
    const { password, nonce } = parse(Proof, request.body)
    if (password) await provePassword(ctx, who, password)
    else if (nonce) await proveMailbox(ctx, who, nonce)
    if (password || nonce) await audit(ctx.authPool, 'user_reauthenticated', who.user.id, caller)
    return { asks: (await readProof(ctx.authPool, who)).asks }
  })
}

/**
 * Takes her password as the proof of this session. Wrong ones are counted for the session: somebody who holds her telephone
 * makes that telephone wait, and nothing else of hers.
 * @throws ApiError 400 `current_password_invalid`, 429 after ten wrong ones
 */
export async function provePassword(
  ctx: AuthContext,
  { user, session }: SignedIn,
  password: string,
): Promise<void> {
  const attempts = `proof:${session.id}`
  await ctx.limits.assertMayTryPassword(attempts)
  if (!(await passwordMatches(password, user.encrypted_password))) {
    await ctx.limits.countWrongPassword(attempts)
    throw new ApiError(400, 'current_password_invalid', 'Current password is not valid')
  }
  await ctx.limits.forgetWrongPasswords(attempts)
  await renewProof(ctx.authPool, session.id, 'password')
}

/**
 * Somebody with her telephone can read her mail, so a mailed code proves only accounts without a password. Where the password is
 * proven, it is noted beside it, and nothing of ours counts it.
 */
async function proveMailbox(ctx: AuthContext, who: SignedIn, nonce: string): Promise<void> {
  const { user, session } = who
  const hasPassword = Boolean(user.encrypted_password)
  if (hasPassword && (await readProof(ctx.authPool, who)).proof === null) {
    throw new ApiError(400, 'current_password_required', 'This account is proven by its password')
  }
  // Apart from the codes of `/verify`, which anybody can try at her address.
  await ctx.limits.countCode(`proof:${user.id}`)
  await inTransaction(ctx.authPool, async (client) => {
    await redeemNonce(client, user, nonce)
    await renewProof(client, session.id, hasPassword ? 'mailed_code' : 'otp')
  })
}

/**
 * Uses a mailed code up.
 * @throws ApiError 422 `reauthentication_not_valid`
 */
export async function redeemNonce(client: pg.PoolClient, user: User, nonce: string): Promise<void> {
  const found = await findByCode(client, 'reauthentication', contactOf(user)?.address ?? '', nonce)
  if (found?.id !== user.id) {
    throw new ApiError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  await consumeSecrets(client, user.id, 'reauthentication')
}

/** Where she is asked whether it is her: by mail, if she has an address. */
function contactOf({ email, phone }: User): Contact | undefined {
  if (email) return { channel: 'email', address: email }
  return phone ? { channel: 'phone', address: phone } : undefined
}
