import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import { requireSignedIn } from './bearer.ts'
import type { AuthContext } from './context.ts'

/** Linking identities by hand answers its documented refusal. Source: docs/auth.md#calls-and-refusals. */
export function linkingRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const noLinking = async (request: FastifyRequest) => {
    await requireSignedIn(ctx, request)
    throw new ApiError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
  app.get('/user/identities/authorize', noLinking)
  app.delete('/user/identities/:id', noLinking)
}
