import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import { audit, findUserByEmail, findUserById, type User } from '../accounts/accounts.ts'
import { assertSecondFactor } from '../accounts/user.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { callerOf } from '../http.ts'
import { requireSignedIn, type SignedIn } from '../token/bearer.ts'
import { beginLinking } from './oauth.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * `GET /user/identities/authorize` and `DELETE /user/identities/ID`: linking and unlinking ways to come in, where the project allows
 * it. Source: Supabase documentation, "Identity Linking".
 */
export function linkingRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user/identities/authorize', async (request, reply) => {
    const { session } = await requireLinking(ctx, request)
    const { url, isAsked } = await beginLinking(ctx, session.id, request)
    return isAsked ? { url } : reply.redirect(url, 302)
  })

  app.delete<{ Params: { id: string } }>('/user/identities/:id', async (request) => {
    const { user } = await requireLinking(ctx, request)
    await ctx.limits.countCall('user', user.id)
    const { id } = request.params
    if (!UUID.test(id)) throw new ApiError(404, 'validation_failed', 'identity_id must be an UUID')
    await inTransaction(ctx.authPool, async (client) => {
      await unlink(client, user.id, id)
      await audit(client, 'identity_unlinked', user.id, callerOf(request))
    })
    return {}
  })
}

/**
 * Who may change how her account is entered.
 * @throws ApiError 404 `manual_linking_disabled`, 401 `insufficient_aal`
 */
export async function requireLinking(ctx: AuthContext, request: FastifyRequest): Promise<SignedIn> {
  const who = await requireSignedIn(ctx, request)
  if (!ctx.config.project.auth.manualLinking)
    throw new ApiError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  assertSecondFactor(who, 'AAL2 session is required to change identities when MFA is enabled.')
  return who
}

/** @throws ApiError 422 `single_identity_not_deletable`, `identity_not_found`, `email_conflict_identity_not_deletable` */
async function unlink(client: pg.PoolClient, userId: string, id: string): Promise<void> {
  // Locked, so that of two requests at once one sees what the other left.
  const user = await findUserById(client, userId, true)
  const identity = user?.identities.find((one) => one.id === id)
  if (!user || user.identities.length <= 1) {
    throw new ApiError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }
  if (!identity) throw new ApiError(422, 'identity_not_found', "Identity doesn't exist")
  await client.query('delete from auth.identities where id = $1', [id])
  const left = user.identities.filter((one) => one !== identity)
  if (identity.provider === 'phone') {
    await client.query('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [
      userId,
    ])
  } else await keepAnAddress(client, user, left)
  await client.query(
    `update auth.users set updated_at = now(), raw_app_meta_data = raw_app_meta_data || jsonb_build_object(
       'provider', $2::text, 'providers', $3::text[]) where id = $1`,
    [userId, left[0]!.provider, [...new Set(left.map(({ provider }) => provider))].sort()],
  )
}

/** Her address is one that a way in which is left has shown to be hers; without any, she keeps the one that she has. */
async function keepAnAddress(client: pg.PoolClient, user: User, left: User['identities']): Promise<void> {
  const addresses = left
    .filter(({ identity_data: data }) => data.email_verified === true && typeof data.email === 'string')
    .map(({ identity_data: data }) => String(data.email))
  const [next] = addresses
  if (next === undefined || addresses.includes(user.email ?? '')) return
  if (await findUserByEmail(client, next, true)) {
    throw new ApiError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
  await client.query('update auth.users set email = $2 where id = $1', [user.id, next])
}
