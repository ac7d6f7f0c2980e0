import type { FastifyInstance } from 'fastify'
import { takesPhones } from './accounts/contact.ts'
import type { AuthContext } from './context.ts'

/** Providers that a client may ask about, set up or not. Source: the answer of upstream's `/settings`. */
const PROVIDERS = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** `GET /settings`, `GET /health` and the set of public keys: empty where tokens are signed with a secret alone. */
export function settingsRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const { config } = ctx
  const { enableSignup, anonymousSignIns, email, mfa, ssoEnabled } = config.project.auth
  const providers = Object.fromEntries((config.identityProviders ?? []).map(({ name }) => [name, true]))

  app.get('/settings', async () => ({
    external: {
      ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
      ...providers,
      email: email.enableSignup !== false,
      anonymous_users: anonymousSignIns === true,
      phone: takesPhones(ctx),
    },
    disable_signup: !enableSignup,
    mailer_autoconfirm: !email.enableConfirmations,
    phone_autoconfirm: false,
    sms_provider: takesPhones(ctx) ? 'custom' : '',
    saml_enabled: ssoEnabled === true,
    mfa_enabled: mfa?.totp.enroll === true,
  }))

  app.get('/health', async () => ({
    version: 'v2.99.0',
    name: 'auth',
    description: 'Speaks the interface of Supabase Auth',
  }))

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('Cache-Control', 'public, max-age=600')
    return { keys: await ctx.tokens.publicKeys() }
  })
}
