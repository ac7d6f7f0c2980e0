import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../core/errors.ts'
import { requireSignedIn } from './bearer.ts'
import type { AuthContext } from './context.ts'
import { validationFailed } from './errors.ts'
import { parameter, parse } from './input.ts'
import { allowedRedirect, withOutcome } from './redirects.ts'

const AuthorizeQuery = z.object({ provider: parameter, redirect_to: parameter })

/**
 * The calls of the interface that nothing is configured for: each answers its documented refusal, so that a client can
 * say what is the matter. Source: gotrue-contract.
 */
export function disabledRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/authorize', async (request, reply) => {
    const query = parse(AuthorizeQuery, request.query)
    const refusal = query.provider
      ? validationFailed('Unsupported provider: provider is not enabled')
      : validationFailed('Unsupported provider: missing provider')
    return refuseNavigation(ctx, request, reply, query.redirect_to, refusal)
  })

  app.get('/callback', async (request, reply) =>
    refuseNavigation(
      ctx,
      request,
      reply,
      '',
      new ApiError(400, 'bad_oauth_callback', 'OAuth state parameter missing'),
    ),
  )

  linkingRoutes(app, ctx)
}

function linkingRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const noLinking = async (request: FastifyRequest) => {
    await requireSignedIn(ctx, request)
    throw new ApiError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
  app.get('/user/identities/authorize', noLinking)
  app.delete('/user/identities/:id', noLinking)
}

/**
 * A browser that was sent here goes back to the app with the news, in the query and in the fragment, as upstream's
 * callback does: a page of JSON would be a dead end. A program gets the error itself.
 */
function refuseNavigation(
  ctx: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  redirectTo: string,
  refusal: ApiError,
): FastifyReply {
  if (!isNavigation(request)) throw refusal
  const outcome = {
    error: 'invalid_request',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  const target = allowedRedirect(ctx.config, redirectTo)
  return reply.redirect(withOutcome(target, { query: outcome, fragment: { ...outcome, sb: '' } }), 302)
}

/** Source: Fetch Metadata Request Headers (W3C); `Accept` where a browser does not send them. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return /text\/html/.test(headers.accept ?? '')
}
