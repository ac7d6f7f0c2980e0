import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { ApiError } from '../core/errors.ts'
import { audit } from './audit.ts'
import { requireSignedIn } from './bearer.ts'
import { type Contact, countMessage, deliver, isConfirmed } from './contact.ts'
import { type AuthContext, callerOf, inTransaction } from './context.ts'
import { validationFailed } from './errors.ts'
import { consumeSecrets, findByCode, issueSecrets } from './oneTime.ts'
import type { User } from './users.ts'

/** `GET /reauthenticate`: sends a code that proves, beside the session, that the mailbox, or the telephone, is still hers. */
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
