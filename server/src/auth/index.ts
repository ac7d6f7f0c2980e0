import type { FastifyPluginAsync } from 'fastify'
import { acceptJson } from '../core/bodies.ts'
import { ApiError } from '../core/errors.ts'
import { adminRoutes } from './admin.ts'
import { guardWithCaptcha } from './captcha.ts'
import { clearExpiredHourly } from './cleanup.ts'
import type { AuthContext, AuthDoorOptions } from './context.ts'
import { carryOutDueEveryMinute } from './delayed.ts'
import { factorRoutes } from './factors.ts'
import { BODY_LIMIT, echoVersion, parseJson, sendError, sendIssuedDevices } from './http.ts'
import { IdentityProviders } from './identityProviders.ts'
import { Limits } from './limits.ts'
import { linkingRoutes } from './linking.ts'
import { logoutRoutes } from './logout.ts'
import { sendNoticesSoon } from './notices.ts'
import { oauthRoutes } from './oauth.ts'
import { otpRoutes } from './otp.ts'
import { prepareDecoy } from './passwords.ts'
import { reauthenticateRoutes } from './reauthenticate.ts'
import { remindRoutes } from './remind.ts'
import { settingsRoutes } from './settings.ts'
import { signupRoutes } from './signup.ts'
import { passkeyRoutes, ssoRoutes } from './sso.ts'
import { tokenRoutes } from './token.ts'
import { undoRoutes } from './undo.ts'
import { userRoutes } from './user.ts'
import { verifyRoutes } from './verify.ts'

export { createUser, type NewUser } from './signup.ts'

/**
 * The auth door: accounts, sessions and the mails that prove an address, speaking the interface of Supabase Auth.
 * Mounted under `/auth/v1`. Source: supabase/auth v2.99; docs/api.md lists the differences.
 */
export const authDoor: FastifyPluginAsync<AuthDoorOptions> = async (app, options) => {
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
  remindRoutes(app, ctx)
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
