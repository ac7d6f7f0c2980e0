import type { FastifyPluginAsync } from 'fastify'
import { ApiError } from '../http/errors.ts'
import { acceptJson } from '../limits/largeBodies.ts'
import { carryOutDueEveryMinute } from './accounts/delayedChanges.ts'
import { sendNoticesSoon } from './accounts/notices.ts'
import { prepareDecoy } from './accounts/passwords.ts'
import { signupRoutes } from './accounts/signup.ts'
import { undoRoutes } from './accounts/undo.ts'
import { userRoutes } from './accounts/user.ts'
import { adminRoutes } from './admin/admin.ts'
import { guardWithCaptcha } from './captcha.ts'
import { clearExpiredHourly } from './cleanup.ts'
import type { AuthApiOptions, AuthContext } from './context.ts'
import { factorRoutes } from './factors/factors.ts'
import { reauthenticateRoutes } from './factors/reauthenticate.ts'
import { BODY_LIMIT, echoVersion, parseJson, sendError, sendIssuedDevices } from './http.ts'
import { Limits } from './limits.ts'
import { otpRoutes } from './links/otp.ts'
import { resendRoutes } from './links/resend.ts'
import { verifyRoutes } from './links/verify.ts'
import { IdentityProviders } from './providers/identityProviders.ts'
import { linkingRoutes } from './providers/linking.ts'
import { oauthRoutes } from './providers/oauth.ts'
import { passkeyRoutes, ssoRoutes } from './providers/sso.ts'
import { settingsRoutes } from './settings.ts'
import { logoutRoutes } from './token/logout.ts'
import { tokenRoutes } from './token/token.ts'

export { createUser, type NewUser } from './accounts/signup.ts'

/**
 * The auth API: accounts, sessions and the mails that prove an address, speaking the interface of Supabase Auth.
 * Mounted under `/auth/v1`. Source: supabase/auth v2.99; docs/api.md lists the differences.
 */
export const authApi: FastifyPluginAsync<AuthApiOptions> = async (app, options) => {
  const { config } = options
  const ctx: AuthContext = {
    ...options,
    providers: new IdentityProviders(config.identityProviders ?? []),
    limits: new Limits(options.authPool, {
      secret: config.secrets.jwtSecret,
      factor: config.rateFactor,
      mailGapSeconds: config.project.auth.email.maxFrequencySeconds,
      smsGapSeconds: config.project.auth.sms?.maxFrequencySeconds ?? 60,
      ofProject: {
        ...config.project.auth.rateLimits,
        // As with Supabase's tool: a mailbox on the developer's own machine takes what comes.
        emailSent: config.smtp && config.project.auth.rateLimits?.emailSent,
      },
    }),
  }
  await prepareDecoy()
  clearExpiredHourly(ctx)
  carryOutDueEveryMinute(ctx)
  sendNoticesSoon(app, ctx)

  app.removeAllContentTypeParsers()
  acceptJson(app, { bodies: options.bodies, parse: parseJson, bodyLimit: BODY_LIMIT })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 'not_found', 'No such path')
  })
  app.addHook('onRequest', async (request, reply) => {
    echoVersion(request, reply)
    reply.header('Cache-Control', 'no-store')
  })

  sendIssuedDevices(app, ctx)
  guardWithCaptcha(app, ctx)

  signupRoutes(app, ctx)
  otpRoutes(app, ctx)
  tokenRoutes(app, ctx)
  verifyRoutes(app, ctx)
  resendRoutes(app, ctx)
  logoutRoutes(app, ctx)
  userRoutes(app, ctx)
  reauthenticateRoutes(app, ctx)
  factorRoutes(app, ctx)
  ssoRoutes(app, ctx)
  passkeyRoutes(app)
  settingsRoutes(app, ctx)
  oauthRoutes(app, ctx)
  linkingRoutes(app, ctx)
  undoRoutes(app, ctx)
  adminRoutes(app, ctx)
}
