import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { ApiError } from '../core/errors.ts'
import { requireSignedIn } from './bearer.ts'
import { type AuthContext, inTransaction } from './context.ts'
import { validationFailed } from './errors.ts'
import { writeMail } from './mails.ts'
import { consumeSecrets, findByCode, issueSecrets } from './oneTime.ts'
import type { User } from './users.ts'

/** `GET /reauthenticate`: mails a code that proves, beside the session, that the mailbox is still hers. */
export function reauthenticateRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/reauthenticate', async (request) => {
    const { user } = await requireSignedIn(ctx, request)
    const { email } = user
    if (!email)
      throw validationFailed('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at) {
      throw new ApiError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    await ctx.limits.countMail('reauthentication', email)
    const secrets = await inTransaction(ctx.authPool, (client) =>
      issueSecrets(client, user.id, 'reauthentication', {
        email,
        digits: ctx.config.project.auth.email.otpLengthDigits,
        pkce: false,
      }),
    )
    ctx.mailer.send(writeMail(ctx.config, 'reauthentication', email, { secrets }))
    return {}
  })
}

/**
 * Uses a mailed code up.
 * @throws ApiError 422 `reauthentication_not_valid`
 */
export async function redeemNonce(client: pg.PoolClient, user: User, nonce: string): Promise<void> {
  const found = await findByCode(client, 'reauthentication', user.email ?? '', nonce)
  if (found?.id !== user.id) {
    throw new ApiError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  await consumeSecrets(client, user.id, 'reauthentication')
}
