import { z } from 'zod'
import { assertTogether, SettingsError, wrongSetting } from './error.ts'
import { SERVICE_NEEDS, serviceUrl } from './functions.ts'
import type { CaptchaSettings, IdentityProvider, SmsSettings } from './serverConfig.ts'

/** What the operator can set of who may sign in, and how. */
export interface SignInSettings {
  captcha?: CaptchaSettings
  sms?: SmsSettings
  identityProviders?: IdentityProvider[]
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '::1'])
const GOOGLE = 'https://accounts.google.com'
/** Secrets that documents and examples print; a reader of them could sign any token. */
const SAMPLE_SECRETS = [
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  'your-256-bit-secret-your-256-bit-secret',
]

const value = z.string().trim().min(1).optional()
const Environment = z.object({
  CAPTCHA_PROVIDER: z.enum(['hcaptcha', 'turnstile']).optional(),
  CAPTCHA_SECRET: value,
  CAPTCHA_URL: serviceUrl.optional(),
  SMS_URL: serviceUrl.optional(),
  SMS_TOKEN: value,
  GOOGLE_CLIENT_ID: value,
  GOOGLE_CLIENT_SECRET: value,
  GOOGLE_ISSUER: serviceUrl.optional(),
  OIDC_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,30}$/)
    .refine((name) => !['email', 'phone', 'google'].includes(name))
    .optional(),
  OIDC_ISSUER: serviceUrl.optional(),
  OIDC_CLIENT_ID: value,
  OIDC_CLIENT_SECRET: value,
})

const NEEDS: Record<keyof typeof Environment.shape, string> = {
  CAPTCHA_PROVIDER: 'hcaptcha ni turnstile',
  CAPTCHA_SECRET: 'el secreto del captcha',
  CAPTCHA_URL: SERVICE_NEEDS,
  SMS_URL: SERVICE_NEEDS,
  SMS_TOKEN: 'la llave del servicio de mensajes',
  GOOGLE_CLIENT_ID: 'el identificador que da Google',
  GOOGLE_CLIENT_SECRET: 'el secreto que da Google',
  GOOGLE_ISSUER: SERVICE_NEEDS,
  OIDC_NAME: 'un nombre de letras minúsculas, y ninguno de email, phone, google',
  OIDC_ISSUER: SERVICE_NEEDS,
  OIDC_CLIENT_ID: 'el identificador que da el proveedor',
  OIDC_CLIENT_SECRET: 'el secreto que da el proveedor',
}

/** What does nothing without the one that names it; the way back is asked where each is read. */
const NEEDED = {
  CAPTCHA_SECRET: 'CAPTCHA_PROVIDER',
  CAPTCHA_URL: 'CAPTCHA_PROVIDER',
  SMS_TOKEN: 'SMS_URL',
  GOOGLE_CLIENT_SECRET: 'GOOGLE_CLIENT_ID',
  OIDC_ISSUER: 'OIDC_NAME',
  OIDC_CLIENT_ID: 'OIDC_NAME',
  OIDC_CLIENT_SECRET: 'OIDC_NAME',
}

/**
 * Reads from the environment who may sign in, and how.
 * @param env without empty values
 * @throws SettingsError naming the first setting that is wrong, or missing beside another
 */
export function readSignInSettings(env: Record<string, string | undefined>): SignInSettings {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const name = parsed.error.issues[0]!.path[0] as keyof typeof NEEDS
    throw wrongSetting(name, env[name], NEEDS[name])
  }
  const given = parsed.data
  assertTogether(given, NEEDED)
  const settings: SignInSettings = {}
  if (given.CAPTCHA_PROVIDER) {
    const secret = together(given, 'CAPTCHA_PROVIDER', 'CAPTCHA_SECRET')
    settings.captcha = { provider: given.CAPTCHA_PROVIDER, secret, url: given.CAPTCHA_URL }
  }
  if (given.SMS_URL) settings.sms = { url: given.SMS_URL, token: given.SMS_TOKEN }
  const providers: IdentityProvider[] = []
  if (given.GOOGLE_CLIENT_ID) {
    const clientSecret = together(given, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
    const issuer = given.GOOGLE_ISSUER ?? GOOGLE
    providers.push({ name: 'google', issuer, clientId: given.GOOGLE_CLIENT_ID, clientSecret })
  }
  if (given.OIDC_NAME) {
    providers.push({
      name: given.OIDC_NAME,
      issuer: together(given, 'OIDC_NAME', 'OIDC_ISSUER'),
      clientId: together(given, 'OIDC_NAME', 'OIDC_CLIENT_ID'),
      clientSecret: together(given, 'OIDC_NAME', 'OIDC_CLIENT_SECRET'),
    })
  }
  if (providers.length > 0) settings.identityProviders = providers
  return settings
}

type Given = z.output<typeof Environment>

function together(given: Given, name: keyof Given, needed: keyof Given): string {
  const found = given[needed]
  if (!found) throw new SettingsError(`Ajuste ${needed} no válido: hace falta cuando hay ${name}.`)
  return found
}

/**
 * Refuses a secret that everybody can read in documents, except where nobody else can connect.
 * @throws SettingsError
 */
export function assertOwnSecret(jwtSecret: string | undefined, host: string, name: string): void {
  if (jwtSecret && SAMPLE_SECRETS.includes(jwtSecret.trim()) && !LOOPBACK.has(host)) {
    throw new SettingsError(
      `Ajuste ${name} no válido: es una clave de ejemplo que cualquiera conoce. Quítala y el servidor hará una propia.`,
    )
  }
}
