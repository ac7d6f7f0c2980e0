import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors.ts'
import { TokenError } from '../../tokens/tokens.ts'
import type { AuthContext } from '../context.ts'
import { adminLinkRoutes } from './adminLinks.ts'
import { adminUserRoutes } from './adminUsers.ts'

/**
 * What a caller with the service key may do with accounts: `/admin/…` and `/invite`. Source: Supabase documentation, "Auth Admin".
 */
export function adminRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', (request) => requireService(ctx, request))
    adminUserRoutes(scope, ctx)
    adminLinkRoutes(scope, ctx)
    for (const { paths, status, code, message } of SWITCHED_OFF)
      for (const url of paths)
        scope.all(url, async () => {
          throw new ApiError(status, code, message)
        })
  })
}

/** What the model has besides, in its words for where it is switched off. */
const SWITCHED_OFF = [
  {
    paths: ['/admin/oauth/clients', '/admin/oauth/clients/*'],
    status: 404,
    code: 'feature_disabled',
    message: 'OAuth server is disabled',
  },
  {
    paths: ['/admin/sso/providers', '/admin/sso/providers/*'],
    status: 404,
    code: 'saml_provider_disabled',
    message: 'SAML 2.0 is disabled',
  },
  {
    paths: ['/admin/custom-providers', '/admin/custom-providers/*'],
    status: 404,
    code: 'feature_disabled',
    message: 'Custom OAuth providers are disabled',
  },
  {
    paths: ['/admin/users/:id/passkeys', '/admin/users/:id/passkeys/*'],
    status: 404,
    code: 'passkey_disabled',
    message: 'Passkeys are disabled',
  },
] as const

/** @throws ApiError 401 `no_authorization`, 403 `bad_jwt`, `not_admin` */
async function requireService({ tokens }: AuthContext, { headers }: FastifyRequest): Promise<void> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
  if (!token) throw new ApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await tokens.verify(token).catch((error: unknown) => {
    if (error instanceof TokenError)
      throw new ApiError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
    throw error
  })
  // A member's own token never opens this, whatever its claims say.
  if (claims.role !== 'service_role' || claims.sub !== undefined)
    throw new ApiError(403, 'not_admin', 'User not allowed')
}
