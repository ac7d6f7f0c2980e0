import type { FastifyInstance } from 'fastify'
import type { AuthContext } from './context.ts'

/** Providers that a client may ask about; none is configured. Source: the answer of upstream's `/settings`. */
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

/** `GET /settings`, `GET /health` and the (empty) set of public keys: tokens are signed with a secret. */
export function settingsRoutes(app: FastifyInstance, { config }: AuthContext): void {
  const { enableSignup, email } = config.project.auth

  app.get('/settings', async () => ({
    external: { ...Object.fromEntries(PROVIDERS.map((name) => [name, false])), email: true },
    disable_signup: !enableSignup,
    mailer_autoconfirm: !email.enableConfirmations,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    mfa_enabled: false,
  }))

  app.get('/health', async () => ({
    version: 'v2.99.0',
    name: 'auth',
    description: 'Speaks the interface of Supabase Auth',
  }))

  app.get('/.well-known/jwks.json', async () => ({ keys: [] }))
}
