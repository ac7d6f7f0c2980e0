import type { ConfigToml } from './configToml.ts'
import { SettingsError } from './error.ts'
import type { IdentityProvider, PlainProvider } from './serverConfig.ts'

/** Providers that speak OpenID Connect, with the address where they describe themselves; `url` of the folder wins. */
const ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  gitlab: 'https://gitlab.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  kakao: 'https://kauth.kakao.com',
  twitch: 'https://id.twitch.tv/oauth2',
}
/** Those that do not, with theirs. */
const PLAIN: Readonly<Record<PlainProvider, string>> = {
  github: 'https://github.com',
  discord: 'https://discord.com',
}
/** Those that the folder must give an address: an installation, a tenant. */
const BY_ADDRESS = new Set(['keycloak', 'azure'])

/**
 * The providers of `[auth.external]` that are on.
 * @returns those that can be spoken with, and why the others are off
 * @throws SettingsError where one lacks its address
 */
export function externalProviders(
  external: ConfigToml['auth']['external'],
  file: string,
): { providers: IdentityProvider[]; notes: string[] } {
  const providers: IdentityProvider[] = []
  const notes: string[] = []
  for (const [name, { enabled, client_id: clientId, secret, url }] of Object.entries(external)) {
    if (!enabled) continue
    const plain = Object.hasOwn(PLAIN, name) ? (name as PlainProvider) : undefined
    const issuer = url || (plain ? PLAIN[plain] : ISSUERS[name])
    if (!issuer && !BY_ADDRESS.has(name)) {
      notes.push(`auth.external.${name}: ese proveedor no está aquí; nadie entra con él.`)
      continue
    }
    const where = `${file}: auth.external.${name}`
    if (!issuer || !URL.canParse(issuer)) throw new SettingsError(`${where}.url: hace falta su dirección.`)
    const isMissing = (value: string) => !value || /^env\(/.test(value)
    if (isMissing(clientId) || isMissing(secret)) {
      notes.push(`auth.external.${name}: le falta client_id o secret; nadie entra con él.`)
      continue
    }
    providers.push({
      name,
      issuer: issuer.replace(/\/+$/, ''),
      clientId: clientId.split(',')[0]!,
      clientSecret: secret,
      ...(plain && { plain }),
    })
  }
  return { providers, notes }
}
