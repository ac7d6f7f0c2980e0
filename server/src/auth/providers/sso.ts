import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import type { AuthContext } from '../context.ts'
import { callerOf, parse, text, validationFailed } from '../http.ts'

const Body = z.object({ domain: text.nullish(), provider_id: text.nullish() })

/** Other ways to sign in, which the model has and which are off here, in its words. */
export function passkeyRoutes(app: FastifyInstance): void {
  for (const url of ['/passkeys', '/passkeys/*']) {
    app.all(url, async () => {
      throw new ApiError(404, 'passkey_disabled', 'Passkeys are disabled')
    })
  }
}

/** `POST /sso`: no provider can be set up yet; says so in the documented words. Source: docs/api.md#auth-calls-and-refusals. */
export function ssoRoutes(app: FastifyInstance, { config, limits }: AuthContext): void {
  app.post('/sso', async (request) => {
    if (!config.project.auth.ssoEnabled) {
      throw new ApiError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    }
    await limits.countCall('sso', callerOf(request).ip)
    const { domain, provider_id: providerId } = parse(Body, request.body)
    if (Boolean(domain) === Boolean(providerId)) {
      throw validationFailed('Either provider_id or domain must be set')
    }
    throw new ApiError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
  })
}
