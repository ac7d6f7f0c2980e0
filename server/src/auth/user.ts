import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../core/errors.ts'
import { audit } from './audit.ts'
import { requireSignedIn, type SignedIn } from './bearer.ts'
import { type AuthContext, callerOf, inTransaction } from './context.ts'
import { metadata, parse, text } from './input.ts'
import { assertAcceptable, hashPassword, passwordMatches } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { findUserById, userBody } from './users.ts'

const Body = z.object({
  email: text.nullish(),
  phone: text.nullish(),
  password: text.nullish(),
  data: metadata,
  app_metadata: z.unknown().optional(),
})

/** `GET` and `PUT /user`. Source: gotrue-contract, "GET /user" and "PUT /user". */
export function userRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user', async (request) => userBody((await requireSignedIn(ctx, request)).user))

  app.put('/user', async (request) => {
    const caller = callerOf(request)
    await ctx.limits.countCall('user', caller.ip)
    const who = await requireSignedIn(ctx, request)
    const changes = parse(Body, request.body)
    refuseUnsupported(changes, who)
    const encryptedPassword = changes.password ? await newPassword(ctx, who, changes.password) : undefined

    const user = await inTransaction(ctx.authPool, async (client) => {
      if (encryptedPassword) {
        await client.query(
          'update auth.users set encrypted_password = $2, updated_at = now() where id = $1',
          [who.user.id, encryptedPassword],
        )
        // Whoever else was signed in with the old password is not any more.
        await endSessions(client, who.user.id, who.session.id, 'others')
        await audit(client, 'user_updated_password', who.user.id, caller)
      }
      if (Object.keys(changes.data).length > 0) {
        await client.query(
          `update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2) - $3::text[],
             updated_at = now() where id = $1`,
          [who.user.id, changes.data, nullKeys(changes.data)],
        )
        await audit(client, 'user_modified', who.user.id, caller)
      }
      return findUserById(client, who.user.id)
    })
    return userBody(user!)
  })
}

function refuseUnsupported(changes: z.output<typeof Body>, { user }: SignedIn): void {
  if (changes.app_metadata !== undefined && changes.app_metadata !== null) {
    throw new ApiError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  if (changes.phone && changes.phone !== user.phone) {
    throw new ApiError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  }
  if (changes.email && changes.email.trim().toLowerCase() !== user.email) {
    throw new ApiError(422, 'email_provider_disabled', 'Changing the email address is disabled')
  }
}

async function newPassword(ctx: AuthContext, { user }: SignedIn, password: string): Promise<string> {
  assertAcceptable(password, ctx.config.project.auth.minimumPasswordLength)
  if (await passwordMatches(password, user.encrypted_password)) {
    throw new ApiError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(password)
}

/** A member that is set to null is taken away. */
function nullKeys(data: Record<string, unknown>): string[] {
  return Object.keys(data).filter((key) => data[key] === null)
}
